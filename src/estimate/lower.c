/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lower bounds of permanents of non-negative matrices, from any doubly stochastic matrix D that is
 * 0 where A is 0.
 *
 * Bethe: per(A) >= prod (a_ij / d_ij)^(d_ij) (1 - d_ij)^(1 - d_ij)  (Schrijver, J. Combinatorial
 * Theory B 72, 1998, in the form of Gurvits, Unleashing the power of Schrijver's permanental
 * inequality with the help of the Bethe approximation, 2011).
 *
 * Degrees: the capacity of prod_i sum_j a_ij z_j is at least prod (a_ij / d_ij)^(d_ij), by the
 * inequality of weighted means, and per(A) >= capacity prod_k G(min(k, deg_k)), G(k) = ((k - 1) /
 * k)^(k - 1), where deg_k are the numbers of entries of the columns in any order (Gurvits, Van der
 * Waerden/Schrijver-Valiant like conjectures, Electronic J. Combinatorics 15, 2008, theorem 2.4);
 * the same holds for rows.  Descending degrees give the largest product.  With all degrees n this
 * is van der Waerden's n! / n^n.
 *
 * Two matrices D are tried.  The first is the scaled matrix, which makes the first product as large
 * as possible.  The second is the fixed point of belief propagation, where the Bethe bound is
 * largest (beliefs.c).  Both are only near a doubly stochastic matrix; doubly.c finds an exact one
 * beside them. */
#include "base/alloc.h"
#include "base/budget.h"
#include "estimate/bounds.h"

#include <math.h>
#include <stdlib.h>

enum { LOGARITHMS = 1024 }; /* of entries, between questions to the budget */

void pm_lower_near_scaled(double *near, const struct pm_positive *p)
{
    const int nnz = pm_matrix_nnz(p->a);

    for (int k = 0; k < nnz; k++)
        near[k] = p->value[k] * p->row[p->row_of[k]] * p->col[p->a->col[k]];
    for (int j = 0; j < p->cols; j++)
        near[nnz + j] = p->ones * p->one * p->col[j];
}

/* x += times n log(n / 2^bits)  for the integer n >= 0; 0 log 0 = 0. */
static void add_entropy(arb_t x, int64_t n, long times)
{
    arb_t y, z;

    if (n <= 0)
        return;
    PM_EACH(arb_init, y, z);
    arb_set_si(y, n);
    arb_mul_2exp_si(y, y, -PM_DOUBLY_BITS);
    arb_log(z, y, PM_LOG_BITS);
    arb_mul(y, y, z, PM_LOG_BITS);
    arb_addmul_si(x, y, times, PM_LOG_BITS);
    PM_EACH(arb_clear, y, z);
}

/* x = the logarithm of prod (a_ij / d_ij)^(d_ij). */
static pm_status capacity(arb_t x, const struct pm_doubly *d)
{
    const struct pm_positive *const p = d->p;
    pm_status status = PM_OK;
    arb_t y;

    arb_init(y);
    arb_zero(x);
    for (int k = 0; k < pm_matrix_nnz(p->a) && status == PM_OK; k++) {
        if (k % LOGARITHMS == 0)
            status = pm_budget_ask();
        if (d->entry[k] == 0)
            continue;
        arb_set_fmpq(y, p->a->re + k, PM_LOG_BITS);
        arb_log(y, y, PM_LOG_BITS);
        arb_mul_si(y, y, d->entry[k], PM_LOG_BITS);
        arb_mul_2exp_si(y, y, -PM_DOUBLY_BITS);
        arb_add(x, x, y, PM_LOG_BITS);
        add_entropy(x, d->entry[k], -1);
    }
    if (p->ones > 0) { /* each of t rows has rest / t: the sum is rest log(rest) - rest log t */
        for (int j = 0; j < p->cols; j++)
            add_entropy(x, d->rest[j], -1);
        arb_log_ui(y, (ulong)p->ones, PM_LOG_BITS);
        arb_addmul_si(x, y, p->ones, PM_LOG_BITS); /* the rests add up to t */
    }
    arb_clear(y);
    return status;
}

/* x += the logarithm of prod (1 - d_ij)^(1 - d_ij). */
static pm_status add_schrijver(arb_t x, const struct pm_doubly *d)
{
    const struct pm_positive *const p = d->p;
    const int64_t one = INT64_C(1) << PM_DOUBLY_BITS;
    pm_status status = PM_OK;
    arb_t y, z;

    PM_EACH(arb_init, y, z);
    for (int k = 0; k < pm_matrix_nnz(p->a) && status == PM_OK; k++) {
        add_entropy(x, one - d->entry[k], 1);
        if (k % LOGARITHMS == 0)
            status = pm_budget_ask();
    }
    for (int j = 0; j < p->cols && p->ones > 0; j++) { /* t (1 - rest / t) log(1 - rest / t) */
        arb_set_si(y, d->rest[j]);
        arb_mul_2exp_si(y, y, -PM_DOUBLY_BITS);
        arb_sub_si(y, y, p->ones, PM_LOG_BITS);
        arb_neg(y, y);
        if (arb_is_zero(y))
            continue;
        arb_div_si(z, y, p->ones, PM_LOG_BITS);
        arb_log(z, z, PM_LOG_BITS);
        arb_addmul(x, y, z, PM_LOG_BITS);
    }
    PM_EACH(arb_clear, y, z);
    return status;
}

static int descending(const void *x, const void *y)
{
    return *(const int *)y - *(const int *)x;
}

/* x = the logarithm of prod G(min(k, deg_k)); sorts the degrees. */
static void degrees(arb_t x, int *degree, int n)
{
    arb_t y;

    pm_alloc_sort(degree, (size_t)n, sizeof *degree, descending);
    arb_init(y);
    arb_zero(x);
    for (int k = 0; k < n; k++) {
        const int d = k + 1 < degree[k] ? k + 1 : degree[k];
        if (d < 2)
            continue;
        arb_set_ui(y, (ulong)d - 1);
        arb_div_si(y, y, d, PM_LOG_BITS);
        arb_log(y, y, PM_LOG_BITS);
        arb_addmul_si(x, y, d - 1, PM_LOG_BITS);
    }
    arb_clear(y);
}

/* x = the larger one of the products by columns and by rows. */
static pm_status best_degrees(arb_t x, const struct pm_positive *p)
{
    int *degree;
    arb_t by_rows;

    PM_NEW(degree, p->cols);
    for (int j = 0; j < p->cols; j++)
        degree[j] = p->start_col[j + 1] - p->start_col[j] + p->ones;
    degrees(x, degree, p->cols);
    for (int i = 0; i < p->cols; i++)
        degree[i] = i < p->rows ? p->a->start[i + 1] - p->a->start[i] : p->cols;
    arb_init(by_rows);
    degrees(by_rows, degree, p->cols);
    arb_max(x, x, by_rows, PM_LOG_BITS);
    arb_clear(by_rows);
    free(degree);
    return PM_OK;
}

pm_status pm_lower_doubly(arb_t x, const char **by, const struct pm_doubly *d)
{
    const struct pm_positive *const p = d->p;
    arb_t by_degrees;

    arb_init(by_degrees);
    pm_status status = capacity(x, d);
    if (by != NULL)
        PM_THEN(status, best_degrees(by_degrees, p));
    arb_add(by_degrees, by_degrees, x, PM_LOG_BITS);
    PM_THEN(status, add_schrijver(x, d));
    if (by != NULL) {
        *by = arb_gt(by_degrees, x) ? "degrees (Gurvits 2008)" : "Bethe (Gurvits 2011)";
        arb_max(x, x, by_degrees, PM_LOG_BITS);
    }
    pm_sub_log_factorial(x, p->ones);
    pm_to_bits(x);
    arb_clear(by_degrees);
    return status;
}
