/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem: what is asked, about which matrix, over which numbers.  Readers make it; reductions
 * and the planner take it. */
#ifndef PM_MODEL_PROBLEM_H
#define PM_MODEL_PROBLEM_H

#include "model/matrix.h"

enum pm_kind {
    PM_KIND_PERMANENT,
};

struct pm_problem {
    enum pm_kind kind;
    pm_field field;
    struct pm_matrix *a; /* as read: any shape */
};

/* A problem that takes over `a`; on failure `a` stays the caller's. */
pm_status pm_problem_wrap(struct pm_problem **out, pm_field field, struct pm_matrix *a);

/* Hash of the canonical content (kind, field, shape, entries), the same on every machine: names
 * checkpoints and audits. */
pm_status pm_problem_fingerprint(uint64_t *hash, const struct pm_problem *problem);

#endif
