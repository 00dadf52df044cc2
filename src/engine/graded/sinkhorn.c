/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinkhorn scaling, and the lower bound of the permanent that follows from it.
 *
 * A non-negative matrix has total support if every nonzero entry belongs to a perfect matching.
 * Dividing rows and columns by their sums in turn brings such a matrix to doubly stochastic form
 * (Sinkhorn, A relationship between arbitrary positive matrices and doubly stochastic matrices,
 * Annals of Mathematical Statistics 35, 1964; Sinkhorn & Knopp, Pacific J. Mathematics 21, 1967).
 * The factors are rounded to 24 bits and applied exactly, so the scaled matrix is known exactly.
 * Its own row sums r_i and column sums c_j give its distance from doubly stochastic form:
 *
 *     gap = sum_i max(0, 1 - r_i) + sum_j max(0, c_j - 1).
 *
 * Theorem.  If gap < 1 then per(A) >= (1 - gap)^n n! / n^n.  Proof.  For sets I of rows and J of
 * columns, the sum of the entries in I x J is at least sum_I r_i - sum_(not J) c_j, and this is at
 * least |I| - (n - |J|) - gap.  If d = |I| + |J| - n >= 1, it is at least (1 - gap) d.  If d <= 0,
 * no lower bound is needed.  So by the theorem on feasible flows (Ford & Fulkerson; Mirsky, On a
 * problem of lines and matrices, 1968) there is a matrix C, 0 <= C <= A in every place, with all
 * line sums 1 - gap.
 * So per(A) >= per(C) = (1 - gap)^n per(C / (1 - gap)), and the permanent of a doubly
 * stochastic matrix is at least n! / n^n (van der Waerden's conjecture: Egorychev, Advances in
 * Mathematics 42, 1981; Falikman, Mathematical Notes 29, 1981).
 *
 * A doubly stochastic matrix D also has per(D) >= prod (1 - d_ij)^(1 - d_ij) (Schrijver, J.
 * Combinatorial Theory B 72, 1998; in this form Gurvits, Unleashing the power of Schrijver's
 * permanental inequality with the help of the Bethe approximation, 2011).  For nearly equal
 * entries, this bound is smaller than n! / n^n by a factor of sqrt(2 pi n / e).  For unequal
 * entries, it is far larger.  Only A is known, not D = C / (1 - gap).  But the sum of the |d_ij -
 * a_ij| is at most H = sum_i r_i - n (1 - gap) + n gap.  Over a distance h <= 1, the function f(x)
 * = (1 - x) log(1 - x) changes by at most h (1 + log(1 / h)), a concave function of h.  So the
 * logarithm of the product is at least sum f(a_ij) - H (1 + log(n^2 / H)). */
#include "engine/graded/graded_walk.h"

#include "base/alloc.h"
#include "model/round.h"
#include "num/gauss.h"

#include <math.h>
#include <stdlib.h>

enum { PASSES = 4000 };

static const double NEAR = 1e-7;  /* the iteration ends when the deviation of the row sums is below
                                   * this */
static const double SPREAD = 900; /* entries whose exponents are this far below the largest count as
                                   * 0 in the iteration, but not in the proof */

/* A dense copy of the matrix: entries times 2^-top as doubles, the largest near 1; and the factors
 * of rows and columns. */
struct work {
    int n;
    int64_t top;
    double *b, *row, *col; /* [n][n] entries; [n] row factors; [n] column factors */
};

static pm_status work_load(struct work *w, const struct pm_matrix *a)
{
    int64_t top = INT64_MIN;
    double error;

    if (pm_matrix_nnz(a) == 0)
        return pm_fail(PM_UNABLE, "there are no entries to scale");
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        if (pm_fmpq_exponent(a->re + k) > top)
            top = pm_fmpq_exponent(a->re + k);
    PM_EACH_ENTRY(a, i, k) {
        const bool tiny = (double)(top - pm_fmpq_exponent(a->re + k)) > SPREAD;
        w->b[i * w->n + a->col[k]] = tiny ? 0 : pm_round(&error, a->re + k, -top);
    }
    for (int i = 0; i < w->n; i++)
        w->row[i] = w->col[i] = 1;
    w->top = top;
    return PM_OK;
}

/* Divides each line[i] by sum_j entry[i][j] other[j] line[i].  Returns the sum of the deviations of
 * these sums from 1. */
static double pass(double *line, const double *other, const double *b, int n, int line_step,
                   int other_step)
{
    double off = 0;

    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += line[i] * b[i * line_step + j * other_step] * other[j];
        off += fabs(sum - 1);
        if (sum > 0 && isfinite(sum))
            line[i] /= sum;
    }
    return off;
}

static void iterate(struct work *w)
{
    for (int k = 0; k < PASSES; k++) {
        const double off = pass(w->row, w->col, w->b, w->n, w->n, 1);
        pass(w->col, w->row, w->b, w->n, 1, w->n);
        if (k > 0 && off < NEAR)
            break;
    }
}

/* Multiplies the exact matrix by the factors and by 2^-top, and s->factor by the product of all. */
static void apply(struct pm_scaled *s, const struct work *w)
{
    struct pm_matrix *const a = s->a;
    fmpq_t row, col[64];

    fmpq_init(row);
    for (int j = 0; j < w->n; j++) {
        fmpq_init(col[j]);
        pm_gauss_part_finite(col[j], w->col[j]);
        fmpq_mul(s->factor, s->factor, col[j]);
    }
    for (int i = 0; i < w->n; i++) {
        pm_gauss_part_finite(row, w->row[i]);
        pm_gauss_part_shift(row, row, -w->top);
        fmpq_mul(s->factor, s->factor, row);
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            fmpq_mul(a->re + k, a->re + k, row);
            fmpq_mul(a->re + k, a->re + k, col[a->col[k]]);
        }
    }
    for (int j = 0; j < w->n; j++)
        fmpq_clear(col[j]);
    fmpq_clear(row);
}

/* Returns x, and sets *exp: x 2^*exp is a lower bound of n! / n^n, close to it. */
static double equal_low(int64_t *exp, int n)
{
    double low = 1;

    *exp = 0;
    for (int k = 1; k <= n; k++) {
        int e;
        low = frexp(low * ((double)k / n), &e);
        *exp += e;
    }
    return low * PM_DOWN;
}

/* Returns x, and sets *exp, such that prod (1 - d_ij)^(1 - d_ij) is at least x 2^*exp.  `sum` is
 * the sum of f(a_ij), none of which is positive, `total` that of all a_ij.  A term of `sum` has at
 * most 8 roundings, log1p() included, and exp2() of less than 2^20 has a relative error that
 * PM_DOWN covers. */
static double unequal_low(int64_t *exp, double sum, double total, double gap, int n)
{
    const double moved = (fmax(total * PM_UP - n * (1 - gap), 0) + n * gap) * PM_UP;

    sum += sum * pm_gamma((double)n * n + 8);
    if (moved > 0)
        sum -= moved * (1 + log((double)n * n / fmin(moved, n))) * PM_UP;
    sum *= (1 + pm_gamma(4)) / M_LN2;
    if (!(sum > -0x1p20))
        return 0;
    *exp = (int64_t)floor(sum) + 1;
    /* the same bits with every libm */
    return floor(exp2(sum - (double)*exp) * PM_DOWN * 0x1p20) * 0x1p-20;
}

/* Sets low and exp, the lower bound of per(a). */
static void set_low(struct pm_scaled *s, double sum, double total)
{
    const int n = s->a->rows;
    int64_t exp = 0;
    const double unequal = unequal_low(&exp, sum, total, s->gap, n);

    s->low = equal_low(&s->exp, n);
    if (unequal > 0 && (exp > s->exp || (exp == s->exp && unequal > s->low))) {
        s->low = unequal;
        s->exp = exp;
    }
    for (int k = 0; k < n; k++) {
        int e;
        s->low = frexp(s->low * (1 - s->gap) * PM_DOWN, &e);
        s->exp += e;
    }
}

static void measure(struct pm_scaled *s)
{
    const struct pm_matrix *const a = s->a;
    double col[64] = {0}, error, gap = 0, sum = 0, total = 0;

    for (int i = 0; i < a->rows; i++) {
        double row = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            const double x = pm_round(&error, a->re + k, 0);
            row += x;
            col[a->col[k]] += x;
            sum += x < 1 ? (1 - x) * log1p(-x) : 0;
        }
        total += row;
        gap += fmax(0, 1 - row * PM_DOWN);
    }
    for (int j = 0; j < a->cols; j++)
        gap += fmax(0, col[j] * PM_UP - 1);
    s->gap = gap * PM_UP;
    if (s->gap < 1)
        set_low(s, sum, total);
}

/* Rounds the factors to 24 bits.  Returns false if a factor is not finite or not positive. */
static bool shorten(double *line, int n)
{
    bool fine = true;

    for (int i = 0; i < n; i++) {
        int e;
        const double m = frexp(line[i], &e);
        fine = fine && isfinite(line[i]) && line[i] > 0;
        line[i] = ldexp(rint(m * 0x1p24), e - 24);
    }
    return fine;
}

pm_status pm_sinkhorn_init(struct pm_scaled *s, const struct pm_matrix *a)
{
    const int n = a->rows;
    struct work w = {.n = n};
    pm_status status = PM_OK;

    *s = (struct pm_scaled){.a = NULL};
    fmpq_init(s->factor);
    fmpq_one(s->factor);
    if (!pm_matrix_is_nonnegative(a))
        PM_TRY_GOTO(status, pm_fail(PM_UNABLE, "an entry is negative or complex"), done);
    PM_NEW_GOTO(status, w.b, n * n + 2 * n, done);
    w.row = w.b + n * n;
    w.col = w.row + n;
    PM_TRY_GOTO(status, work_load(&w, a), done);
    iterate(&w);
    if (!shorten(w.row, n) || !shorten(w.col, n))
        PM_TRY_GOTO(status, pm_fail(PM_UNABLE, "the scaling leaves the range of double"), done);
    PM_TRY_GOTO(status, pm_matrix_copy(&s->a, a), done);
    apply(s, &w);
    measure(s);
    if (!(s->gap < 1))
        PM_TRY_GOTO(status,
                    pm_fail(PM_UNABLE,
                            "no doubly stochastic scaling found, line sums are "
                            "off by %.2g",
                            s->gap),
                    done);
done:
    free(w.b);
    if (status != PM_OK)
        pm_sinkhorn_clear(s);
    return status;
}

void pm_sinkhorn_clear(struct pm_scaled *s)
{
    pm_matrix_free(s->a);
    s->a = NULL;
    fmpq_clear(s->factor);
}
