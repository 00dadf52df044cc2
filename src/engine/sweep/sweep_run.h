/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out the passes of a sweep. */
#pragma once

#include "engine/sweep/change.h"
#include "engine/sweep/kernel/kernel.h"

struct pm_sweep_use {
    int threads;
    const int *stop;
    const char *set; /* instruction set; NULL: the default */
    bool moduli;     /* use pm_sweep_kernel_of_moduli(); real entries */
};

/* *part = the sum over all matchings, with the weights of the image; or an interval that contains
 * it, which begins at 0 if numbers were raised. */
pm_status pm_sweep_run(struct pm_part *part, const struct pm_sweep_passes *passes,
                       const struct pm_order_graph *graph, const struct pm_image *image,
                       const struct pm_sweep_use *use);

/* The same, pass by pass. */
struct pm_sweep_state {
    const struct pm_sweep_kernel *kernel;
    const struct pm_sweep_passes *passes;
    const struct pm_sweep_use *use;
    const struct pm_ring *ring;
    struct pm_sweep_vector vector;
    struct pm_sweep_passes *split; /* the state's own passes; NULL: the caller's */
    char *weight;                  /* of all actions */
    struct pm_part factor;         /* of the answer */
    double grown;                  /* powers of two since the last scaling */
    int64_t exp;                   /* numbers must be multiplied by 2^exp */
    bool raised;                   /* some numbers are larger than they should be */
};

/* Call this before the first pass. */
pm_status pm_sweep_state_init(struct pm_sweep_state *state, const struct pm_sweep_passes *passes,
                              const struct pm_order_graph *graph, const struct pm_image *image,
                              const struct pm_sweep_use *use);
void pm_sweep_state_clear(struct pm_sweep_state *state);

/* Carries out pass i. */
pm_status pm_sweep_state_pass(struct pm_sweep_state *state, size_t i);

/* The answer, after the last pass. */
struct pm_part pm_sweep_state_end(const struct pm_sweep_state *state);

/* The walk of a pass's actions over the tiles of a vector; and the number of threads that are
 * worthwhile. */
struct pm_sweep_walk pm_sweep_state_walk(const struct pm_sweep_state *state,
                                         const struct pm_sweep_pass *pass);
int pm_sweep_state_threads(const struct pm_sweep_state *state, const struct pm_sweep_pass *pass);

/* Scales floating numbers to near 1, before the actions of the next passes can make them overflow
 * or vanish. */
void pm_sweep_state_scale(struct pm_sweep_state *state, const struct pm_sweep_pass *pass);

/* ----------------------------------------------------------------------- shares */

/* part[e] = the sum over the matchings with entry e of the image; 0 if e is no edge of the graph.
 * part[entries] = the sum over all. */
pm_status pm_sweep_shares(struct pm_part *part, size_t entries,
                          const struct pm_sweep_passes *passes, const struct pm_order_graph *graph,
                          const struct pm_image *image, const struct pm_sweep_use *use);

/* Bytes that this needs for numbers of `size` bytes. */
double pm_sweep_shares_bytes(const struct pm_sweep_passes *passes, size_t size, int threads);
