/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiler of passes (pass.h) from the operations of a sweep. */
#pragma once

#include "engine/sweep/pass.h"

/* Compiles the operations of a sweep.  PM_UNABLE: a vector has more than PM_SWEEP_SLOTS slots.
 * PM_WRONG: the passes do not carry out the operations (replay.c). */
pm_status pm_sweep_passes_new(struct pm_sweep_passes **passes, const struct pm_order_graph *graph,
                              const struct pm_order_program *program);

/* The vector before an operation. */
struct pm_sweep_mark {
    size_t operation; /* given */
    size_t pass;      /* it is the vector before this pass */
    struct pm_sweep_shape shape;
    int vertex[PM_SWEEP_SLOTS]; /* by place */
    uint64_t uncovered;         /* the bits of the state in which no vertex is covered */
};

/* The same up to the operation of the last of the marks, which ascend.  Sets the marks.  marks = 0:
 * up to the end. */
pm_status pm_sweep_passes_until(struct pm_sweep_passes **passes, struct pm_sweep_mark *mark,
                                int marks, const struct pm_order_graph *graph,
                                const struct pm_order_program *program);
void pm_sweep_passes_free(struct pm_sweep_passes *passes); /* NULL is fine */

/* No change of places. */
struct pm_sweep_change pm_sweep_stay(const struct pm_sweep_shape *shape);

/* Follows the slots through all passes, and demands that every action and every change is what the
 * first `count` operations of the program ask for, in their order, at places that the pass can
 * reach.  PM_WRONG with the pass and the reason: the passes would compute something else. */
pm_status pm_sweep_replay(const struct pm_sweep_passes *passes, const struct pm_order_graph *graph,
                          const struct pm_order_program *program, size_t count);
