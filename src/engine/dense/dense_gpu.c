/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of cuda/dense.cu and dense_modular.cu: their constants, and their problems laid
 * out as `struct problem` has them. */
#include "engine/dense/dense_gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAIRS = PM_BLOCK / 2,
    REGISTERS = 65536, /* of a multiprocessor, 32 bits each */
    OTHERS = 92,       /* registers of a thread besides two for a number of its row sums */
    REAL_OTHERS = 60,  /* in real kernels; what bounds need may spill, once in a patch */
    SMALL = 40,        /* real row sums with which four blocks are faster, though some more spill */
};

/* ------------------------------------------------------------------ constants */

/* Blocks on a multiprocessor that leave a thread the registers it needs, but `least` at least. */
static int blocks_for(int numbers, int others, int least)
{
    const int blocks = REGISTERS / PM_DEVICE_THREADS / (2 * numbers + others);
    const char *const named = getenv("PM_GPU_BLOCKS");

    return named != NULL ? atoi(named) : blocks < least ? least : blocks;
}

/* The classes of rows as dense_modular.cu names them. */
static void define_classes(struct pm_recipe_text *r, const struct pm_residues *w)
{
    enum { FIRST = 1, LAST = 2, ONE = 4, ZERO = 8, ANY = 16, WIDE = 32 };
    char text[PM_DEFINE] = "";
    size_t end = 0;

    for (int k = 0; k < w->groups; k++)
        for (int i = w->row[k]; i < w->row[k + 1]; i++) {
            const int class = k < w->ones ? ONE : k < w->zeros ? ZERO : k < w->exact ? ANY : WIDE;
            end += (size_t)snprintf(text + end, sizeof text - end, "%s%d", i > 0 ? "," : "",
                                    class + (i == w->row[k] ? FIRST : 0) +
                                        (i + 1 == w->row[k + 1] ? LAST : 0));
        }
    pm_recipe_define(r, "-DCLASSES=%s", text);
}

static void define_common(struct pm_recipe_text *r, const char *source, int n, int blocks)
{
    const int gray = pm_dense_gray(n);

    pm_recipe_begin(r, source);
    pm_recipe_define(r, "-DROWS=%d", n);
    pm_recipe_define(r, "-DLOG_BLOCKS=%d", gray);
    pm_recipe_define(r, "-DLOG_STRANDS=%d", n - 2 - PM_LOG_BLOCK - gray);
    pm_recipe_define(r, "-DTHREADS=%d", PM_DEVICE_THREADS);
    pm_recipe_define(r, "-DBLOCKS=%d", blocks);
}

/* ------------------------------------------------------------------ problems */

static double *put(double *next, const double *from, int count)
{
    memcpy(next, from, (size_t)count * sizeof *from);
    return next + count;
}

/* Half of the sums of the unrolled columns, `lines` times. */
static double *put_low(double *next, const double *low, int lines)
{
    for (int k = 0; k < lines; k++, low += PM_BLOCK)
        next = put(next, low, PAIRS);
    return next;
}

static void put_floating(void *problem, const void *walk)
{
    const struct pm_dense *const f = walk;
    const int line = f->n * f->words, blocks = f->walk.log_blocks;
    double *next = problem;

    next = put(next, &f->walk.start, 1);
    next = put(next, (const double *)&f->finish, sizeof f->finish / sizeof *next);
    next = put_low(next, f->walk.low, line);
    next = put(next, f->walk.step, blocks * line);
    next = put(next, f->walk.pivot, line);
    next = put(next, f->walk.centre[0], line);
    next = put(next, f->walk.centre[1], line);
    next = put(next, f->walk.reach, f->n);
    next = put(next, f->base, line);
    put(next, f->twice + blocks * line, (f->columns - PM_LOG_BLOCK - blocks) * line);
}

static void put_modular(void *problem, const void *walk)
{
    const struct pm_modular *const m = walk;
    const int n = m->walk.n, blocks = m->walk.log_blocks;
    double *next = problem;

    next = put(next, &m->walk.p, 1);
    next = put(next, &m->walk.inverse, 1);
    next = put_low(next, m->walk.low, 2 * n);
    next = put(next, m->walk.step, blocks * n);
    next = put(next, m->base, n);
    put(next, m->twice + blocks * n, (m->columns - PM_LOG_BLOCK - blocks) * n);
}

/* ------------------------------------------------------------------ nodes */

static void floating_node(struct pm_part *part, const void *walk, const void *node)
{
    const struct pm_dense *const f = walk;

    *part = pm_total_part(*(const struct pm_total *)node, f->exp);
}

static void floating_unit(struct pm_part *part, const void *walk, uint64_t unit)
{
    pm_dense_unit(part, walk, unit);
}

static void modular_node(struct pm_part *part, const void *walk, const void *node)
{
    *part = pm_modular_part(walk, *(const int64_t *)node);
}

static void modular_unit(struct pm_part *part, const void *walk, uint64_t unit)
{
    pm_modular_unit(part, walk, unit);
}

static void describe_floating(struct pm_device_walk *walk, struct pm_recipe_text *r,
                              const struct pm_dense *f)
{
    const int line = f->n * f->words;
    const int numbers =
        1 + (int)(sizeof f->finish / sizeof(double)) +
        line * (PAIRS + f->walk.log_blocks + 4 + f->columns - PM_LOG_BLOCK - f->walk.log_blocks) +
        f->n;

    define_common(r, "dense.cu", f->n,
                  f->words > 1 ? blocks_for(line, OTHERS, 2)
                               : blocks_for(line, REAL_OTHERS, line <= SMALL ? 4 : 2));
    pm_recipe_define(r, "-DPARTS=%d", f->parts);
    pm_recipe_define(r, "-DWORDS=%d", f->words);
    pm_recipe_define(r, "-DONES=%d", f->walk.ones);
    pm_recipe_define(r, "-DZEROS=%d", f->walk.zeros);
    pm_recipe_define(r, "-DLOG_PATCH=%d", f->walk.log_patch);
    *walk = (struct pm_device_walk){.walk = f,
                                    .recipe = &r->recipe,
                                    .units = pm_dense_units(f->n),
                                    .problem_size = (size_t)numbers * sizeof(double),
                                    .node_size = sizeof(struct pm_total),
                                    .problem = put_floating,
                                    .node = floating_node,
                                    .unit = floating_unit};
}

static void describe_modular(struct pm_device_walk *walk, struct pm_recipe_text *r,
                             const struct pm_modular *m)
{
    const int numbers = 2 + m->walk.n * (2 * PAIRS + 1 + m->columns - PM_LOG_BLOCK);

    define_common(r, "dense_modular.cu", m->walk.n, blocks_for(m->walk.n, OTHERS, 2));
    define_classes(r, &m->walk);
    *walk = (struct pm_device_walk){.walk = m,
                                    .recipe = &r->recipe,
                                    .units = pm_dense_units(m->walk.n),
                                    .problem_size = (size_t)numbers * sizeof(double),
                                    .node_size = sizeof(int64_t),
                                    .problem = put_modular,
                                    .node = modular_node,
                                    .unit = modular_unit};
}

void pm_dense_describe(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                       const struct pm_dense *floating, const struct pm_modular *modular)
{
    if (floating != NULL)
        describe_floating(walk, recipe, floating);
    else
        describe_modular(walk, recipe, modular);
}
