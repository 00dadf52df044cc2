/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leaves of a split that are computed together on a GPU. */
#ifndef PM_RUN_LEAVES_H
#define PM_RUN_LEAVES_H

#include "num/value.h"
#include "plan/way.h"

struct pm_gpu;

struct pm_leaf {
    struct pm_matrix *core; /* owned by the list */
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

/* Computes all values, by the ways that `planner`, the planner of the leaves (way.h), chooses.
 * Leaves that are large enough go to the device, which this thread has entered.  The bits are the
 * same as on the CPU.  If the device fails, it is given up (*gpu = NULL) and this thread computes
 * the rest. */
pm_status pm_leaf_compute(struct pm_leaf_list *list, const struct pm_planner *planner,
                          const struct pm_limits *limits, const struct pm_gpu **gpu);

#endif
