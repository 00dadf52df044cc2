/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upper bounds of permanents and hafnians.
 *
 * Bregman (Soviet Math. Dokl. 14, 1973; Minc's conjecture): a square 0/1 matrix with row sums r_i
 * has per <= prod g(r_i), g(r) = (r!)^(1/r).  A non-negative row with entries a_1 >= a_2 >= ... is
 * the sum over k of (a_k - a_{k+1}) times the 0/1 row of its k largest places.  The permanent is
 * multilinear in rows, so per(A) <= prod_i sum_k (a_k - a_{k+1}) g(k) (Soules, New permanental
 * upper bounds for nonnegative matrices, Linear and Multilinear Algebra 51, 2003).  For signed and
 * complex matrices the moduli give the bound.  Columns give a bound in the same way.  For a
 * rectangular matrix the bound is the product of the row sums.
 *
 * The square of a hafnian is at most the permanent of the moduli.  Each ordered pair of perfect
 * matchings corresponds to one cycle cover with cycles of even length, and these covers are some of
 * the terms of per(|A|) (Alon & Friedland, The maximum number of perfect matchings in graphs with a
 * given degree sequence, Electronic J. Combinatorics 15, 2008). */
#include "model/bound.h"

#include "base/alloc.h"
#include "num/mag.h"

#include <math.h>
#include <stdlib.h>

static int mag_descending(const void *x, const void *y)
{
    const struct pm_mag *const a = x, *const b = y;
    if (a->e != b->e)
        return a->e < b->e ? 1 : -1;
    return (a->m < b->m) - (a->m > b->m);
}

/* (k!)^(1/k), rounded up. */
static double bregman(int k)
{
    return k == 0 ? 0 : exp(lgamma(k + 1.0) / k) * (1 + 1e-12);
}

/* log2 of the bound of one row; mag is working memory. */
static double row_bits(const struct pm_matrix *a, int i, bool square, struct pm_mag *mag)
{
    const int length = a->start[i + 1] - a->start[i];
    double sum = 0;

    for (int k = 0; k < length; k++) {
        mag[k] = pm_mag_fmpq(a->re + a->start[i] + k);
        if (a->im != NULL)
            mag[k] = pm_mag_add(mag[k], pm_mag_fmpq(a->im + a->start[i] + k));
    }
    if (length == 0)
        return -HUGE_VAL;
    pm_alloc_sort(mag, (size_t)length, sizeof *mag, mag_descending);
    double above = ldexp(mag[0].m, 0);
    for (int k = 0; k < length; k++) {
        const int64_t gap = k + 1 < length ? mag[0].e - mag[k + 1].e : 0;
        const double below = k + 1 < length && gap < 1000 ? ldexp(mag[k + 1].m, -(int)gap) : 0;
        if (!square)
            sum += above;
        else if (above > below) /* bregman() is slow, and entries are often equal */
            sum += (above - below) * bregman(k + 1);
        above = below;
    }
    return log2(sum) + 1e-12 * (1 + length) + (double)mag[0].e;
}

static pm_status rows_bits(double *bits, const struct pm_matrix *a)
{
    struct pm_mag *mag;

    PM_NEW(mag, a->cols);
    *bits = 0;
    for (int i = 0; i < a->rows; i++)
        *bits += row_bits(a, i, a->rows == a->cols, mag);
    free(mag);
    return PM_OK;
}

pm_status pm_bound_bits(double *bits, const struct pm_matrix *a, enum pm_kind kind)
{
    struct pm_matrix *transposed;
    double by_columns;

    PM_TRY(rows_bits(bits, a));
    if (a->rows != a->cols)
        return PM_OK;
    PM_TRY(pm_matrix_transpose(&transposed, a));
    const pm_status status = rows_bits(&by_columns, transposed);
    pm_matrix_free(transposed);
    *bits = fmin(*bits, by_columns) + 0.01; /* makes the bound strict and covers the rounding of the
                                             * sums */
    if (kind == PM_HAFNIAN)
        *bits /= 2;
    return status;
}

/* A part has fewer entries in each line, and the factors grow with the entries. */
pm_status pm_bound_lines(double *row, double *col, const struct pm_matrix *a)
{
    struct pm_matrix *transposed;
    struct pm_mag *mag;

    PM_TRY(pm_matrix_transpose(&transposed, a));
    if ((mag = pm_alloc((size_t)a->cols, sizeof *mag)) == NULL) {
        pm_matrix_free(transposed);
        return PM_NOMEM;
    }
    for (int i = 0; i < a->rows; i++) {
        row[i] = row_bits(a, i, true, mag);
        col[i] = row_bits(transposed, i, true, mag);
    }
    free(mag);
    pm_matrix_free(transposed);
    return PM_OK;
}
