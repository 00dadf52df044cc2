/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recursion of Forbert and Marx, for permanents: a matrix is reduced, each core is split in two
 * if that pays, and so on, until only leaves remain.  Only the matrices on the path to the current
 * leaf are in memory. */
#pragma once

#include "plan/ask.h"
#include "plan/way.h"
#include "reduce/reduce.h"

/* In all these functions, `planner` is that of the whole core, or the `leaf` of its way (way.h).
 *
 * Reduces one node (the matrix `a`) with those of the rules `dm` and `degree` that the planner
 * allows; or, as the paper does, with `degree` alone, down to order 30.  The cores get integer
 * entries.  If that would hide the residue (pm_branch_factor_hides()), the only core is `a` itself,
 * which has integer entries. */
pm_status pm_branch_reduce(struct pm_reduction *reduction, const struct pm_matrix *a,
                           const struct pm_planner *planner);

/* True if the order of the core is large enough for splitting. */
bool pm_branch_large(const struct pm_matrix *core, const struct pm_planner *planner);

/* True if the core should be split: it is large enough and has a line with few entries. */
bool pm_branch_splits(const struct pm_matrix *core, const struct pm_planner *planner);

/* Finds the way of a leaf.  The caller must clear it. */
pm_status pm_branch_leaf(struct pm_way *way, const struct pm_matrix *core,
                         const struct pm_planner *planner);

struct pm_leaves {
    /* number of leaves; the sums of their orders and of their numbers of entries */
    double count, order, nnz;
    /* predicted for one thread; HUGE_VAL if no engine can compute some leaf */
    double steps, seconds;
    bool complete; /* false: a limit has stopped the count */
};

/* Counts the leaves of the recursion below `a` without computing anything.  Stops at `limit`
 * leaves, or if they are predicted to take `seconds`, or if the count itself takes too much time or
 * memory.  If `split` is false, `a` itself is the only leaf. */
pm_status pm_branch_count(struct pm_leaves *leaves, const struct pm_matrix *a,
                          const struct pm_planner *planner, bool split, double limit,
                          double seconds);

/* *seconds = the predicted time of a recursion that had so many leaves when it was planned.
 * PM_INPUT: it has not. */
pm_status pm_branch_recount(double *seconds, const struct pm_matrix *a,
                            const struct pm_planner *planner, double known);

/* True if the residues of integral cores do not determine the residue of the answer, since the
 * prime divides the denominator of the factor.  Example: modulo 3, the numbers 3 and 6 are equal,
 * but a third of 3 and a third of 6 are not. */
bool pm_branch_factor_hides(const struct pm_gauss *factor, const struct pm_ask *ask);

/* Replaces cores that have fractions by integral ones, and changes the factor accordingly. */
pm_status pm_branch_is_integral(struct pm_reduction *reduction);
