/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recursion of Forbert and Marx, for permanents: reduce a matrix, split each core in two where
 * that pays, until only leaves remain.  Memory holds only the path to the current leaf. */
#ifndef PM_PLAN_BRANCH_H
#define PM_PLAN_BRANCH_H

#include "plan/ask.h"
#include "plan/way.h"
#include "reduce/reduce.h"

/* In all these functions, `planner` is that of the whole core, or the `leaf` of its way (way.h).
 *
 * Reduces one node: with those of the rules `dm` and `degree` that the planner allows, or, as the
 * paper does, with `degree` alone down to order 30.  Cores get integer entries.  Where that would
 * hide the residue (pm_factor_hides()), the core is `a` itself, which has integer entries. */
pm_status pm_branch_reduce(struct pm_reduction *reduction, const struct pm_matrix *a,
                           const struct pm_planner *planner);

/* True where the order of the core is large enough for splitting. */
bool pm_branch_large(const struct pm_matrix *core, const struct pm_planner *planner);

/* True where such a core should be split: it is large and has a line with few entries. */
bool pm_branch_splits(const struct pm_matrix *core, const struct pm_planner *planner);

/* Finds the way of a leaf. */
pm_status pm_branch_leaf(struct pm_way *way, const struct pm_matrix *core,
                         const struct pm_planner *planner);

struct pm_leaves {
    double count, order, nnz; /* number of leaves, and the sums of their orders and entries */
    double steps, seconds;    /* predicted for one thread; HUGE_VAL where no engine can compute a
                               * leaf */
    bool complete;            /* false: a limit stopped the count */
};

/* Counts the leaves of the recursion below `a` without computing anything, until there are `limit`
 * leaves, or they are predicted to take `seconds`.  Without `split`, `a` itself is the only
 * leaf. */
pm_status pm_branch_count(struct pm_leaves *leaves, const struct pm_matrix *a,
                          const struct pm_planner *planner, bool split, double limit,
                          double seconds);

/* Estimates the seconds of the recursion below a core.  Of each split, one half is chosen at random
 * and counted twice, so the average over many calls is the time of all leaves (Knuth, Mathematics
 * of Computation 29, 1975). */
pm_status pm_branch_guess(double *seconds, const struct pm_matrix *core,
                          const struct pm_planner *planner, uint64_t *state);

/* True where the residues of integral cores do not determine the residue of the answer, since the
 * prime divides the denominator of the factor.  Example: modulo 3, a third of 3 and a third of 6
 * differ, but 3 and 6 do not. */
bool pm_factor_hides(const struct pm_gauss *factor, const struct pm_ask *ask);

/* Replaces a core with fractions by an integral one; *factor is the factor between them. */
pm_status pm_integral(struct pm_gauss *factor, struct pm_matrix **core, enum pm_kind kind);

#endif
