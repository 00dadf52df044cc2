/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proved bounds of permanents and hafnians that are too large to be computed. */
#pragma once

#include "estimate/logs.h"
#include "estimate/soules.h"
#include "model/problem.h"

/* The answer or its modulus lies between 2^lower and 2^upper; lower is -HUGE_VAL where nothing
 * above 0 is known, and both are where the answer is 0.  The names are methods, for users. */
struct pm_bounds {
    double lower, upper;
    const char *lower_by, *upper_by;
};

/* Of the permanent (rows <= cols) or the hafnian of `a`, which should be reduced before. */
pm_status pm_bounds_matrix(struct pm_bounds *bounds, const struct pm_matrix *a, enum pm_kind kind);

/* The Bethe permanent of a square matrix without negative entries, whose entries are all in perfect
 * matchings that come together in one block, of order 2 or more: it lies between 2^ends[0] and
 * 2^ends[1].  beliefs[k] is that of entry k; they are multiples of 2^-PM_DOUBLY_BITS, and every
 * line adds up to 1 exactly (beliefs.c). */
pm_status pm_beliefs_find(double ends[2], double *beliefs, const struct pm_matrix *a);

/* ----------------------------------------------------------------- inside src/estimate */

/* Each sets x to a ball that contains the logarithm to base 2 of a bound; PM_UNABLE: the method
 * does not apply. */
void pm_upper_soules(arb_t x, struct pm_soules *s);
pm_status pm_upper_norms(arb_t x, const struct pm_positive *p);

/* The matrix D, doubly stochastic (with `ones` equal rows below if the matrix is wide). */
struct pm_doubly {
    const struct pm_positive *p;
    int64_t *entry; /* 2^PM_DOUBLY_BITS times each entry of D */
    int64_t *rest;  /* [cols] 2^PM_DOUBLY_BITS times the sum of the lower rows in each column */
};
enum { PM_DOUBLY_BITS = 48 };

/* An exactly doubly stochastic matrix near `near`: approximate entries, then the sums of the lower
 * rows.  PM_UNABLE: an entry would become negative. */
pm_status pm_doubly_init(struct pm_doubly *d, const struct pm_positive *p, const double *near);
void pm_doubly_clear(struct pm_doubly *d);

/* Lower bounds from any such D; *by = the name of the method; NULL: only the Bethe bound. */
pm_status pm_lower_doubly(arb_t x, const char **by, const struct pm_doubly *d);

/* near[] of the scaled matrix, and of the fixed point of belief propagation.  sum[] is what each
 * column gets there, over p->col[]; NULL: fewer rounds are enough. */
void pm_lower_near_scaled(double *near, const struct pm_positive *p);
pm_status pm_beliefs_near(double *near, double *sum, const struct pm_positive *p);
