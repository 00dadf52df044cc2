/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recursion of Forbert and Marx, for permanents: reduce, then split what is still worth it in
 * two, until leaves are left.  Only the path to the current leaf is ever held. */
#ifndef PM_PLAN_BRANCH_H
#define PM_PLAN_BRANCH_H

#include "plan/ask.h"
#include "plan/way.h"
#include "reduce/reduce.h"

/* The planner of all these is that of the whole core, or the `leaf` of its way (way.h).
 *
 * The reductions of one node: Dulmage-Mendelsohn and degrees as far as the planner's rules allow,
 * or degrees alone down to order 30 as the paper does.  Cores come out with integer entries,
 * and where that would hide the residue (pm_factor_hides()), `a` itself, which has them, is left.
 */
pm_status pm_branch_reduce(struct pm_reduction *reduction, const struct pm_matrix *a,
                           const struct pm_planner *planner);

/* True where a core is of an order at which splitting is thought of. */
bool pm_branch_large(const struct pm_matrix *core, const struct pm_planner *planner);

/* True where a core of such a node is to be split further: large, and with a light line. */
bool pm_branch_splits(const struct pm_matrix *core, const struct pm_planner *planner);

/* The way of a leaf. */
pm_status pm_branch_leaf(struct pm_way *way, const struct pm_matrix *core,
                         const struct pm_planner *planner);

struct pm_leaves {
    double count, order, nnz; /* leaves, and the sums of their orders and entries */
    double steps, seconds;    /* predicted, one thread; HUGE_VAL where a leaf is beyond all */
    bool complete;            /* false: the limit was met first */
};

/* Walks the recursion below `a` without computing anything, up to `limit` leaves or predicted
 * seconds; without `split`, `a` itself is the one leaf. */
pm_status pm_branch_count(struct pm_leaves *leaves, const struct pm_matrix *a,
                          const struct pm_planner *planner, bool split, double limit,
                          double seconds);

/* An estimate of the seconds of the recursion below a core: of each split one half is drawn and
 * counted twice, so the average over many calls is what all leaves take (Knuth, Mathematics of
 * Computation 29, 1975). */
pm_status pm_branch_guess(double *seconds, const struct pm_matrix *core,
                          const struct pm_planner *planner, uint64_t *state);

/* True where residues of integral cores cannot tell that of the answer, as the prime divides the
 * denominator of their factor: modulo 3, a third of 3 and a third of 6 differ, but not 3 and 6. */
bool pm_factor_hides(const struct pm_gauss *factor, const struct pm_ask *ask);

/* Replaces a core that has fractions by an integral one; *factor takes what came off it. */
pm_status pm_integral(struct pm_gauss *factor, struct pm_matrix **core, enum pm_kind kind);

#endif
