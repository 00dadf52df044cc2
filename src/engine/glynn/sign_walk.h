/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks over sign vectors: how they are shared out, how they are opened, and what becomes of their
 * sums, whatever the engine, the numbers and the machine.
 *
 * A strand fixes the signs of the columns above the Gray-coded ones and is walked in order by one
 * lane; PM_LANES strands are walked side by side whatever the width of the machine's vectors, so
 * that no result depends on it, and make a unit.  Complex arrays hold the real and the imaginary
 * numbers of a row one after the other: "parts" is 1 for real matrices, 2 for complex ones.  In
 * double-double every part has a second layer of low numbers, which stand behind all the high ones:
 * "words" is the number of parts, or twice that. */
#ifndef PM_ENGINE_GLYNN_SIGN_WALK_H
#define PM_ENGINE_GLYNN_SIGN_WALK_H

#include "engine/engine.h"
#include "engine/glynn/finish.h"
#include "engine/gpu_walk.h"
#include "engine/isa/isa.h"
#include "num/gauss.h"

enum {
    PM_LANES = 8, /* strands side by side */
    PM_LOG_LANES = 3,
};

/* What a kernel returns of floating strands; of residues, sums alone, in high[0]. */
struct pm_strands_sum {
    /* re, im: sums of the signed products, in double-double */
    double high[2][PM_LANES] __attribute__((aligned(64))), low[2][PM_LANES];
    double bound[PM_LANES]; /* what errors are in proportion to (pm_finish.share) */
};

/* A walk whose tables are made: the job of an engine, which has more members behind these. */
struct pm_sign_walk {
    const struct pm_sign_walk_kind *kind;
    const struct pm_isa *isa;
    int rows, parts, words; /* words: of an entry; 1 for residues */
    int slow;               /* columns above the Gray-coded ones with a free sign */
    double *base;           /* [rows][words] row sums with all these and the Gray-coded signs + */
    double *twice;          /* [slow][rows][words] twice the slow columns: lanes', then units' */
    double *memory;         /* of all tables */
    int *places;            /* others of the engine; or NULL */
    /* floating numbers */
    struct pm_finish finish;
    int64_t exp;
    /* residues */
    struct pm_ring ring;
    uint64_t factor; /* what the sum is multiplied by, in Montgomery form */
};

/* Tables on their way to a GPU. */
struct pm_sign_walk_problem {
    double *to; /* NULL: they are only counted */
    size_t count;
};

void pm_sign_walk_put(struct pm_sign_walk_problem *problem, const double *from, int count);

/* What is an engine's own, of floating numbers or of residues. */
struct pm_sign_walk_kind {
    bool residues;

    /* Sums of the strands of a unit.  x: [rows][words][PM_LANES] row sums, 64-byte aligned;
     * overwritten. */
    void (*walk)(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x);

    /* The kernel for GPUs; and a matrix as `struct problem` there has it, behind what the numbers
     * alone say: a finish, or a prime. */
    pm_status (*recipe)(struct pm_recipe_text *recipe, const struct pm_sign_walk *signs);
    void (*problem)(struct pm_sign_walk_problem *problem, const struct pm_sign_walk *signs);
};

/* How an engine makes tables; `choice` is that of cost(), `layers` 1 for double and 2 for
 * double-double. */
struct pm_sign_walk_engine {
    pm_status (*floating)(struct pm_sign_walk **signs, const struct pm_matrix *a, int parts,
                          int layers, const void *choice);
    pm_status (*residues)(struct pm_sign_walk **signs, const struct pm_image *image,
                          const void *choice);
};

/* Frees the walk and its tables; NULL is fine. */
void pm_sign_walk_free(struct pm_sign_walk *signs);

/* Row sums x[rows][words][PM_LANES] of the strands of a unit, all Gray-coded signs +. */
void pm_sign_walk_begin(double *x, const struct pm_sign_walk *walk, uint64_t unit);

/* The part of one unit. */
void pm_sign_walk_unit(struct pm_part *part, const struct pm_sign_walk *signs, uint64_t unit);

/* The hooks of an engine (struct pm_engine) whose job is a struct pm_sign_walk. */
pm_status pm_sign_walk_open(void **job, const struct pm_sign_walk_engine *engine,
                            const struct pm_core *core, const struct pm_cost *cost,
                            const struct pm_ring *ring, const struct pm_limits *limits);
pm_status pm_sign_walk_work(void *job, uint64_t first, uint64_t count, struct pm_part *part);
void pm_sign_walk_close(void *job);
pm_status pm_sign_walk_describe(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                                const void *job);
pm_status pm_sign_walk_open_gpu(void **device, const void *job, const struct pm_gpu *gpu);

/* Sets factor and size to `factor` 2^-e; returns e. */
int64_t pm_finish_factor(struct pm_finish *finish, const struct pm_gauss *factor);

#endif
