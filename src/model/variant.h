/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a problem asks besides its matrix: copies of lines, and loops. */
#pragma once

#include "model/problem.h"

struct pm_variant {
    struct pm_matrix *a;     /* the matrix without copies; NULL: that of the problem is */
    int *times[2];           /* how often its rows, and columns, stand; NULL: once each */
    bool looped;             /* the value is a loop hafnian; times[0] are the copies of vertices */
    struct pm_matrix *loops; /* 1 x n; NULL: there are none */
};

static inline const struct pm_matrix *pm_variant_matrix(const struct pm_problem *problem)
{
    return problem->variant->a != NULL ? problem->variant->a : problem->a;
}

/* Whether copies are not lines of the problem's matrix. */
static inline bool pm_variant_is_folded(const struct pm_problem *problem)
{
    const struct pm_variant *const v = problem->variant;

    return v != NULL && !v->looped && v->a == NULL;
}

/* How often a line stands. */
static inline int pm_variant_times(const struct pm_variant *v, int side, int line)
{
    return v->times[side] != NULL ? v->times[side][line] : 1;
}

void pm_variant_free(struct pm_variant *variant); /* NULL is fine */

/* PM_UNABLE: the matrix of the problem is not all of it: there are loops, or copies for which it
 * would be too large. */
pm_status pm_variant_check(const struct pm_problem *problem);

/* *out = the problem with its copies as lines, which may take so many bytes. */
pm_status pm_variant_unfold(struct pm_problem **out, const struct pm_problem *problem,
                            uint64_t memory);
