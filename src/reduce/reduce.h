/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reductions: exact equations value(A) = factor * prod value(cores).  A table of rules is applied
 * until none changes anything.  The value of a matrix is its permanent or its hafnian; its
 * kind says which.  Each rule has its own file.  A rule that changes nothing reports that, after at
 * most a few passes over the entries. */
#pragma once

#include "reduce/rewrite.h"

#include <stdio.h>

struct pm_rule {
    const char *name; /* for --reduce=LIST and the log */
    const char *what; /* one line for --help and the manual */
    /* The function for each kind, or NULL if the rule does not apply to this kind.  If all are
     * NULL, the planner applies the rule (split). */
    pm_rule_apply *apply[PM_KINDS];
    bool solves;     /* leaves nothing for an engine that the user has chosen */
    bool whole;      /* does not divide: what it leaves has no new denominators */
    uint64_t modulo; /* an equation modulo 2, 4 or 8 only, for pm_reduce_modulo(); 0: of numbers */
};

/* The table, in the order of application; its last name is NULL. */
extern const struct pm_rule pm_rules[];

/* A set of rules has this bit for rule k of the table. */
static inline unsigned pm_rule_bit(int k)
{
    return 1u << k;
}

/* The origin (model/matrix.h) of a line that rule k has made, and back; the rules themselves write
 * -1. */
static inline int pm_rule_origin(int k)
{
    return -2 - k;
}

/* The set of rules that --reduce=LIST and --no-reduce=LIST name.  Either may be NULL.  The
 * words of a list are names of rules, "all" and "none".  Returns PM_INPUT for an unknown name; the
 * message lists the known ones. */
pm_status pm_rules_parse(unsigned *set, const char *reduce, const char *no_reduce);

/* The rules of the set that are applied if the user has chosen an engine. */
unsigned pm_rules_beside(unsigned set);

static const unsigned PM_EVERY_RULE = ~0u;

/* Writes the set as one word, which pm_rules_parse() reads back. */
void pm_rules_write(FILE *file, unsigned set);

/* Returns true if the set contains the rule `name`. */
bool pm_rules_have(unsigned set, const char *name);

/* One line of the log: the sum over all applications of a rule in one round. */
struct pm_step {
    const char *rule; /* its name */
    int applications;
    char note[512];
};

struct pm_reduction {
    struct pm_gauss factor;
    bool zero;               /* the value is 0: the factor is 0 and there are no cores */
    struct pm_matrix **core; /* matrices that no rule can reduce; single entries are in the
                              * factor */
    enum pm_kind *kind;      /* of each core: bipartite components of a hafnian become permanents */
    size_t cores, room, kind_room;
    struct pm_step *step; /* what was done, in order */
    size_t steps, step_room;
};

/* Reduces `a` by the rules of the set until none changes anything.  PM_PERMANENT: rows <= cols.
 * PM_HAFNIAN: symmetric; the diagonal is ignored.  `a` itself is not changed. */
pm_status pm_reduce(struct pm_reduction *reduction, const struct pm_matrix *a, enum pm_kind kind,
                    unsigned rules);

/* The same equation modulo 2, 4 or 8, for entries with odd denominators.  First come the rules that
 * do not divide, and those that hold for this modulus alone; then the others for the cores that are
 * left, whose exact values are to be multiplied by the factor. */
pm_status pm_reduce_modulo(struct pm_reduction *reduction, const struct pm_matrix *a,
                           enum pm_kind kind, unsigned rules, uint64_t modulo);
void pm_reduce_clear(struct pm_reduction *reduction);

/* The first step of a rule, or NULL. */
const struct pm_step *pm_reduce_step(const struct pm_reduction *reduction,
                                     const struct pm_rule *rule);

/* --------------------------------------------------------- single rules, for the planner */

/* Eliminates rows and columns of degree 1 and 2 (reduce/degree.c), one after another, while the
 * smallest degree is at most 2 and the order exceeds `stop`.  *out is the remaining
 * matrix, always a new one, and per(a) = *factor per(*out). */
pm_status pm_degree_reduce(struct pm_matrix **out, struct pm_gauss *factor,
                           const struct pm_matrix *a, int stop, int *steps);

/* The smallest number of entries in a row or a column of the square matrix `a`. */
int pm_degree_least(const struct pm_matrix *a);

/* Splits a permanent into a sum (Forbert and Marx; reduce/split.c).  The line is a row or column
 * with the fewest entries, d >= 3 (PM_UNABLE if fewer).  A matching uses either one of the first
 * two entries of the line or one of its other entries: per(a) = per(*kept) + per(*merged).  *merged
 * has order n - 1.  If d <= 4, *kept also has order n - 1, since the rest of the line is eliminated
 * at once.  If d > 4, *kept has order n and two entries less.  If the line is a column, both
 * matrices are transposed. */
pm_status pm_split(struct pm_matrix **kept, struct pm_matrix **merged, const struct pm_matrix *a);
