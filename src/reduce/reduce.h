/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reductions: exact rewritings value(A) = factor * prod value(cores), by a table of rules that run
 * to a fixed point; the value of a matrix is its permanent or its hafnian, by its kind.  One rule a
 * file; a rule that changes nothing says so and costs at most a few passes over the entries. */
#ifndef PM_REDUCE_REDUCE_H
#define PM_REDUCE_REDUCE_H

#include "reduce/rule.h"

#include <stdio.h>

struct pm_rule {
    const char *name; /* as in --reduce=LIST and the log */
    const char *what; /* one line for --help and the manual */
    /* By kind; NULL: nothing to do for this kind.  For none: the planner decides (split). */
    pm_rule_apply *apply[PM_KINDS];
    const char *engine; /* the one that it works for; NULL: for all */
};

/* The table, in the order of application; terminated by a NULL name. */
extern const struct pm_rule pm_rules[];

/* The set that --reduce=LIST and --no-reduce=LIST name (either may be NULL; words: rule names,
 * "all", "none").  PM_INPUT for an unknown name, with the known ones in the message. */
pm_status pm_rules_parse(unsigned *set, const char *reduce, const char *no_reduce);

/* The set without rules that work for other engines than the one of that name. */
unsigned pm_rules_for(unsigned set, const char *engine);

/* Writes the set as pm_rules_parse() reads it back, one word. */
void pm_rules_write(FILE *file, unsigned set);

/* True where the set holds the rule of that name. */
bool pm_rules_have(unsigned set, const char *name);

/* One line of the log: sums over all applications of a rule in one reduction. */
struct pm_step {
    const char *rule; /* its name */
    int rows_before, cols_before,
        nnz_before; /* of the first matrix that it changed in this round */
    int applications;
    char note[512];
};

struct pm_reduction {
    struct pm_gauss factor;
    bool zero;               /* the value is 0: factor is 0 and there are no cores */
    struct pm_matrix **core; /* irreducible under the rules; single entries are in the factor */
    enum pm_kind *kind;      /* of each core: bipartite parts of a hafnian become permanents */
    size_t cores, room, kind_room;
    struct pm_step *step; /* what was done, in order */
    size_t steps, step_room;
};

/* Reduces `a` (PM_PERMANENT: rows <= cols; PM_HAFNIAN: symmetric; borrowed) by the rules of the set
 * until none changes anything.  A diagonal does not count in a hafnian and goes at once. */
pm_status pm_reduce(struct pm_reduction *reduction, const struct pm_matrix *a, enum pm_kind kind,
                    unsigned rules);
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
