/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Methods for the matrices of a call.  The shape and the question decide which one is used
 * (batch.c). */
#ifndef PM_BATCH_METHOD_H
#define PM_BATCH_METHOD_H

#include "batch/stack.h"

/* Every thread opens its own room. */
struct pm_batch_method {
    size_t group; /* number of matrices that are processed together */
    pm_status (*open)(void **room, const struct pm_batch *b);
    pm_status (*work)(void *room, size_t first, int count); /* count <= group */
    void (*close)(void *room);                              /* NULL is fine */
};

extern const struct pm_batch_method pm_batch_table;   /* table_kernel.h */
extern const struct pm_batch_method pm_batch_walk;    /* strands.h */
extern const struct pm_batch_method pm_batch_formula; /* repeated_lines.h */

#endif
