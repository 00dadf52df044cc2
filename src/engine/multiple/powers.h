/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact permanent of a matrix with repeated lines (rows or columns), without copying these
 * lines. */
#pragma once

#include "base/watched.h"
#include "model/matrix.h"
#include "num/gauss.h"

/* A list of numbers, re[k] + i im[k].  im NULL: all numbers are real. */
struct pm_powers_numbers {
    fmpz *re, *im;
};

struct pm_powers {
    double steps;  /* predicted number of multiplications of words */
    double bytes;  /* predicted number of bytes of the coefficients */
    double share;  /* fraction of the steps that is done, which pm_powers_value() updates; */
    uint64_t done; /* what the watch knows of them */
    char note[128];
    int forms, vars;               /* numbers of forms and of variables: lines with multiplicities
                                    * above 0; vars >= 1 */
    int *times, *most;             /* [forms] multiplicities of the forms; [vars] multiplicities of
                                    * the variables */
    struct pm_powers_numbers form; /* [forms][vars] the coefficients of the forms, which are
                                    * integers */
    fmpz_t scale;                  /* the sum over coefficients must be divided by this */
    int recurring;                 /* the recurrence is used for so many forms, the first ones */
};

/* *out = a plan for the permanent of the matrix in which row i of `a` occurs row_times[i] >= 0
 * times, and column j occurs col_times[j] >= 0 times.  row_times or col_times NULL: each line
 * occurs once.  The plan has the fewest steps among several.  *out = NULL if every plan takes more
 * than most_steps steps or most_bytes bytes. */
pm_status pm_powers_new(struct pm_powers **out, const struct pm_matrix *a, const int *row_times,
                        const int *col_times, double most_steps, double most_bytes);
void pm_powers_free(struct pm_powers *p); /* NULL is fine */

/* *value = the permanent.  PM_STOPPED: the watch said so; NULL: nobody watches. */
pm_status pm_powers_value(struct pm_gauss *value, struct pm_powers *p, struct pm_watched *watched);
