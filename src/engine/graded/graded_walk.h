/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of the graded engine.  sinkhorn.c makes the matrix nearly doubly stochastic and proves
 * a lower bound of its permanent.  graded_tables.c rounds the matrix to tables and computes the
 * bounds of nodes.  thresholds.c chooses thresholds.  graded_walk.c walks through the nodes of a
 * unit.  graded_part.c converts the sums of a unit to a part. */
#pragma once

#include "engine/graded/graded_nodes.h"
#include "engine/isa/isa.h"
#include "engine/abilities.h"
#include "model/matrix.h"
#include "num/mag.h"
#include "num/part.h"

#include <math.h>

/* A matrix with scaled rows and columns, whose line sums are all near 1:
 *     per(original) factor = per(a). */
struct pm_scaled {
    struct pm_matrix *a;
    fmpq_t factor;
    double gap; /* deviation of the line sums from 1 (sinkhorn.c) */
    double low; /* per(a) >= 2^exp low */
    int64_t exp;
};

/* Scales the square matrix `a`, which is copied.  PM_UNABLE: an entry is negative or complex, or
 * the scaling does not bring the gap below 1. */
pm_status pm_sinkhorn_init(struct pm_scaled *scaled, const struct pm_matrix *a);
void pm_sinkhorn_clear(struct pm_scaled *scaled);

/* The effect that thresholds.c predicts. */
struct pm_graded_shares {
    double blocks[PM_GRADES]; /* fraction of the sign vectors in each grade */
    double whole;             /* fraction of the sign vectors that is in nodes computed whole:
                               * plain, without tests of their children */
    double tested;            /* number of tested nodes divided by that of sign vectors */
    double error[PM_GRADES];  /* expected error of each grade, relative to the permanent's lower
                               * bound */
};

/* The thresholds.  A threshold is a bound divided by the number of
 * the node's sign vectors, in units of low 2^(1-n), the proved mean of the products. */
struct pm_graded_choice {
    double limit[PM_GRADED_LEVELS]; /* for each level: nodes up to this bound are skipped */
    double edge[PM_GRADES];         /* for each grade: its largest block */
    double whole[2];                /* nodes of level 1 between these two are computed whole */
    struct pm_graded_shares shares;
};

/* The wishes of the caller of pm_graded_new(). */
struct pm_graded_wish {
    double epsilon; /* allowed relative error, above 0 */
    int root;       /* number of free columns of a unit's root; 0: pm_graded_new() chooses it */
};

struct pm_graded {
    const struct pm_graded_kernels *kernels;
    const int *stop;     /* base/stop.h; a unit that was stopped has an invalid result */
    int n, root, levels; /* numbers of rows, of free columns of a root, and of levels below a
                          * root */
    int top;             /* number of columns whose signs are the bits of a unit's number */
    struct pm_graded_level level[PM_GRADED_LEVELS]; /* from the leaves upwards, without the root */
    struct pm_graded_leaf leaf;
    struct pm_graded_single single;
    double *memory;               /* all tables */
    size_t bytes;                 /* the size of this memory */
    double width[PM_GRADED_ROWS]; /* upper bounds of the factors |y| + gap of each row, at any
                                   * level */
    double *base, *rest;          /* [n] row sums of unit 0's root, where all its columns have sign
                                   * +; and their rounding errors */
    double *grid;                 /* [n] row sums are multiples of this */
    double *twice, *twice_rest;   /* [top][n] twice the columns of `top`, and the rounding errors */

    /* The sum over all sign vectors is at least 2^exp low, where 1 <= low < 2.  Bounds and values
     * below are in units of 2^exp. */
    int64_t exp;
    double low;
    double constant[PM_GRADED_LEVELS];  /* a node's bound is constant prod (|y| + gap) */
    double test_unit[PM_GRADED_LEVELS]; /* the unit of bounds in tests */
    double limit[PM_GRADED_LEVELS];     /* approximately the largest bound of a node that is
                                         * skipped */
    double largest[PM_GRADES];          /* upper bounds of blocks of each grade: powers of two;
                                         * [PM_GRADE_SKIP] is unused */
    double share[PM_GRADES];            /* error of a block of each grade, relative to its bound */
    double unit[PM_GRADES];             /* the unit of the sum of the bounds of blocks, for each
                                         * grade */
    double skip_unit[PM_GRADED_LEVELS]; /* the unit of the sum of the bounds of skipped nodes, for
                                         * each level */
    int whole; /* 1 if nodes of level 1 may be computed whole, with plain blocks; else 0 */
    double whole_unit, whole_share; /* unit and share for these nodes */
    double largest_whole; /* upper bound for nodes of level 1; 0: they cannot be computed whole */
    double rounding;      /* largest relative change of the permanent by rounding the entries */
    int shrunk;           /* the product of all shrink[i] of tests is 2^-shrunk */

    /* A unit's part is its sum times factor times 2^shift. */
    fmpz_t factor;
    int64_t shift;
    double factor_error; /* relative error of `factor` */
    struct pm_graded_choice choice;
};

/* Computes tables, bounds and thresholds for the square matrix `a`, which is not needed afterwards.
 * PM_UNABLE: the matrix has no proper scaling, or its bounds leave the range of numbers. */
pm_status pm_graded_new(struct pm_graded **graded, const struct pm_matrix *a,
                        const struct pm_graded_wish *wish);
void pm_graded_free(void *graded); /* NULL is fine */

static inline uint64_t pm_graded_units(const struct pm_graded *graded)
{
    return UINT64_C(1) << graded->top;
}

/* graded_tables.c: fills all members except thresholds, and powers of two for single precision.
 * PM_UNABLE: the entries are too unequal, or bounds leave the range of double. */
pm_status pm_graded_tables(struct pm_graded *graded, const struct pm_scaled *scaled);

/* The work in steps (graded.c), measured with AVX-512: for one row of one sign vector in a block of
 * each grade; for one row of a tested node, with what follows the test; and for one row of a sign
 * vector in nodes computed whole. */
static const double PM_GRADED_WORK[PM_GRADES] = {0, 0.6, 1.25, 9}, PM_GRADED_TEST_WORK = 2.4,
                    PM_GRADED_WHOLE_WORK = 1.05;

/* The average work for one row of one sign vector, tests included. */
double pm_graded_steps(const struct pm_graded_shares *shares);

enum {
    PM_GRADED_MOST_EXPONENT = 900
}; /* log2 of the largest bound, in units of 2^exp: far inside the range of double */

/* single_range.c chooses powers of two for products in single precision, so that no product leaves
 * the range.  This function does so for tests: it sets start, shrink, test_unit and shrunk, from
 * constant and width.  PM_UNABLE: there are no such powers. */
pm_status pm_graded_test_range(struct pm_graded *graded);

/* single_range.c: chooses powers of two for the products of blocks of grade SINGLE, whose bounds
 * are at most the second edge.  Returns false if no powers are suitable. */
bool pm_graded_single_range(struct pm_graded *graded);

/* thresholds.c: chooses thresholds, and predicts their effect.  PM_UNABLE: the bounds leave the
 * range of single precision. */
pm_status pm_graded_choose(struct pm_graded *graded, double epsilon);

/* graded_choice.c: sets the members of `graded` that the walk reads. */
void pm_graded_set_choice(struct pm_graded *graded, const struct pm_graded_choice *choice);

/* True if tests can represent bounds as small as the thresholds. */
bool pm_graded_within_reach(const struct pm_graded *graded, const struct pm_graded_choice *choice);

/* The result of a test for a block whose bound is 1 for each sign vector, in the units of struct
 * pm_graded_choice. */
double pm_graded_test_scale(const struct pm_graded *graded);

/* The largest bound of nodes of level 1 that may be computed whole, in the units of struct
 * pm_graded_choice.  The values of plain blocks are rounded to a unit that depends on the largest
 * block; the rounding of all blocks together must be small. */
double pm_graded_most_whole(const struct pm_graded *graded, double epsilon);

/* log2 of a power of two. */
static inline int pm_graded_log(double x)
{
    int e;

    frexp(x, &e);
    return e - 1;
}

/* graded_walk.c: computes the sums of one unit. */
void pm_graded_sums(struct pm_graded_sums *sums, const struct pm_graded *graded, uint64_t unit);

/* graded_part.c: the value of a unit, and the proved bound of its error.  PM_UNABLE: a sum may have
 * left its range. */
pm_status pm_graded_part(struct pm_part *part, const struct pm_graded_sums *sums,
                         const struct pm_graded *graded);
