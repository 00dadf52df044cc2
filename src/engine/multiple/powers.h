/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact permanent of a matrix with repeated lines, which are not copied. */
#ifndef PM_ENGINE_MULTIPLE_POWERS_H
#define PM_ENGINE_MULTIPLE_POWERS_H

#include "base/stop.h"
#include "model/matrix.h"
#include "num/gauss.h"

/* Numbers of a list; im NULL: all real. */
struct pm_powers_numbers {
    fmpz *re, *im;
};

struct pm_powers {
    double steps; /* multiplications of words, predicted */
    double bytes; /* that the coefficients take, predicted */
    double share; /* of the steps that are done */
    char note[128];
    int forms, vars;               /* lines with multiplicities above 0; vars >= 1 */
    int *times, *most;             /* multiplicities of forms, and of variables */
    struct pm_powers_numbers form; /* [forms][vars], integers */
    fmpz_t scale;                  /* by which the answer is to be divided */
    int recurring;                 /* so many forms, the first ones, are done by the recurrence */
};

/* *out = how to find the permanent of the matrix in which row i of `a` stands row_times[i] >= 0
 * times and column j col_times[j] times (NULL: once), with the fewest steps; NULL where that takes
 * more than so many steps, or bytes. */
pm_status pm_powers_new(struct pm_powers **out, const struct pm_matrix *a, const int *row_times,
                        const int *col_times, double most_steps, double most_bytes);
void pm_powers_free(struct pm_powers *p); /* NULL is fine */

/* Computes it.  Errors: PM_STOPPED, PM_NOMEM. */
pm_status pm_powers_value(struct pm_gauss *value, struct pm_powers *p, const struct pm_poll *poll);

#endif
