/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Torontonians in double-double, with a bound that is known before the sum.
 *
 * Let H be M with rows and columns scaled by powers of two, so that its diagonal is in [1/4, 1),
 * and N its order.  Elimination without exchanges computes the pivots of H + E exactly, with |E_ij|
 * <= e = (3 N + 40) 2^-106 (Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition
 * 2002, lemma 8.4 and theorem 10.3; a product of pairs of doubles has relative error at most 5
 * 2^-106, a sum 3, the inverse of a pivot 12).  This holds for every set of modes, since its pivots
 * are those of a principal submatrix.  If no eigenvalue of H is below l, none of a principal
 * submatrix is.  So with h = N e / l < 1/2, E changes a determinant by at most a factor exp(2 N h),
 * and a form g M^-1 g* by at most a factor 1 + 2 (h + 2 e sqrt(N / l) + e).
 *
 * H - s I + F is positive definite if its elimination in double has positive pivots; no eigenvalue
 * of F is above N (N + 12) 2^-53.  So l = s - 2 N (N + 12) 2^-53. */
#include "engine/torontonian/torontonian.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "engine/isa/isa.h"

#include <math.h>
#include <stdlib.h>

enum { APART = 1 };
#include "engine/torontonian/torontonian_terms.h"
#include "engine/stack_answers.h"

enum { FAR = 900 }; /* determinants are in 2^-FAR .. 2^FAR */

/* ------------------------------------------------------------------ before the sum */

/* Whether no eigenvalue of the scaled matrix h is below the result; 0: none was found. */
static double least_eigenvalue(double *work, const double *h, int n)
{
    static const double shifts[] = {0x1p-3, 0x1p-8, 0x1p-16, 0x1p-24, 0x1p-32};
    const double lost = 2.0 * n * (n + 12) * PM_BALL_U;

    for (size_t k = 0; k < sizeof shifts / sizeof *shifts; k++) {
        int p = 0;
        for (int at = 0; at < n * n; at++)
            work[at] = h[at] - (at % (n + 1) == 0 ? shifts[k] : 0);
        for (; p < n && work[p * (n + 1)] > 0; p++) {
            const double *const u = work + p * n, inverse = 1 / u[p];
            for (int i = p + 1; i < n; i++) {
                const double factor = u[i] * inverse;
                for (int j = i; j < n; j++)
                    work[i * n + j] = fma(-factor, u[j], work[i * n + j]);
            }
        }
        if (p == n)
            return shifts[k] > lost ? (shifts[k] - lost) * PM_DOWN : 0;
    }
    return 0;
}

/* *least = l, for the matrix m with its stride.  PM_UNABLE: unknown, or the range of doubles may
 * not suffice. */
static pm_status look_ahead(double *least, const struct pm_dd *m, int stride, int n)
{
    pm_status status = PM_OK;
    double *work, *h, up = 0, down = 0;
    bool small = true;

    PM_NEW(work, 2 * n * n + 1);
    h = work + n * n;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            const int one = (pm_exponent(m[i * (stride + 1)].hi) + 1) / 2,
                      other = (pm_exponent(m[j * (stride + 1)].hi) + 1) / 2;
            h[i * n + j] = pm_times_power(m[i * stride + j].hi, -one - other);
            if (i < j)
                continue;
            small = small && m[i * (stride + 1)].hi > 0x1p-200 && m[i * (stride + 1)].hi < 0x1p200;
            up += one > 0 ? 2 * one : 0;
            down += one < 0 ? 2 * one - 2 : -2;
        }
    *least = small && up < FAR ? least_eigenvalue(work, h, n) : 0;
    if (*least == 0 || down + n * log2(*least) < -FAR)
        status = PM_UNABLE;
    free(work);
    return status;
}

/* ------------------------------------------------------------------ the sum */

PM_ISA_TABLE(pm_torontonian_add, pm_torontonian_unit);

/* The sum over all units, by threads; w->most is that of all. */
static pm_status sum_all(struct pm_torontonian_part *sum, double *most,
                         const struct pm_torontonian *t, const struct pm_dd *m, int stride)
{
    const int units = 1 << pm_torontonian_decided(t);
    struct pm_failure failure = {.status = PM_OK};
    pm_torontonian_add *const add = pm_torontonian_unit_sets[t->isa->number];
    struct pm_dd factorial[PM_TORONTONIAN_DEGREE + 1];
    struct pm_torontonian_part part[64];

    pm_torontonian_factorials(factorial);

#pragma omp parallel num_threads(t->threads) if (units > 1)
    {
        struct pm_torontonian_walk w = {.t = t, .factorial = factorial};
        pm_status status = PM_OK;
        w.room = pm_alloc_aligned(64, pm_torontonian_room(t) * sizeof *w.room);
        if (w.room == NULL)
            status = pm_no_memory();
#pragma omp for schedule(dynamic)
        for (int unit = 0; unit < units; unit++)
            if (status == PM_OK)
                add(part + unit, &w, m, stride, unit);
#pragma omp critical
        {
            pm_failure_keep(&failure, status);
            *most = w.most > *most ? w.most : *most;
        }
        free(w.room);
    }
    PM_TRY(pm_failure_raise(&failure));
    PM_TRY(pm_go_on(t->stop));
    *sum = (struct pm_torontonian_part){{0, 0}, 0};
    for (int unit = 0; unit < units; unit++) {
        sum->value = pm_dd_sum(sum->value, part[unit].value);
        sum->size += part[unit].size;
    }
    return PM_OK;
}

/* Of one term, relative to it: 5 roundings a pivot for the product, 96 of roots, and those of the
 * exponential and its argument. */
static double term_error(const struct pm_torontonian *t, double least, double most)
{
    const double n = t->rows, e = (3 * n + 40) * PM_DD_U, h = n * e / least;
    const double form = 2 * (h + 2 * e * sqrt(n / least) + e);
    const double loops = t->looped ? most * form + (10 * most + 0x1p15 + 5) * PM_DD_U : 0;

    return 2 * (n * h + (5 * n + 96) * PM_DD_U + loops);
}

pm_status pm_torontonian_start(struct pm_dd *m, double *least, const struct pm_torontonian *t,
                               int stride)
{
    const int n = t->rows;

    *least = 1;
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++)
            m[i * stride + j] =
                pm_dd_sum((struct pm_dd){i == j, 0}, pm_dd_neg(t->entry[i * n + j]));
        if (stride > n)
            m[i * stride + n] = (struct pm_dd){t->loop[i], 0};
    }
    if (stride > n)
        m[n * stride + n] = (struct pm_dd){0, 0};
    return n > 0 ? look_ahead(least, m, stride, n) : PM_OK;
}

pm_status pm_torontonian_end(struct pm_dd *sum, struct pm_mag *error,
                             const struct pm_torontonian *t, double least, struct pm_dd value,
                             double size, double most)
{
    const double relative = term_error(t, least, most) + 3 * (t->modes + 66) * PM_DD_U;

    if (most > PM_TORONTONIAN_EXPONENT || !(relative < 0x1p-20))
        return PM_UNABLE;
    *sum = value;
    *error = pm_mag_double(relative * size * (1 + 0x1p-19), 0);
    return PM_OK;
}

pm_status pm_torontonian_dd(struct pm_dd *sum, struct pm_mag *error, const struct pm_torontonian *t)
{
    const int stride = t->rows + t->looped;
    struct pm_dd *m;
    struct pm_torontonian_part all;
    double least, most = 0;
    pm_status status;

    PM_NEW(m, stride * stride + 1);
    status = pm_torontonian_start(m, &least, t, stride);
    PM_THEN(status, sum_all(&all, &most, t, m, stride));
    PM_THEN(status, pm_torontonian_end(sum, error, t, least, all.value, all.size, most));
    free(m);
    return status;
}

pm_status pm_torontonian_deliver(const struct pm_batch *b, size_t k, struct pm_dd sum,
                                 struct pm_mag error)
{
    const double wanted = b->stack.precision == PM_PRECISION_EXACT ? 0x1p-53 : 0x1p-40;
    const double value[2] = {sum.hi, 0};

    if (pm_balls_fixed(b) == 0 && !pm_mag_is_less(error, pm_mag_double(fabs(sum.hi) * wanted, 0)))
        return PM_UNABLE;
    pm_stack_deliver(b, k, value, pm_mag_add(error, pm_mag_double(fabs(sum.lo), 0)), 0);
    return PM_OK;
}
