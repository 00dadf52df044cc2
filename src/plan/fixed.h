/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices whose entries are rounded to a number of bits, to compute answers of any precision. */
#pragma once

#include "model/problem.h"
#include "num/mag.h"

/* A rounded matrix: the permanent or hafnian of the original differs from 2^exp times that of `a`
 * by at most `error`. */
struct pm_fixed {
    struct pm_matrix *a; /* integers; zero exactly where the original is zero */
    int64_t exp;
    struct pm_mag error;
    int entry_bits; /* the largest entries have about this many bits */
    /* the permanent of `a` is below 2^bits; if it is complex, its real and imaginary parts are */
    double bits;
};

/* Makes a rounded matrix, which the caller must free.  Its error is at most 2^-bits times the bound
 * of the permanent (bound.h), or 0. */
pm_status pm_fixed_new(struct pm_fixed **fixed, const struct pm_matrix *a, enum pm_kind kind,
                       int bits);
void pm_fixed_free(struct pm_fixed *fixed); /* NULL is fine */
