/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reductions: exact rewritings per(A) = factor * prod per(cores), by a table of rules that run to
 * a fixed point.  One rule a file; a rule that changes nothing says so and costs at most a few
 * passes over the entries. */
#ifndef PM_REDUCE_REDUCE_H
#define PM_REDUCE_REDUCE_H

#include "model/matrix.h"
#include "num/gauss.h"

/* What one application of a rule made of one matrix: per(matrix) = factor * prod per(out), or 0. */
struct pm_rewrite {
    bool changed; /* false: everything below is as it was */
    bool zero;    /* the permanent is 0 */
    struct pm_gauss factor;
    struct pm_matrix **out; /* the matrices that stand in for the old one */
    size_t count, room;
    char note[512]; /* what happened, for the log: "34 steps", "rows 3, 7, 9 meet only columns 2, 5" */
};

/* Appends a matrix, which the rewrite then owns.  On failure it stays the caller's. */
pm_status pm_rewrite_push(struct pm_rewrite *rewrite, struct pm_matrix *a);

struct pm_rule {
    const char *name; /* as in --reduce=LIST and the log */
    const char *what; /* one line for --help and the manual */
    bool planned;     /* no rewriting to a fixed point: the planner decides (split) */
    /* Rewrites `a` (rows <= cols, every row must be matched; borrowed, not changed). */
    pm_status (*apply)(struct pm_rewrite *rewrite, const struct pm_matrix *a);
};

/* The table, in the order of application; terminated by a NULL name. */
extern const struct pm_rule pm_rules[];

/* Rule k of the table as a bit of a set. */
#define PM_RULE_BIT(k) (1u << (k))

/* The set that --reduce=LIST and --no-reduce=LIST name (either may be NULL; words: rule names,
 * "all", "none").  PM_INPUT for an unknown name, with the known ones in the message. */
pm_status pm_rules_parse(unsigned *set, const char *reduce, const char *no_reduce);

/* True where the set holds the rule of that name. */
bool pm_rules_have(unsigned set, const char *name);

/* One line of the log: sums over all applications of a rule in one reduction. */
struct pm_step {
    const char *rule;
    int rows_before, cols_before, nnz_before; /* of the first matrix that it changed in this round */
    int applications;
    char note[512];
};

struct pm_reduction {
    struct pm_gauss factor;
    bool zero;               /* the permanent is 0: factor is 0 and there are no cores */
    struct pm_matrix **core; /* irreducible under the rules; 1 x 1 blocks are in the factor */
    size_t cores, room;
    struct pm_step *step; /* what was done, in order */
    size_t steps, step_room;
};

/* Reduces `a` (rows <= cols; borrowed) by the rules of the set until none changes anything. */
pm_status pm_reduce(struct pm_reduction *reduction, const struct pm_matrix *a, unsigned rules);
void pm_reduction_clear(struct pm_reduction *reduction);

/* --------------------------------------------------------- single rules, for the planner */

/* Degree 1 and 2 (reduce/degree.c), one row or column after the other while the smallest degree
 * is at most 2 and the order exceeds `stop`: *out is the rest (always a new matrix), *factor what
 * came off it. */
pm_status pm_degree_reduce(struct pm_matrix **out, struct pm_gauss *factor,
                           const struct pm_matrix *a, int stop, int *steps);

/* Fewest entries in a row or a column of `a` (square). */
int pm_min_degree(const struct pm_matrix *a);

/* Forbert and Marx (reduce/split.c): a row or column with the fewest entries d >= 3 (PM_UNABLE if
 * fewer) uses one of its first two entries or one of the others: per(a) = per(*kept) +
 * per(*merged).  *merged has order one less, and so has *kept for d <= 4 (what is left of the line
 * is eliminated at once); for d > 4 *kept has the same order and two entries less.  Where a column
 * is split, both are transposed. */
pm_status pm_split(struct pm_matrix **kept, struct pm_matrix **merged, const struct pm_matrix *a);

#endif
