/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For random signs x, per(A) is the mean of X = prod_j x_j prod_i (A x)_i (Glynn, European J.
 * Combinatorics 31, 2010).  By the inequality of means |X| <= (|A x|_2 / sqrt n)^n <= |A|_2^n, so
 * that by Hoeffding's inequality 2 log(2 / delta) / epsilon^2 draws are enough for an error of
 * epsilon |A|_2^n (Gurvits, MFCS 2005; Aaronson and Hance, Quantum Information and Computation 14,
 * 2014).  For complex matrices both parts have delta / 2 and an error of epsilon / sqrt 2 each.
 *
 * Equal columns: let B have each column once, and let column j stand s_j times in A.  Then per(A)
 * is prod_j s_j! times the coefficient of prod_j z_j^(s_j) in prod_i (B z)_i.  With z_j = sqrt(s_j)
 * x_j and random roots of unity x_j of order s_j + 1, this coefficient is the mean of prod_j
 * (s_j^(-s_j / 2) x_j) prod_i (B z)_i: conj(x_j)^(s_j) = x_j, and a monomial of degree n that is
 * not cancelled has exponents of at least s_j, since they are s_j modulo s_j + 1.  As |z|_2^2 = n,
 * the modulus is at most one unit, prod_j (s_j! / s_j^(s_j / 2)) |B|_2^n (Aaronson and Hance).  If
 * the entries are real, so is the mean, and the imaginary part is dropped.
 *
 * The norm: for G = B* B and m = 2^SQUARINGS, |B|_2^(2 m) <= |G^m|_F <= sqrt(k) |B|_2^(2 m), where
 * B has k columns, with the balls of Arb.  So (the bound)^n is at most k^(n / (4 m)) times too
 * large.  If this takes too long, there are fewer squarings, or sqrt(|B|_1 |B|_inf) is the bound.
 *
 * Hafnians: a symmetric A of order n = 2 m is U D U^T with a unitary U and a diagonal D >= 0
 * (Takagi).  haf(A) is the coefficient of x_1 .. x_n in the polynomial p = (x^T A x / 2)^m / m!.
 * Let different monomials be orthogonal, and let x^k have the square norm k!.  Unitary
 * transformations of x keep such a norm (Bombieri's), so |haf(A)|^2 <= |p|^2 = |(sum d_i x_i^2 /
 * 2)^m / m!|^2, which is the coefficient of t^m in prod_i (1 - d_i^2 t)^(-1/2).  With |A|_2 for all
 * d_i it is |A|_2^n binomial(n - 1, m).
 *
 * Rounding: with entries over the norm, a sum (B z)_i is wrong by at most d = gamma sum_j |b_ij|
 * |z_j|.  The mean of the |(B z)_i| is at most 1, so by Maclaurin's inequality their product is
 * wrong by at most (1 + d)^n - 1.  A choice among s + 1 values has probabilities that are wrong by
 * 2^-53.  Cost: k^3 products for the norm, and a step for each entry in a draw. */
#include "estimate/sign_draws.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/chance.h"
#include "model/classes.h"
#include "num/mag.h"

#if __has_include(<flint/acb_mat.h>) /* FLINT 3 */
#include <flint/acb_mat.h>
#else
#include <acb_mat.h>
#endif

enum { SQUARINGS = 10, PRECISION = 128 };

/* ------------------------------------------------------------------------------- norm */

/* m = B over 2^exp; *norms = at least sqrt(|m|_1 |m|_inf) */
static void load_balls(acb_mat_t m, double *norms, const struct pm_sign_draws *s)
{
    const struct pm_matrix *const b = s->b;
    arb_t x, most[2];
    arb_ptr const sum = _arb_vec_init(b->rows + b->cols);

    arb_init(x);
    for (int side = 0; side < 2; side++)
        arb_init(most[side]);
    PM_EACH_ENTRY(b, i, k) {
        acb_ptr const entry = acb_mat_entry(m, i, b->col[k]);
        arb_set_fmpq(acb_realref(entry), b->re + k, PRECISION);
        if (b->im != NULL)
            arb_set_fmpq(acb_imagref(entry), b->im + k, PRECISION);
        acb_mul_2exp_si(entry, entry, -s->exp);
        acb_abs(x, entry, PRECISION);
        arb_add(sum + i, sum + i, x, PRECISION);
        arb_add(sum + b->rows + b->col[k], sum + b->rows + b->col[k], x, PRECISION);
    }
    for (int k = 0; k < b->rows + b->cols; k++)
        arb_max(most[k >= b->rows], most[k >= b->rows], sum + k, PRECISION);
    arb_mul(x, most[0], most[1], PRECISION);
    arb_sqrt(x, x, PRECISION);
    *norms = pm_end_above(x);
    _arb_vec_clear(sum, b->rows + b->cols);
    for (int side = 0; side < 2; side++)
        arb_clear(most[side]);
    arb_clear(x);
}

/* x = at least the norm, by powers of G. */
static pm_status power_norm(arb_t x, const acb_mat_t m, int squarings)
{
    acb_mat_t g, adjoint;
    pm_status status = PM_OK;

    acb_mat_init(adjoint, acb_mat_ncols(m), acb_mat_nrows(m));
    acb_mat_init(g, acb_mat_ncols(m), acb_mat_ncols(m));
    acb_mat_conjugate_transpose(adjoint, m);
    acb_mat_mul(g, adjoint, m, PRECISION);
    for (int k = 0; k < squarings && status == PM_OK; k++) {
        acb_mat_sqr(g, g, PRECISION);
        status = pm_budget_ask();
    }
    acb_mat_frobenius_norm(x, g, PRECISION);
    arb_root_ui(x, x, 2UL << squarings, PRECISION);
    PM_EACH(acb_mat_clear, adjoint, g);
    return status;
}

/* That of the largest entry. */
static void find_exponent(struct pm_sign_draws *s)
{
    const struct pm_matrix *const b = s->b;

    s->exp = INT64_MIN;
    for (int k = 0; k < pm_matrix_nnz(b); k++)
        for (int part = 0; part < (b->im != NULL ? 2 : 1); part++) {
            const struct pm_mag x = pm_mag_fmpq((part == 0 ? b->re : b->im) + k);
            s->exp = !pm_mag_is_zero(x) && x.e > s->exp ? x.e : s->exp;
        }
}

static pm_status find_norm(struct pm_sign_draws *s, double products)
{
    const double n = s->b->rows, k = s->b->cols;
    const int squarings = (int)fmin(SQUARINGS, floor((products / k - n * k) / (k * k)));
    pm_status status = PM_OK;
    acb_mat_t m;
    arb_t x;

    find_exponent(s);
    acb_mat_init(m, s->b->rows, s->b->cols);
    arb_init(x);
    load_balls(m, &s->norm, s);
    s->above = HUGE_VAL;
    if (squarings >= 0) {
        status = power_norm(x, m, squarings);
        s->norm = fmin(s->norm, pm_end_above(x));
        s->above = pow(k, n / (4.0 * (1 << squarings))) * (1 + 1e-9);
    }
    arb_clear(x);
    acb_mat_clear(m);
    return status == PM_OK && !(s->norm > 0 && isfinite(s->norm))
               ? pm_fail(PM_UNABLE, "the norm of the matrix is 0 or was not found")
               : status;
}

/* ----------------------------------------------------------------------------- set-up */

/* The entry over 2^exp norm, rounded. */
static double scaled(const struct pm_sign_draws *s, const fmpq *x)
{
    struct pm_mag m = pm_mag_fmpq(x);

    m.e -= s->exp;
    return fmpq_sgn(x) * pm_mag_get_double(m) / s->norm;
}

static void load(struct pm_sign_draws *s)
{
    const struct pm_matrix *const b = s->b;
    double largest = 0;

    for (int i = 0; i < b->rows; i++) {
        double sum = 0;
        for (int k = b->start[i]; k < b->start[i + 1]; k++) {
            s->re[k] = scaled(s, b->re + k);
            double size = fabs(s->re[k]);
            if (b->im != NULL)
                size += fabs(s->im[k] = scaled(s, b->im + k));
            sum += size * (s->repeats ? 2 * sqrt(s->times[b->col[k]]) : 1);
        }
        largest = fmax(largest, sum);
    }
    const double d = pm_gamma(4.0 * b->cols + 20) * largest * PM_UP_LONGEST;
    s->loose = expm1(b->rows * d) * PM_UP_LONGEST + pm_gamma(12.0 * b->rows) + 0x1p-900;
    for (int j = 0; j < b->cols; j++)
        s->loose += s->times[j] > 1 ? (s->times[j] + 1) * PM_BALL_U : 0;
}

/* The values of the variables: sqrt(s) times the roots of unity of order s + 1. */
static void load_values(struct pm_sign_draws *s)
{
    arb_t x, y, root;
    fmpq_t part;

    PM_EACH(arb_init, x, y, root);
    fmpq_init(part);
    for (int j = 0; j < s->b->cols; j++) {
        const int order = s->times[j] + 1;
        arb_sqrt_ui(root, (ulong)s->times[j], PRECISION);
        for (int k = 0; k < order; k++) {
            double *const z = s->value + 2 * (s->start[j] + k);
            fmpq_set_si(part, 2L * k, (ulong)order);
            arb_sin_cos_pi_fmpq(y, x, part, PRECISION);
            arb_mul(x, x, root, PRECISION);
            arb_mul(y, y, root, PRECISION);
            z[0] = arf_get_d(arb_midref(x), ARF_RND_NEAR);
            z[1] = arf_get_d(arb_midref(y), ARF_RND_NEAR);
        }
    }
    PM_EACH(arb_clear, x, y, root);
    fmpq_clear(part);
}

/* b = the different columns, which are rows of the transpose. */
static pm_status take_columns(struct pm_sign_draws *s, const struct pm_matrix *turned,
                              const struct pm_classes *classes)
{
    struct pm_matrix *rows;
    int nnz = 0;

    for (int j = 0; j < classes->count; j++)
        nnz += turned->start[classes->member[j] + 1] - turned->start[classes->member[j]];
    PM_TRY(pm_matrix_new(&rows, classes->count, turned->cols, nnz, turned->im != NULL));
    for (int j = 0, k = 0; j < classes->count; j++) {
        const int row = s->repeats ? classes->member[j] : j;
        for (int p = turned->start[row]; p < turned->start[row + 1]; p++)
            pm_matrix_put(rows, k++, turned->col[p], turned, p);
        rows->start[j + 1] = k;
        s->times[j] = classes->size[j];
    }
    const pm_status status = pm_matrix_transpose(&s->b, rows);
    pm_matrix_free(rows);
    return status;
}

/* Finds equal columns, or equal rows if there are fewer different ones. */
static pm_status find_columns(struct pm_sign_draws *s, const struct pm_matrix *a)
{
    struct pm_classes rows = {0}, cols = {0};
    struct pm_matrix *turned = NULL;
    pm_status status;

    PM_TRY_GOTO(status, pm_matrix_transpose(&turned, a), done);
    PM_TRY_GOTO(status, pm_classes_find(&rows, a), done);
    PM_TRY_GOTO(status, pm_classes_find(&cols, turned), done);
    const bool by_rows = rows.count < cols.count;
    const struct pm_classes *const classes = by_rows ? &rows : &cols;
    s->repeats = classes->count < a->cols;
    PM_NEW_GOTO(status, s->times, classes->count, done);
    PM_NEW_GOTO(status, s->start, classes->count + 1, done);
    PM_TRY_GOTO(status, take_columns(s, by_rows ? a : turned, classes), done);
    for (int j = 0; j < classes->count; j++)
        s->start[j + 1] = s->start[j] + s->times[j] + 1;
    PM_NEW_GOTO(status, s->value, 2 * (size_t)s->start[classes->count], done);
    load_values(s);
done:
    PM_EACH(pm_classes_clear, &rows, &cols);
    pm_matrix_free(turned);
    return status;
}

pm_status pm_sign_draws_init(struct pm_sign_draws *s, const struct pm_matrix *a, double products)
{
    pm_status status;

    struct pm_matrix *square = NULL;

    *s = (struct pm_sign_draws){.b = NULL};
    if (a->rows < a->cols)
        PM_TRY(pm_matrix_pad(&square, a));
    PM_TRY_GOTO(status, find_columns(s, square != NULL ? square : a), done);
    PM_NEW_GOTO(status, s->re, pm_matrix_nnz(s->b), done);
    if (s->b->im != NULL)
        PM_NEW_GOTO(status, s->im, pm_matrix_nnz(s->b), done);
    PM_TRY_GOTO(status, find_norm(s, products), done);
    load(s);
done:
    pm_matrix_free(square);
    if (status != PM_OK)
        pm_sign_draws_clear(s);
    return status;
}

void pm_sign_draws_clear(struct pm_sign_draws *s)
{
    pm_matrix_free(s->b);
    PM_FREE(s->times, s->start, s->value, s->re, s->im);
    *s = (struct pm_sign_draws){.b = NULL};
}

/* x = the logarithm of the norm^n */
static void power_log(arb_t x, const struct pm_sign_draws *s, int n)
{
    arb_const_log2(x, PM_LOG_BITS);
    arb_mul_si(x, x, s->exp, PM_LOG_BITS);
    pm_add_log(x, s->norm, 1);
    arb_mul_si(x, x, n, PM_LOG_BITS);
}

/* The binomial coefficient is (2 m)! / (2 m!^2). */
pm_status pm_sign_draws_norm_of_pairs(arb_t x, const struct pm_matrix *a, double products)
{
    struct pm_sign_draws s = {.b = (struct pm_matrix *)a};

    PM_TRY(find_norm(&s, products));
    power_log(x, &s, a->rows);
    arb_neg(x, x);
    pm_sub_log_factorial(x, a->rows);
    arb_neg(x, x);
    for (int twice = 0; twice < 2; twice++)
        pm_sub_log_factorial(x, a->rows / 2);
    pm_add_log(x, 2, -1);
    arb_mul_2exp_si(x, x, -1);
    return PM_OK;
}

void pm_sign_draws_log(arb_t x, const struct pm_sign_draws *s)
{
    arb_t y;

    arb_init(y);
    power_log(x, s, s->b->rows);
    arb_neg(x, x);
    for (int j = 0; j < s->b->cols; j++)
        if (s->times[j] > 1) {
            pm_sub_log_factorial(x, s->times[j]);
            arb_log_ui(y, (ulong)s->times[j], PM_LOG_BITS);
            arb_mul_2exp_si(y, y, -1);
            arb_addmul_si(x, y, s->times[j], PM_LOG_BITS);
        }
    arb_neg(x, x);
    arb_clear(y);
}

double pm_sign_draws_enough(const struct pm_sign_draws *s, double epsilon, double delta)
{
    const double parts = s->im != NULL ? 2 : 1, error = epsilon / s->above;

    return 2 * parts * log(2 * parts / delta) / (error * error) * (1 + 1e-9);
}

/* ------------------------------------------------------------------------------ draws */

/* x times the complex number y */
static inline void times(double x[2], double re, double im)
{
    const double old = x[0];

    x[0] = old * re - x[1] * im;
    x[1] = old * im + x[1] * re;
}

void pm_sign_draws_next(double draw[2], double *z, const struct pm_sign_draws *s, uint64_t *state)
{
    const struct pm_matrix *const b = s->b;
    uint64_t bits = 0;

    draw[0] = 1;
    draw[1] = 0;
    for (int j = 0, signs = 0; j < b->cols; j++) {
        int k;
        if (s->times[j] == 1) {
            if (signs++ % 64 == 0)
                bits = pm_random_word(state);
            k = (int)(bits & 1);
            bits >>= 1;
        } else
            k = (int)(pm_chance(state) * (s->times[j] + 1));
        z[2 * j] = s->value[2 * (s->start[j] + k)];
        z[2 * j + 1] = s->value[2 * (s->start[j] + k) + 1];
        const double root = 1 / sqrt(s->times[j]);
        times(draw, z[2 * j] * root, z[2 * j + 1] * root);
    }
    for (int i = 0; i < b->rows; i++) {
        double x = 0, y = 0;
        for (int k = b->start[i]; k < b->start[i + 1]; k++)
            x += s->re[k] * z[2 * b->col[k]];
        for (int k = b->start[i]; k < b->start[i + 1] && s->repeats; k++)
            y += s->re[k] * z[2 * b->col[k] + 1];
        for (int k = b->start[i]; k < b->start[i + 1] && s->im != NULL; k++) {
            x -= s->im[k] * z[2 * b->col[k] + 1];
            y += s->im[k] * z[2 * b->col[k]];
        }
        times(draw, x, y);
    }
    if (s->im == NULL)
        draw[1] = 0;
}
