/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of cuda/sparse.cu and sparse_modular.cu: their constants, and their problems laid
 * out as `struct problem` has them. */
#include "engine/sparse/sparse_gpu.h"

#include "engine/sparse/program_source.h"

#include <string.h>

enum { BLOCKS = 2 }; /* on a multiprocessor: threads want all the registers there are */

/* Columns above the Gray-coded ones whose sign is free. */
static int slow_columns(const struct pm_program *p)
{
    return p->n - 1 - p->fast - p->gray;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

static void define(struct pm_recipe_text *r, const char *source, const struct pm_program *p)
{
    pm_recipe_begin(r, source);
    pm_recipe_define(r, "-DROWS=%d", p->n);
    pm_recipe_define(r, "-DLOG_BLOCKS=%d", p->gray);
    pm_recipe_define(r, "-DLOG_STRANDS=%d", slow_columns(p));
    pm_recipe_define(r, "-DENTRIES=%d", p->entries);
    pm_recipe_define(r, "-DRESULT=%d", p->result);
    pm_recipe_define(r, "-DTHREADS=%d", PM_DEVICE_THREADS);
    pm_recipe_define(r, "-DBLOCKS=%d", BLOCKS);
}

static uint64_t units_of(const struct pm_program *p)
{
    return UINT64_C(1) << (slow_columns(p) - PM_LOG_LANES);
}

static double *put(double *next, const double *from, int count)
{
    memcpy(next, from, (size_t)count * sizeof *from);
    return next + count;
}

/* ------------------------------------------------------------------ floating */

static void put_floating(void *problem, const void *walk)
{
    const struct pm_sparse *const s = walk;
    const int line = s->program.n * s->words;
    double *next = problem;

    next = put(next, (const double *)&s->finish, sizeof s->finish / sizeof *next);
    next = put(next, s->base, line);
    put(next, s->twice, line * slow_columns(&s->program));
}

static void floating_node(struct pm_part *part, const void *walk, const void *node)
{
    const struct pm_sparse *const s = walk;

    *part = pm_total_part(*(const struct pm_total *)node, s->exp);
}

static void floating_unit(struct pm_part *part, const void *walk, uint64_t unit)
{
    pm_sparse_unit(part, walk, unit);
}

static pm_status describe_floating(struct pm_device_walk *walk, struct pm_recipe_text *r,
                                   const struct pm_sparse *s)
{
    const int line = s->program.n * s->words;
    const int numbers =
        (int)(sizeof s->finish / sizeof(double)) + line * (1 + slow_columns(&s->program));

    define(r, "sparse.cu", &s->program);
    pm_recipe_define(r, "-DPARTS=%d", s->parts);
    pm_recipe_define(r, "-DWORDS=%d", s->words);
    *walk = (struct pm_device_walk){.walk = s,
                                    .recipe = &r->recipe,
                                    .units = units_of(&s->program),
                                    .problem_size = (size_t)numbers * sizeof(double),
                                    .node_size = sizeof(struct pm_total),
                                    .problem = put_floating,
                                    .node = floating_node,
                                    .unit = floating_unit};
    return pm_sparse_source(&r->program, &s->walk, s->words, NULL);
}

/* ------------------------------------------------------------------ residues */

static int lows_of(const struct pm_sparse_mod *s)
{
    return (int)(s->walk.step - s->walk.low);
}

static void put_modular(void *problem, const void *walk)
{
    const struct pm_sparse_mod *const s = walk;
    const struct pm_program *const p = &s->program;
    double *next = problem;

    next = put(next, &s->walk.p, 1);
    next = put(next, &s->walk.inverse, 1);
    next = put(next, s->base, p->n);
    next = put(next, s->twice, p->n * slow_columns(p));
    put(next, s->walk.low, lows_of(s));
    put(next + most(lows_of(s), 1), s->walk.step, pm_program_steps(p));
}

static void modular_node(struct pm_part *part, const void *walk, const void *node)
{
    const struct pm_sparse_mod *const s = walk;

    *part = pm_residues_part(&s->ring, s->factor, *(const int64_t *)node);
}

static void modular_unit(struct pm_part *part, const void *walk, uint64_t unit)
{
    pm_sparse_mod_unit(part, walk, unit);
}

static pm_status describe_modular(struct pm_device_walk *walk, struct pm_recipe_text *r,
                                  const struct pm_sparse_mod *s)
{
    const struct pm_program *const p = &s->program;
    const int lows = most(lows_of(s), 1), steps = most(pm_program_steps(p), 1);
    const int numbers = 2 + p->n * (1 + slow_columns(p)) + lows + steps;
    unsigned long long wide = 0;

    for (int k = 0; k < p->n; k++)
        wide |= (unsigned long long)s->wide[k] << k;
    define(r, "sparse_modular.cu", p);
    pm_recipe_define(r, "-DLOWS=%d", lows);
    pm_recipe_define(r, "-DSTEPS=%d", steps);
    pm_recipe_define(r, "-DWIDE=%lluull", wide);
    *walk = (struct pm_device_walk){.walk = s,
                                    .recipe = &r->recipe,
                                    .units = units_of(p),
                                    .problem_size = (size_t)numbers * sizeof(double),
                                    .node_size = sizeof(int64_t),
                                    .problem = put_modular,
                                    .node = modular_node,
                                    .unit = modular_unit};
    return pm_sparse_source(&r->program, &s->walk, 1, s->wide);
}

pm_status pm_sparse_describe(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                             const struct pm_sparse *floating, const struct pm_sparse_mod *modular)
{
    const pm_status status = floating != NULL ? describe_floating(walk, recipe, floating)
                                              : describe_modular(walk, recipe, modular);

    recipe->recipe.program = recipe->program;
    return status;
}
