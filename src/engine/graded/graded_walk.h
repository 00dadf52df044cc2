/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the graded engine.  sinkhorn.c makes the matrix nearly doubly stochastic and proves a
 * lower bound of its permanent, graded_tables.c rounds it to tables and finds the bounds of nodes,
 * thresholds.c chooses thresholds, graded_walk.c walks, graded_part.c turns what was found into a
 * part. */
#ifndef PM_ENGINE_GRADED_GRADED_WALK_H
#define PM_ENGINE_GRADED_GRADED_WALK_H

#include "engine/graded/graded_nodes.h"
#include "engine/isa/isa.h"
#include "engine/engine.h"
#include "model/matrix.h"
#include "num/mag.h"
#include "num/part.h"

#include <math.h>

/* A matrix times row and column factors, all line sums near 1:
 *     per(original) factor = per(a). */
struct pm_scaled {
    struct pm_matrix *a;
    fmpq_t factor;
    double gap; /* of its line sums from 1 */
    double low; /* per(a) >= 2^exp low */
    int64_t exp;
};

/* PM_UNABLE where an entry is negative or complex, or no gap below 1 was found. */
pm_status pm_scaled_init(struct pm_scaled *scaled, const struct pm_matrix *a);
void pm_scaled_clear(struct pm_scaled *scaled);

/* How far tests reach down: WIDE to smaller bounds, at the price of more steps (single_range.c). */
enum pm_graded_reach { PM_GRADED_NARROW, PM_GRADED_WIDE };

enum { PM_GRADED_WHOLE = 2 }; /* the highest level of nodes that may be computed whole */

/* What thresholds.c expects. */
struct pm_graded_shares {
    double blocks[PM_GRADES]; /* of the sign vectors, in each grade */
    double whole;             /* of the plain ones, those of nodes whose children are not tested */
    double tested;            /* nodes that are tested, for a sign vector */
    double error[PM_GRADES];  /* in parts of the permanent's lower bound: what each grade adds */
};

/* Thresholds as thresholds.c chooses them, for each sign vector in units of the mean that is
 * proved, low 2^(1-n); a stored plan keeps these. */
struct pm_graded_choice {
    enum pm_graded_reach reach;
    int level;                      /* of nodes that may be computed whole */
    double limit[PM_GRADED_LEVELS]; /* the largest that is skipped */
    double edge[PM_GRADES];         /* the largest of each grade */
    double whole[2];                /* nodes between these are computed whole */
    struct pm_graded_shares shares;
};

/* How the sum is to come out: chosen by the caller, 0: chosen here. */
struct pm_graded_wish {
    double epsilon;                        /* relative error allowed, above 0 */
    int root;                              /* free columns of a unit's root */
    enum pm_graded_reach reach;            /* of tests, at least */
    const struct pm_graded_choice *choice; /* thresholds; NULL: chosen here */
};

struct pm_graded {
    const struct pm_graded_kernels *kernels;
    const int *stop;     /* base/stop.h: units that are stopped are worth nothing */
    int n, root, levels; /* rows; free columns of a root; levels below the root */
    int top;             /* columns that number the units */
    struct pm_graded_level level[PM_GRADED_LEVELS]; /* from the leaves up, without the root */
    struct pm_graded_leaf leaf;
    struct pm_graded_single single;
    double *memory;
    float *near;                  /* the same for tables in single precision */
    double width[PM_GRADED_ROWS]; /* no factor of a row, and no |y| + gap, is above this */
    double *base, *rest;          /* [n] row sums with all signs + above the root's columns */
    double *grid;                 /* [n] of which high parts are multiples */
    double *twice, *twice_rest;   /* [top][n] */

    /* The sum over all sign vectors is at least 2^exp low, 1 <= low < 2.  Everything below is in
     * units of 2^exp. */
    int64_t exp;
    double low;
    double constant[PM_GRADED_LEVELS];  /* a node's bound is constant prod (|y| + gap) */
    double test_unit[PM_GRADED_LEVELS]; /* of bounds as tests compute them */
    double limit[PM_GRADED_LEVELS];     /* the largest bound of a node that is skipped, about */
    double largest[PM_GRADES]; /* of a block in each grade: powers of two; [PM_GRADE_SKIP] unused */
    double share[PM_GRADES];   /* error of a block in each grade, relative to its bound */
    double unit[PM_GRADES];    /* of sums of bounds of blocks */
    double skip_unit[PM_GRADED_LEVELS]; /* of sums of bounds that are skipped */
    int whole; /* level of nodes that may be computed whole, all blocks plain; 0: there are none */
    double whole_unit, whole_share[PM_GRADED_WHOLE + 1]; /* the same of those nodes, [level] */
    double
        largest_whole[PM_GRADED_WHOLE + 1]; /* no bound of such a node is above this; 0: unable */
    double rounding; /* relative change of the permanent by rounding of the entries */
    int shrunk;      /* the product of all shrink[i] of tests is 2^-shrunk */

    /* A unit's part is its sum times factor 2^shift. */
    fmpz_t factor;
    int64_t shift;
    double factor_error; /* relative */
    struct pm_graded_choice choice;
};

/* PM_UNABLE where the engine's bounds or ranges do not suffice. */
pm_status pm_graded_new(struct pm_graded **graded, const struct pm_matrix *a,
                        const struct pm_graded_wish *wish);
void pm_graded_free(struct pm_graded *graded); /* NULL is fine */

static inline uint64_t pm_graded_units(const struct pm_graded *graded)
{
    return UINT64_C(1) << graded->top;
}

/* graded_tables.c: all but thresholds and powers of two. */
pm_status pm_graded_tables(struct pm_graded *graded, const struct pm_scaled *scaled);

/* Steps of the dense walk for a row of a sign vector in a block of that grade, and of a tested
 * node. */
double pm_graded_work(enum pm_grade grade);
double pm_graded_test_work(void);
double pm_graded_steps(const struct pm_graded_shares *shares); /* for a row of a sign vector */
double pm_graded_whole_work(void); /* in plain blocks of a node that is computed whole */

enum { PM_GRADED_MOST_EXPONENT = 900 }; /* of bounds, in units of 2^exp: well within double */

/* single_range.c: powers of two for products in single precision, so that none leaves its range. Of
 * tests: start, shrink, test_unit and shrunk, from constant and width. */
pm_status pm_graded_test_range(struct pm_graded *graded, enum pm_graded_reach reach);

/* A number of single precision that is not below x. */
static inline float pm_graded_above(double x)
{
    const float y = (float)x;
    return y < x ? nextafterf(y, INFINITY) : y;
}

/* The same for blocks up to the second edge.  False where there are none. */
bool pm_graded_single_range(struct pm_graded *graded);

/* thresholds.c: thresholds, and what they will do. */
pm_status pm_graded_choose(struct pm_graded *graded, double epsilon, enum pm_graded_reach reach);

/* weigh.c: the roots of these units, without signs; and steps in each of PM_WEIGHTS equal ranges of
 * all units, in parts of each other. */
void pm_graded_roots(struct pm_graded_group *group, const struct pm_graded *graded,
                     const uint64_t unit[PM_GRADED_LANES]);
void pm_graded_weigh(double weight[PM_WEIGHTS], const struct pm_graded *graded);

/* graded_choice.c: into what the walk reads; where c->level is not 0, nodes of that level may be
 * computed whole. */
void pm_graded_set_choice(struct pm_graded *graded, const struct pm_graded_choice *choice);

/* The same by a choice that was made before.  PM_INPUT where it cannot be one. */
pm_status pm_graded_set(struct pm_graded *graded, double epsilon,
                        const struct pm_graded_choice *choice);

/* Whether tests reach down to the thresholds. */
bool pm_graded_within_reach(const struct pm_graded *graded, const struct pm_graded_choice *choice);

/* What a test finds for a block that has 1 for each sign vector. */
double pm_graded_test_scale(const struct pm_graded *graded);

/* The largest node that may be computed whole.  Values of plain blocks are rounded to a unit that
 * the largest of them fixes: of all blocks together, that is to come to little. */
double pm_graded_most_whole(const struct pm_graded *graded, int whole, double epsilon);

/* graded_walk.c: what one unit adds up. */
void pm_graded_sums(struct pm_graded_sums *sums, const struct pm_graded *graded, uint64_t unit);

/* graded_part.c: the value of that and the proved bound of its error.  PM_UNABLE where a sum could
 * have left its range. */
pm_status pm_graded_part(struct pm_part *part, const struct pm_graded_sums *sums,
                         const struct pm_graded *graded);

/* The part of one unit; *total += tests, blocks and bounds that led to it. */
pm_status pm_graded_unit(struct pm_part *part, struct pm_graded_sums *total,
                         const struct pm_graded *graded, uint64_t unit);

#endif
