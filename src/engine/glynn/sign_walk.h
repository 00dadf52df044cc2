/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks over sign vectors: how they are divided into units, how an engine opens them, and how
 * their sums become parts (num/part.h).  This is the same for all engines, kinds of numbers and
 * machines.
 *
 * A strand fixes the signs of the columns above the Gray-coded ones.  One lane walks it in order.
 * A unit is PM_LANES strands, walked side by side.  PM_LANES does not depend on the width of
 * the machine's vectors, so results do not depend on it either.  Complex arrays hold the real parts
 * of a row first and then its imaginary parts: `parts` is 1 for real matrices and 2 for complex
 * ones.  In double-double, each part has a second layer of low numbers, after all high ones:
 * `words` is the number of parts, or twice that. */
#pragma once

#include "engine/engine.h"
#include "engine/glynn/finish.h"
#include "engine/gpu_walk.h"
#include "engine/isa/isa.h"
#include "num/gauss.h"

#include <math.h>

enum {
    PM_LANES = 8, /* strands that are walked side by side */
    PM_LOG_LANES = 3,
};

/* A kernel's result for floating strands.  For residues, only high[0] is used: the sums. */
struct pm_strands_sum {
    /* re, im: sums of the signed products, in double-double */
    double high[2][PM_LANES] __attribute__((aligned(64))), low[2][PM_LANES];
    double bound[PM_LANES]; /* errors are proportional to it (pm_finish.share) */
};

/* A walk whose tables are ready.  It is the job of an engine, which appends its own members. */
struct pm_sign_walk {
    const struct pm_sign_walk_kind *kind;
    const struct pm_isa *isa;
    int rows, parts, words; /* words: of an entry; 1 for residues */
    int slow;               /* number of columns above the Gray-coded ones with a free sign */
    double *base;           /* [rows][words] row sums with sign + for all these and the Gray-coded
                             * columns */
    double *twice;          /* [slow][rows][words] twice the slow columns: those of lanes, then
                             * those of units */
    double *memory;         /* one allocation for all tables */
    int *places;            /* other data of the engine; or NULL */
    /* floating numbers: */
    struct pm_finish finish;
    int64_t exp;
    /* residues: */
    struct pm_ring ring;
    uint64_t factor; /* factor of the sum, in Montgomery form */
};

/* Receives the tables that are copied to a GPU. */
struct pm_sign_walk_problem {
    double *to; /* where the numbers are written; if NULL, they are only counted */
    size_t count;
};

void pm_sign_walk_put(struct pm_sign_walk_problem *problem, const double *from, int count);

/* Writes `base` and `twice`. */
void pm_sign_walk_put_far(struct pm_sign_walk_problem *problem, const struct pm_sign_walk *signs);

/* The functions of an engine for floating numbers or for residues. */
struct pm_sign_walk_kind {
    bool residues;

    /* Computes the sums of the strands of a unit.  x: [rows][words][PM_LANES] row sums, 64-byte
     * aligned, overwritten. */
    void (*walk)(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x);

    /* recipe() writes the kernel for GPUs.  problem() writes the tables in the form of the kernel's
     * `struct problem`, after the data that depend only on the kind of numbers (struct pm_finish,
     * or a prime). */
    pm_status (*recipe)(struct pm_recipe_text *recipe, const struct pm_sign_walk *signs);
    void (*problem)(struct pm_sign_walk_problem *problem, const struct pm_sign_walk *signs);
};

/* Makes the tables of an engine.  `choice` is from cost(); `layers` is 1 for double, 2 for
 * double-double. */
struct pm_sign_walk_engine {
    pm_status (*floating)(struct pm_sign_walk **signs, const struct pm_matrix *a, int parts,
                          int layers, const void *choice);
    pm_status (*residues)(struct pm_sign_walk **signs, const struct pm_image *image,
                          const void *choice);
};

/* Frees the walk and its tables; NULL is allowed. */
void pm_sign_walk_free(void *signs);

/* Computes the row sums x[rows][words][PM_LANES] of the strands of a unit, where all Gray-coded
 * signs are +. */
void pm_sign_walk_begin(double *x, const struct pm_sign_walk *walk, uint64_t unit);

/* *part = the part of one unit. */
void pm_sign_walk_unit(struct pm_part *part, const void *signs, uint64_t unit);

/* The functions of an engine (struct pm_engine) whose job is a struct pm_sign_walk. */
pm_status pm_sign_walk_open(void **job, const struct pm_sign_walk_engine *engine,
                            const struct pm_core *core, const struct pm_cost *cost,
                            const struct pm_ring *ring, const struct pm_limits *limits);
pm_status pm_sign_walk_work(void *job, uint64_t first, uint64_t count, struct pm_part *part);
pm_status pm_sign_walk_describe(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                                const void *job);
pm_status pm_sign_walk_recipe(struct pm_recipe_text *recipe, const void *job,
                              const struct pm_gpu *gpu);
pm_status pm_sign_walk_open_gpu(void **device, const void *job, const struct pm_gpu *gpu);

/* The members of struct pm_engine_gpu for them, all except the rates. */
#define PM_SIGN_WALK_GPU                                                                           \
    .least = 1 << PM_DEVICE_LOG_NODE, .most = 1 << PM_DEVICE_LOG_MOST,                             \
    .recipe = pm_sign_walk_recipe, .open = pm_sign_walk_open_gpu, .work = pm_gpu_walk_work,        \
    .close = pm_gpu_walk_close

/* The error of a unit of 2^log_unit products that underflow adds: `above` is the sum of the
 * positive exponents of the rows' sums of moduli.  32 bits for W_i <= sqrt(2) sum, 6 + 5 for the
 * operations of a product. */
static inline double pm_finish_floor(int above, int log_unit)
{
    return ldexp(1, above + 32 + 11 + log_unit - 1073);
}

/* Sets factor and size to `factor` 2^-e; returns e. */
int64_t pm_sign_walk_factor(struct pm_finish *finish, const struct pm_gauss *factor);
