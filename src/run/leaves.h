/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leaves of a split that are computed together, on a GPU. */
#ifndef PM_RUN_LEAVES_H
#define PM_RUN_LEAVES_H

#include "num/value.h"
#include "plan/way.h"

struct pm_gpu;

struct pm_leaf {
    struct pm_matrix *core; /* its own */
    struct pm_value value;
};

/* A list that grows. */
struct pm_leaf_list {
    struct pm_leaf *leaf;
    size_t count, room;
};

/* Adds a copy of a core. */
pm_status pm_leaf_add(struct pm_leaf_list *list, const struct pm_matrix *core);
void pm_leaf_clear(struct pm_leaf_list *list);

/* Computes all values by ways that the planner of the leaves (way.h) chooses, those that are worth
 * it on the device, which this thread has entered; with the bits that the CPU gives.  Where the
 * device fails it is given up, *gpu = NULL, and this thread does the rest. */
pm_status pm_leaf_compute(struct pm_leaf_list *list, const struct pm_planner *planner,
                          const struct pm_limits *limits, const struct pm_gpu **gpu);

#endif
