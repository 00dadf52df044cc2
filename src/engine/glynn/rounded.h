/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows rounded so that their sums are exact. */
#pragma once

#include "engine/glynn/rows.h"
#include "num/mag.h"

/* Rounded rows in the order of the walk. */
struct pm_rounded {
    int n, parts, words;    /* words: of an entry, in both layers */
    int pivot, ones, zeros; /* of the rows (rows.h) */
    double *b;              /* [n][n][words] by rows and columns, including the pivot */
    double *eta, *sum; /* [n] bounds of the rounding error of a row, and of its sum of moduli */
    double *second;    /* [n] bound of the sum of moduli of the second layer */
    int column[64];    /* free columns in the order of the walk, then the fixed column */
};

static inline double *pm_rounded_at(const struct pm_rounded *r, int k, int j)
{
    return r->b + (k * r->n + j) * r->words;
}

/* Rounds exact rows; `layers`: 1 for double, 2 for double-double. */
pm_status pm_rounded_init(struct pm_rounded *r, const struct pm_rows *rows, int layers);

/* Rounds rows of doubles: takes memory for n rows of numbers with so many parts; and rounds the
 * numbers in the first layer of row k of b, which have relative errors of up to `errors` u, u =
 * 2^-53. */
pm_status pm_rounded_open(struct pm_rounded *r, int n, int parts, int layers);
void pm_rounded_row(struct pm_rounded *r, int k, int errors);
/* The sum of the positive exponents of the rows' sums of moduli (pm_finish_floor()). */
int pm_rounded_above(const struct pm_rounded *r);

void pm_rounded_clear(struct pm_rounded *r);

/* *nearest = the integer nearest to x; if two are equally near, the larger one.  x becomes
 * x - nearest. */
void pm_rounded_nearest(fmpz_t nearest, fmpq_t x);
