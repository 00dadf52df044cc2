/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out the passes of a sweep. */
#ifndef PM_ENGINE_SWEEP_SWEEP_RUN_H
#define PM_ENGINE_SWEEP_SWEEP_RUN_H

#include "engine/sweep/change.h"
#include "engine/sweep/kernel.h"

struct pm_sweep_use {
    int threads;
    struct pm_sweep_pool *pool; /* of vectors, or NULL */
    const int *stop;
    const char *set; /* of instructions; NULL: the usual one */
    bool moduli;     /* real entries, by pm_sweep_kernel_of_moduli() */
};

/* *part = the sum over all matchings, with the weights of the image; or an interval that has it,
 * from 0 on where numbers were raised. */
pm_status pm_sweep_run(struct pm_part *part, const struct pm_sweep_passes *passes,
                       const struct pm_sweep_graph *graph, const struct pm_image *image,
                       const struct pm_sweep_use *use);

/* The same step by step. */
struct pm_sweep_state {
    const struct pm_sweep_kernel *kernel;
    const struct pm_sweep_passes *passes;
    const struct pm_sweep_use *use;
    const struct pm_ring *ring;
    struct pm_sweep_vector vector;
    char *weight;          /* of all actions */
    struct pm_part factor; /* of the answer */
    double grown;          /* powers of two since numbers were scaled */
    int64_t exp;           /* numbers are 2^exp times what they seem */
    bool raised;           /* some are larger than they should be */
};

/* Before the first pass. */
pm_status pm_sweep_state_init(struct pm_sweep_state *state, const struct pm_sweep_passes *passes,
                              const struct pm_sweep_graph *graph, const struct pm_image *image,
                              const struct pm_sweep_use *use);
void pm_sweep_state_clear(struct pm_sweep_state *state);

/* The i-th pass. */
pm_status pm_sweep_state_pass(struct pm_sweep_state *state, size_t i);

/* After the last one: the answer. */
struct pm_part pm_sweep_state_end(const struct pm_sweep_state *state);

/* A pass's actions on a vector, as walks over its tiles see them; and how many threads are worth
 * it.
 */
struct pm_sweep_walk pm_sweep_state_walk(const struct pm_sweep_state *state,
                                         const struct pm_sweep_pass *pass);
int pm_sweep_state_threads(const struct pm_sweep_state *state, const struct pm_sweep_pass *pass);

/* Brings floating numbers near 1 before the actions of so many passes can make them overflow or
 * vanish. */
void pm_sweep_state_scale(struct pm_sweep_state *state, const struct pm_sweep_pass *pass);

#endif
