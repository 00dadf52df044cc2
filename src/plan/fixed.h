/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices with entries rounded to a number of bits, for answers of any precision. */
#ifndef PM_PLAN_FIXED_H
#define PM_PLAN_FIXED_H

#include "model/problem.h"
#include "num/mag.h"

/* The permanent or hafnian of the original differs by at most `error` from 2^exp times that of
 * `a`. */
struct pm_fixed {
    struct pm_matrix *a; /* integers; zero exactly where the original is zero */
    int64_t exp;
    struct pm_mag error;
    int entry_bits; /* bits of the entries, about, at most */
    double bits;    /* the permanent of `a` is below 2^bits in modulus, both parts */
};

/* Makes a rounded matrix with error <= 2^-bits times the bound of the permanent (bound.h), or 0. */
pm_status pm_fixed_new(struct pm_fixed **fixed, const struct pm_matrix *a, enum pm_kind kind,
                       int bits);
void pm_fixed_free(struct pm_fixed *fixed); /* NULL is fine */

#endif
