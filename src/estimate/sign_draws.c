/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For random signs x, per(A) is the mean of X = prod_j x_j prod_i (A x)_i (Glynn, European J.
 * Combinatorics 31, 2010).  By the inequality of means |X| <= (|A x|_2 / sqrt n)^n <= |A|_2^n, so
 * that by Hoeffding's inequality 2 log(2 / delta) / epsilon^2 draws are enough for an error of
 * epsilon |A|_2^n (Gurvits, MFCS 2005; Aaronson and Hance, Quantum Information and Computation 14,
 * 2014).  For complex matrices both parts have delta / 2 and an error of epsilon / sqrt 2 each.
 *
 * The norm: for G = A* A and m = 2^SQUARINGS, |A|_2^(2 m) <= |G^m|_F <= sqrt(n) |A|_2^(2 m), with
 * the balls of Arb.  So (the bound)^n is at most n^(n / (4 m)) times too large.
 *
 * Rounding: with entries over the norm, a sum (A x)_i is wrong by at most d = gamma |row i|_1.  The
 * mean of the |(A x)_i| is at most 1, so by Maclaurin's inequality their product is wrong by at
 * most (1 + d)^n - 1.  Cost: n^3 products for the norm, and a step for each entry in a draw. */
#include "estimate/sign_draws.h"

#include "base/alloc.h"
#include "estimate/chance.h"
#include "num/mag.h"

#if __has_include(<flint/acb_mat.h>) /* FLINT 3 */
#include <flint/acb_mat.h>
#else
#include <acb_mat.h>
#endif
#include <stdlib.h>

enum { SQUARINGS = 10, PRECISION = 128 };

/* G = A* A, for A over 2^exp. */
static void gram(acb_mat_t g, const struct pm_sign_draws *s)
{
    const struct pm_matrix *const a = s->a;
    acb_mat_t m, adjoint;

    acb_mat_init(m, a->rows, a->cols);
    acb_mat_init(adjoint, a->cols, a->rows);
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            acb_ptr const x = acb_mat_entry(m, i, a->col[k]);
            arb_set_fmpq(acb_realref(x), a->re + k, PRECISION);
            if (a->im != NULL)
                arb_set_fmpq(acb_imagref(x), a->im + k, PRECISION);
            acb_mul_2exp_si(x, x, -s->exp);
            acb_conj(acb_mat_entry(adjoint, a->col[k], i), x);
        }
    acb_mat_mul(g, adjoint, m, PRECISION);
    acb_mat_clear(m);
    acb_mat_clear(adjoint);
}

static pm_status find_norm(struct pm_sign_draws *s, const int *stop)
{
    const int n = s->a->rows;
    pm_status status = PM_OK;
    acb_mat_t g;
    arb_t x;

    acb_mat_init(g, n, n);
    arb_init(x);
    gram(g, s);
    for (int k = 0; k < SQUARINGS && status == PM_OK; k++) {
        acb_mat_sqr(g, g, PRECISION);
        status = pm_go_on(stop);
    }
    acb_mat_frobenius_norm(x, g, PRECISION);
    arb_root_ui(x, x, 2UL << SQUARINGS, PRECISION);
    s->norm = pm_end_above(x);
    s->above = pow(n, n / (4.0 * (1 << SQUARINGS))) * (1 + 1e-9);
    arb_clear(x);
    acb_mat_clear(g);
    return status == PM_OK && !(s->norm > 0 && isfinite(s->norm))
               ? pm_fail(PM_UNABLE, "the norm of the matrix is 0 or was not found")
               : status;
}

/* The entry over 2^exp norm, rounded. */
static double scaled(const struct pm_sign_draws *s, const fmpq *x)
{
    struct pm_mag m = pm_mag_fmpq(x);

    m.e -= s->exp;
    return fmpq_sgn(x) * pm_mag_get_double(m) / s->norm;
}

static void load(struct pm_sign_draws *s)
{
    const struct pm_matrix *const a = s->a;
    double largest = 0;

    for (int i = 0; i < a->rows; i++) {
        double sum = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            s->re[k] = scaled(s, a->re + k);
            sum += fabs(s->re[k]);
            if (a->im != NULL)
                sum += fabs(s->im[k] = scaled(s, a->im + k));
        }
        largest = fmax(largest, sum);
    }
    const double d = pm_gamma(2.0 * a->cols + 12) * largest * (1 + 0x1p-20);
    s->loose = expm1(a->rows * d) * (1 + 0x1p-20) + pm_gamma(8.0 * a->rows) + 0x1p-900;
}

pm_status pm_sign_draws_init(struct pm_sign_draws *s, const struct pm_matrix *a, const int *stop)
{
    pm_status status;

    *s = (struct pm_sign_draws){.a = a};
    if (a->rows != a->cols)
        return pm_fail(PM_UNABLE, "the additive estimate is for square matrices");
    PM_NEW_GOTO(status, s->re, pm_matrix_nnz(a), done);
    if (a->im != NULL)
        PM_NEW_GOTO(status, s->im, pm_matrix_nnz(a), done);
    s->exp = INT64_MIN;
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        for (int part = 0; part < (a->im != NULL ? 2 : 1); part++) {
            const struct pm_mag x = pm_mag_fmpq((part == 0 ? a->re : a->im) + k);
            s->exp = !pm_mag_is_zero(x) && x.e > s->exp ? x.e : s->exp;
        }
    PM_TRY_GOTO(status, find_norm(s, stop), done);
    load(s);
done:
    if (status != PM_OK)
        pm_sign_draws_clear(s);
    return status;
}

void pm_sign_draws_clear(struct pm_sign_draws *s)
{
    free(s->re);
    free(s->im);
    *s = (struct pm_sign_draws){.a = NULL};
}

void pm_sign_draws_log(arb_t x, const struct pm_sign_draws *s)
{
    arb_const_log2(x, PM_LOG_BITS);
    arb_mul_si(x, x, s->exp, PM_LOG_BITS);
    pm_add_log(x, s->norm, 1);
    arb_mul_si(x, x, s->a->rows, PM_LOG_BITS);
}

double pm_sign_draws_enough(const struct pm_sign_draws *s, double epsilon, double delta)
{
    const double parts = s->im != NULL ? 2 : 1, error = epsilon / s->above;

    return 2 * parts * log(2 * parts / delta) / (error * error) * (1 + 1e-9);
}

void pm_sign_draws_next(double draw[2], double *sign, const struct pm_sign_draws *s,
                        uint64_t *state)
{
    const struct pm_matrix *const a = s->a;
    uint64_t bits = 0;
    double re = 1, im = 0;

    for (int j = 0; j < a->cols; j++, bits >>= 1) {
        if (j % 64 == 0)
            bits = pm_random_word(state);
        sign[j] = bits & 1 ? -1 : 1;
        re *= sign[j];
    }
    for (int i = 0; i < a->rows; i++) {
        double x = 0, y = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            x += s->re[k] * sign[a->col[k]];
        for (int k = a->start[i]; k < a->start[i + 1] && s->im != NULL; k++)
            y += s->im[k] * sign[a->col[k]];
        const double old = re;
        re = old * x - im * y;
        im = old * y + im * x;
    }
    draw[0] = re;
    draw[1] = im;
}
