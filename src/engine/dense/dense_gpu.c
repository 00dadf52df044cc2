/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of cuda/dense.cu and dense_modular.cu: their constants, and their problems in the
 * layout of `struct problem`. */
#include "engine/dense/dense_walk.h"

#include <stdio.h>

enum {
    PAIRS = PM_BLOCK / 2,
    REGISTERS = 65536, /* of a multiprocessor, 32 bits each */
    OTHERS = 92,       /* registers of a thread, besides two for each number of its row sums */
    REAL_OTHERS = 60,  /* the same in real kernels; data for bounds may be spilled, once in a
                        * patch */
    SMALL = 40,        /* real row sums for which four blocks are faster, although more registers
                        * are spilled */
    COMPLEX_ROWS = 40, /* complex row sums that registers hold beside everything else */
};

/* ------------------------------------------------------------------ constants */

/* The largest number of blocks on a multiprocessor that leaves enough registers to a thread; at
 * least `least`. */
static int blocks_for(int numbers, int others, int least)
{
    const int blocks = REGISTERS / PM_DEVICE_THREADS / (2 * numbers + others);

    return blocks < least ? least : blocks;
}

/* Row sums are not in registers (cuda/strand_rows.h) where that was measured to be faster. */
static bool is_apart(const struct pm_sign_walk *signs)
{
    return signs->words > signs->parts || (signs->parts == 2 && signs->rows > COMPLEX_ROWS);
}

static int blocks_of(const struct pm_sign_walk *signs)
{
    const int line = signs->rows * signs->words;

    if (is_apart(signs))
        return signs->words > 2 ? 2 : 3;
    return signs->parts == 2 ? blocks_for(line, OTHERS, 2)
                             : blocks_for(line, REAL_OTHERS, line <= SMALL ? 4 : 2);
}

/* Defines the classes of rows with the names of dense_modular.cu. */
static void define_classes(struct pm_recipe_text *r, const struct pm_dense_residues *w)
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
    pm_compile_define(r, "-DCLASSES=%s", text);
}

static pm_status floating_recipe(struct pm_recipe_text *r, const struct pm_sign_walk *signs)
{
    const struct pm_dense_strands *const w = &((const struct pm_dense *)signs)->walk;

    pm_compile_begin(r, "dense.cu", 0.3);
    pm_compile_define(r, "-DLOG_BLOCKS=%d", w->log_blocks);
    pm_compile_define(r, "-DBLOCKS=%d", blocks_of(signs));
    pm_compile_define(r, "-DAPART=%d", is_apart(signs));
    pm_compile_define(r, "-DONES=%d", w->ones);
    pm_compile_define(r, "-DZEROS=%d", w->zeros);
    pm_compile_define(r, "-DLOG_PATCH=%d", w->log_patch);
    return PM_OK;
}

static pm_status modular_recipe(struct pm_recipe_text *r, const struct pm_sign_walk *signs)
{
    const struct pm_dense_residues *const w = &((const struct pm_dense_modular *)signs)->walk;

    pm_compile_begin(r, "dense_modular.cu", 0.2);
    pm_compile_define(r, "-DLOG_BLOCKS=%d", w->log_blocks);
    pm_compile_define(r, "-DBLOCKS=%d", blocks_for(signs->rows, OTHERS, 2));
    define_classes(r, w);
    return PM_OK;
}

/* ------------------------------------------------------------------ problems */

/* Writes half of the sums of the unrolled columns, `lines` times. */
static void put_low(struct pm_sign_walk_problem *problem, const double *low, int lines)
{
    for (int k = 0; k < lines; k++, low += PM_BLOCK)
        pm_sign_walk_put(problem, low, PAIRS);
}

/* For strand_rows.h: what the lowest columns of the strand add to the row sums, in each lane. */
static void put_lanes(struct pm_sign_walk_problem *problem, const struct pm_sign_walk *signs,
                      int line)
{
    enum { LOG_WARP = 5, WARP = 1 << LOG_WARP };

    for (int here = 0; here < line; here++) {
        double sum[WARP] = {0};
        for (int lane = 0; lane < WARP; lane++)
            for (int bit = 0; bit < LOG_WARP; bit++)
                if (lane >> bit & 1)
                    sum[lane] -= signs->twice[bit * line + here];
        pm_sign_walk_put(problem, sum, WARP);
    }
}

static void put_floating(struct pm_sign_walk_problem *problem, const struct pm_sign_walk *signs)
{
    const struct pm_dense_strands *const w = &((const struct pm_dense *)signs)->walk;
    const int line = signs->rows * signs->words;

    pm_sign_walk_put(problem, &w->start, 1);
    put_low(problem, w->low, line);
    pm_sign_walk_put(problem, w->step, w->log_blocks * line);
    pm_sign_walk_put(problem, w->pivot, line);
    pm_sign_walk_put(problem, w->centre[0], line);
    pm_sign_walk_put(problem, w->centre[1], line);
    pm_sign_walk_put(problem, w->reach, signs->rows);
    pm_sign_walk_put_far(problem, signs);
    if (is_apart(signs))
        put_lanes(problem, signs, line);
}

static void put_modular(struct pm_sign_walk_problem *problem, const struct pm_sign_walk *signs)
{
    const struct pm_dense_residues *const w = &((const struct pm_dense_modular *)signs)->walk;

    put_low(problem, w->low, 2 * signs->rows);
    pm_sign_walk_put(problem, w->step, w->log_blocks * signs->rows);
    pm_sign_walk_put_far(problem, signs);
}

const struct pm_sign_walk_kind pm_dense_kind = {
    .walk = pm_dense_walk, .recipe = floating_recipe, .problem = put_floating};

const struct pm_sign_walk_kind pm_dense_modular_kind = {.residues = true,
                                                        .walk = pm_dense_modular_walk,
                                                        .recipe = modular_recipe,
                                                        .problem = put_modular};
