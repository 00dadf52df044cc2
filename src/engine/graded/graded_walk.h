/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of the graded engine.  sinkhorn.c makes the matrix nearly doubly stochastic and proves
 * a lower bound of its permanent.  graded_tables.c rounds it to tables and computes the bounds of
 * nodes.  thresholds.c chooses thresholds.  graded_walk.c walks.  graded_part.c converts the sums
 * to a part. */
#ifndef PM_ENGINE_GRADED_GRADED_WALK_H
#define PM_ENGINE_GRADED_GRADED_WALK_H

#include "engine/graded/graded_nodes.h"
#include "engine/isa/isa.h"
#include "engine/engine.h"
#include "model/matrix.h"
#include "num/mag.h"
#include "num/part.h"

#include <math.h>

/* A matrix times row and column factors, so that all line sums are near 1:
 *     per(original) factor = per(a). */
struct pm_scaled {
    struct pm_matrix *a;
    fmpq_t factor;
    double gap; /* deviation of its line sums from 1 */
    double low; /* per(a) >= 2^exp low */
    int64_t exp;
};

/* PM_UNABLE: an entry is negative or complex, or no gap below 1 was found. */
pm_status pm_scaled_init(struct pm_scaled *scaled, const struct pm_matrix *a);
void pm_scaled_clear(struct pm_scaled *scaled);

/* How far down tests reach: WIDE means smaller bounds, at the cost of more steps
 * (single_range.c). */
enum pm_graded_reach { PM_GRADED_NARROW, PM_GRADED_WIDE };

enum { PM_GRADED_WHOLE = 2 }; /* the highest level of nodes that may be computed whole */

/* What thresholds.c expects. */
struct pm_graded_shares {
    double blocks[PM_GRADES]; /* fractions of the sign vectors in each grade */
    double whole;             /* of the plain ones, the fraction in nodes whose children are not
                               * tested */
    double tested;            /* number of tested nodes, for each sign vector */
    double error[PM_GRADES];  /* error of each grade, relative to the permanent's lower bound */
};

/* Thresholds from thresholds.c, for each sign vector, in units of the proved mean low 2^(1-n).  A
 * stored plan contains them. */
struct pm_graded_choice {
    enum pm_graded_reach reach;
    int level;                      /* of nodes that may be computed whole */
    double limit[PM_GRADED_LEVELS]; /* the largest node that is skipped */
    double edge[PM_GRADES];         /* the largest node of each grade */
    double whole[2];                /* nodes between these are computed whole */
    struct pm_graded_shares shares;
};

/* The wishes of the caller; 0 or NULL: chosen here. */
struct pm_graded_wish {
    double epsilon;                        /* allowed relative error, above 0 */
    int root;                              /* number of free columns of a unit's root */
    enum pm_graded_reach reach;            /* least reach of tests */
    const struct pm_graded_choice *choice; /* thresholds; NULL: chosen here */
};

struct pm_graded {
    const struct pm_graded_kernels *kernels;
    const int *stop;     /* base/stop.h: the result of a unit that was stopped is invalid */
    int n, root, levels; /* rows; free columns of a root; levels below the root */
    int top;             /* number of columns whose signs number the units */
    struct pm_graded_level level[PM_GRADED_LEVELS]; /* from the leaves up, without the root */
    struct pm_graded_leaf leaf;
    struct pm_graded_single single;
    double *memory;
    float *near;                  /* the same for tables in single precision */
    double width[PM_GRADED_ROWS]; /* upper bounds of the factors of a row, and of |y| + gap */
    double *base, *rest;          /* [n] row sums where all columns above the root's have sign + */
    double *grid;                 /* [n] high parts are multiples of this */
    double *twice, *twice_rest;   /* [top][n] */

    /* The sum over all sign vectors is at least 2^exp low, 1 <= low < 2.  All numbers below are in
     * units of 2^exp. */
    int64_t exp;
    double low;
    double constant[PM_GRADED_LEVELS];  /* a node's bound is constant prod (|y| + gap) */
    double test_unit[PM_GRADED_LEVELS]; /* of bounds in tests */
    double limit[PM_GRADED_LEVELS];     /* the largest bound of a node that is skipped,
                                         * approximately */
    double largest[PM_GRADES];          /* upper bounds of blocks in each grade: powers of two;
                                         * [PM_GRADE_SKIP] is unused */
    double share[PM_GRADES];            /* error of a block in each grade, relative to its bound */
    double unit[PM_GRADES];             /* of sums of bounds of blocks */
    double skip_unit[PM_GRADED_LEVELS]; /* of sums of bounds of skipped nodes */
    int whole; /* level of nodes that may be computed whole, with plain blocks; 0: none */
    double whole_unit, whole_share[PM_GRADED_WHOLE + 1]; /* the same for those nodes, [level] */
    double largest_whole[PM_GRADED_WHOLE + 1]; /* upper bound for such nodes; 0: impossible */
    double rounding; /* relative change of the permanent by rounding the entries */
    int shrunk;      /* the product of all shrink[i] of tests is 2^-shrunk */

    /* A unit's part is its sum times factor 2^shift. */
    fmpz_t factor;
    int64_t shift;
    double factor_error; /* relative */
    struct pm_graded_choice choice;
};

/* PM_UNABLE: the engine's bounds or ranges are not sufficient. */
pm_status pm_graded_new(struct pm_graded **graded, const struct pm_matrix *a,
                        const struct pm_graded_wish *wish);
void pm_graded_free(struct pm_graded *graded); /* NULL is fine */

static inline uint64_t pm_graded_units(const struct pm_graded *graded)
{
    return UINT64_C(1) << graded->top;
}

/* graded_tables.c: everything except thresholds and powers of two. */
pm_status pm_graded_tables(struct pm_graded *graded, const struct pm_scaled *scaled);

/* Steps of the dense walk for a row of a sign vector in a block of that grade, and for a tested
 * node. */
double pm_graded_work(enum pm_grade grade);
double pm_graded_test_work(void);
double pm_graded_steps(const struct pm_graded_shares *shares); /* for a row of a sign vector */
double pm_graded_whole_work(void); /* in plain blocks of a node that is computed whole */

enum {
    PM_GRADED_MOST_EXPONENT = 900
}; /* of bounds, in units of 2^exp: far inside the range of
    * double */

/* single_range.c: powers of two for products in single precision, so that none leaves its range.
 * For tests: sets start, shrink, test_unit and shrunk, from constant and width. */
pm_status pm_graded_test_range(struct pm_graded *graded, enum pm_graded_reach reach);

/* A number of single precision that is at least x. */
static inline float pm_graded_above(double x)
{
    const float y = (float)x;
    return y < x ? nextafterf(y, INFINITY) : y;
}

/* The same for blocks up to the second edge.  False if there are none. */
bool pm_graded_single_range(struct pm_graded *graded);

/* thresholds.c: chooses thresholds, and predicts their effect. */
pm_status pm_graded_choose(struct pm_graded *graded, double epsilon, enum pm_graded_reach reach);

/* weigh.c: the roots of these units, without signs; and the relative numbers of steps of PM_WEIGHTS
 * equal ranges of all units. */
void pm_graded_roots(struct pm_graded_group *group, const struct pm_graded *graded,
                     const uint64_t unit[PM_GRADED_LANES]);
void pm_graded_weigh(double weight[PM_WEIGHTS], const struct pm_graded *graded);

/* graded_choice.c: sets the members that the walk reads; if c->level is not 0, nodes of that level
 * may be computed whole. */
void pm_graded_set_choice(struct pm_graded *graded, const struct pm_graded_choice *choice);

/* The same for an existing choice.  PM_INPUT: it cannot be one. */
pm_status pm_graded_set(struct pm_graded *graded, double epsilon,
                        const struct pm_graded_choice *choice);

/* True if tests reach down to the thresholds. */
bool pm_graded_within_reach(const struct pm_graded *graded, const struct pm_graded_choice *choice);

/* The result of a test for a block with bound 1 for each sign vector. */
double pm_graded_test_scale(const struct pm_graded *graded);

/* The largest node that may be computed whole.  Values of plain blocks are rounded to a unit that
 * depends on the largest block; the rounding of all blocks together must be small. */
double pm_graded_most_whole(const struct pm_graded *graded, int whole, double epsilon);

/* graded_walk.c: computes the sums of one unit. */
void pm_graded_sums(struct pm_graded_sums *sums, const struct pm_graded *graded, uint64_t unit);

/* graded_part.c: the value, and the proved bound of its error.  PM_UNABLE: a sum may have left its
 * range. */
pm_status pm_graded_part(struct pm_part *part, const struct pm_graded_sums *sums,
                         const struct pm_graded *graded);

/* The part of one unit; *total += its tests, blocks and bounds. */
pm_status pm_graded_unit(struct pm_part *part, struct pm_graded_sums *total,
                         const struct pm_graded *graded, uint64_t unit);

#endif
