/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_rank(): permanents of products A = L R, L of r columns and R of r rows.
 *
 *     per(A) = sum over m_1 + ... + m_r = n of m_1! ... m_r! l_m r_m,
 *
 * l_m the coefficient of y^m in prod_i (sum_t L_it y_t), r_m that in prod_j (sum_t R_tj y_t).
 * C(n + r - 1, r - 1) coefficients, n r multiplications each.  Source: Barvinok, Two algorithmic
 * results for the traveling salesman problem, Mathematics of Operations Research 21, 1996,
 * section 3.
 *
 * Coefficients are balls.  With y_r = 1 they stand by the degree of the other variables, then in
 * the order in which next() makes exponents; so a variable less comes before. */
#include "base/alloc.h"
#include "batch/formula_balls.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static const double STEPS_MOST = 0x1p34;

struct rank {
    struct pm_batch side[2]; /* L, R */
    int n, r;
    slong count;   /* coefficients */
    int *exponent; /* [count][r] */
    slong *less;   /* [count][r - 1]: where the exponents with one less stand; -1 */
    slong bits;
    acb_ptr coefficient[2], form; /* [count]; [r] */
    acb_t sum;
};

/* How often line i of a side stands. */
static int times_of(const struct pm_batch *b, size_t k, int side, int i)
{
    const pm_stack *const s = &b->stack;
    const int *const times = side == 0 ? s->row_times : s->col_times;
    const int count = side == 0 ? s->rows : s->cols;

    return times == NULL ? 1 : times[k * (size_t)count + (size_t)i];
}

static pm_status count_lines(int *total, const struct pm_batch *b, size_t k, int side)
{
    const int count = side == 0 ? b->stack.rows : b->stack.cols;
    int64_t sum = 0;

    for (int i = 0; i < count; i++) {
        const int here = times_of(b, k, side, i);
        if (here < 0)
            return pm_fail(PM_INPUT, "product %zu, %s %d: %d is no multiplicity", k,
                           side == 0 ? "row" : "column", i, here);
        sum += here;
    }
    if (sum > 1 << 20)
        return pm_fail(PM_UNABLE, "product %zu: more than %d lines", k, 1 << 20);
    *total = (int)sum;
    return PM_OK;
}

/* ------------------------------------------------------------------ exponents */

/* C(n, k) as far as numbers go that are of use. */
static double choose(int n, int k)
{
    double c = 1;

    for (int i = 1; i <= k; i++)
        c *= (double)(n - k + i) / i;
    return c;
}

/* Number of the exponents m[0 .. vars - 1] of sum `degree` among those of that sum. */
static slong place_among(const int *m, int vars, int degree)
{
    double place = 0;

    for (int t = 0; t + 1 < vars; t++) {
        /* Those with less at t: of degree - v with the variables behind it. */
        for (int v = 0; v < m[t]; v++)
            place += choose(degree - v + vars - t - 2, vars - t - 2);
        degree -= m[t];
    }
    return (slong)(place + 0.5);
}

/* The place of exponents among all, by degree. */
static slong place_of(const int *m, int vars)
{
    int degree = 0;

    for (int t = 0; t < vars; t++)
        degree += m[t];
    return (degree > 0 ? (slong)(choose(degree - 1 + vars, vars) + 0.5) : 0) +
           place_among(m, vars, degree);
}

/* The next exponents of the same sum; false behind the last. */
static bool next(int *m, int vars)
{
    int t = vars - 2;

    while (t >= 0) {
        int behind = 0;
        for (int u = t + 1; u < vars; u++)
            behind += m[u];
        if (behind > 0) {
            m[t]++;
            memset(m + t + 1, 0, sizeof *m * (size_t)(vars - t - 1));
            m[vars - 1] = behind - 1;
            return true;
        }
        t--;
    }
    return false;
}

static void fill_exponents(struct rank *w)
{
    const int vars = w->r - 1;
    slong at = 0;

    for (int degree = 0; degree <= (vars > 0 ? w->n : 0); degree++) {
        int *m = w->exponent + at * w->r;
        memset(m, 0, sizeof *m * (size_t)w->r);
        if (vars > 0)
            m[vars - 1] = degree;
        do {
            memmove(w->exponent + at * w->r, m, sizeof *m * (size_t)w->r);
            m = w->exponent + at * w->r;
            m[vars] = w->n - degree;
            for (int t = 0; t < vars; t++) {
                m[t]--;
                w->less[at * vars + t] = m[t] >= 0 ? place_of(m, vars) : -1;
                m[t]++;
            }
            at++;
            if (at < w->count)
                memcpy(w->exponent + at * w->r, m, sizeof *m * (size_t)w->r);
            m = w->exponent + at * w->r;
        } while (at < w->count && vars > 0 && next(m, vars));
    }
}

/* ------------------------------------------------------------------ products */

static pm_status take_form(struct rank *w, size_t k, int side, int line)
{
    for (int t = 0; t < w->r; t++)
        PM_TRY(pm_balls_entry(w->form + t, &w->side[side], k, side == 0 ? line : t,
                              side == 0 ? t : line));
    return PM_OK;
}

/* The coefficients of degree at most `degree`, times the form. */
static void multiply(struct rank *w, int side, int degree)
{
    const int vars = w->r - 1;
    const slong count = vars > 0 ? (slong)(choose(degree + 1 + vars, vars) + 0.5) : 1;
    const acb_ptr c = w->coefficient[side];

    for (slong at = count - 1; at >= 0; at--) {
        acb_mul(c + at, c + at, w->form + vars, w->bits);
        for (int t = 0; t < vars; t++)
            if (w->less[at * vars + t] >= 0)
                acb_addmul(c + at, c + w->less[at * vars + t], w->form + t, w->bits);
    }
}

static pm_status expand(struct rank *w, size_t k, int side)
{
    const pm_stack *const s = &w->side[side].stack;
    int degree = 0;

    _acb_vec_zero(w->coefficient[side], w->count);
    acb_one(w->coefficient[side]);
    for (int line = 0; line < (side == 0 ? s->rows : s->cols); line++) {
        PM_TRY(take_form(w, k, side, line));
        for (int copy = 0; copy < times_of(&w->side[side], k, side, line); copy++)
            multiply(w, side, degree++);
    }
    return PM_OK;
}

/* sqrt(prod times!) of a side. */
static void normalize(struct rank *w, size_t k, int side)
{
    const pm_stack *const s = &w->side[side].stack;
    arb_t factorial;

    arb_init(factorial);
    for (int line = 0; line < (side == 0 ? s->rows : s->cols); line++) {
        arb_fac_ui(factorial, (ulong)times_of(&w->side[side], k, side, line), w->bits);
        arb_sqrt(factorial, factorial, w->bits);
        acb_div_arb(w->sum, w->sum, factorial, w->bits);
    }
    arb_clear(factorial);
}

static void add_up(struct rank *w)
{
    arb_t factorial, here;
    acb_t term;

    arb_init(factorial);
    arb_init(here);
    acb_init(term);
    acb_zero(w->sum);
    for (slong at = 0; at < w->count; at++) {
        arb_one(factorial);
        for (int t = 0; t < w->r; t++) {
            arb_fac_ui(here, (ulong)w->exponent[at * w->r + t], w->bits);
            arb_mul(factorial, factorial, here, w->bits);
        }
        acb_mul(term, w->coefficient[0] + at, w->coefficient[1] + at, w->bits);
        acb_mul_arb(term, term, factorial, w->bits);
        acb_add(w->sum, w->sum, term, w->bits);
    }
    acb_clear(term);
    arb_clear(here);
    arb_clear(factorial);
}

static pm_status work(struct rank *w, size_t k, int bits)
{
    fill_exponents(w);
    w->bits = bits > 0 ? bits : PM_BALLS_FIRST;
    do {
        for (int side = 0; side < 2; side++)
            PM_TRY(expand(w, k, side));
        add_up(w);
        for (int side = 0; side < 2 && w->side[0].stack.normalized; side++)
            normalize(w, k, side);
    } while (pm_balls_again(&w->bits, bits, w->sum, 1));
    pm_balls_deliver(&w->side[0], k, w->sum);
    return PM_OK;
}

static pm_status solve(struct rank w, size_t k, int bits)
{
    int total[2];
    pm_status status;

    for (int side = 0; side < 2; side++)
        PM_TRY(count_lines(&total[side], &w.side[side], k, side));
    if (total[0] != total[1])
        return pm_fail(PM_INPUT, "product %zu: %d rows and %d columns; the product is to be square",
                       k, total[0], total[1]);
    w.n = total[0];
    if (w.n == 0 || w.r == 0) {
        const double value[2] = {w.n == 0 ? 1 : 0, 0};
        pm_batch_deliver(&w.side[0], k, value, 0, 0);
        return PM_OK;
    }
    const double count = choose(w.n + w.r - 1, w.r - 1);
    if (count * w.n * w.r > STEPS_MOST)
        return pm_fail(PM_UNABLE, "product %zu: %.3g coefficients", k, count);
    w.count = (slong)(count + 0.5);
    PM_NEW(w.exponent, (size_t)(w.count + 1) * (size_t)w.r);
    PM_NEW_GOTO(status, w.less, (size_t)w.count * (size_t)w.r, done);
    for (int side = 0; side < 2; side++)
        w.coefficient[side] = _acb_vec_init(w.count);
    w.form = _acb_vec_init(w.r);
    acb_init(w.sum);
    status = work(&w, k, bits);
    acb_clear(w.sum);
    _acb_vec_clear(w.form, w.r);
    for (int side = 0; side < 2; side++)
        _acb_vec_clear(w.coefficient[side], w.count);
    free(w.less);
done:
    free(w.exponent);
    return status;
}

pm_status pm_rank(double *values, double *bounds, const pm_stack *left, const pm_stack *right,
                  int threads)
{
    struct rank w = {.r = left->cols};
    struct pm_failure failure = {PM_OK, ""};

    PM_TRY(pm_batch_take(&w.side[0], left));
    PM_TRY(pm_batch_take(&w.side[1], right));
    if (right->rows != left->cols || right->count != left->count || right->entries != left->entries)
        return pm_fail(PM_INPUT, "%zu %d x %d and %zu %d x %d matrices have no products",
                       left->count, left->rows, left->cols, right->count, right->rows, right->cols);
    w.side[0].value = values;
    w.side[0].bound = bounds;
    w.side[0].bounds = bounds != NULL;
    const int precision = (int)left->precision;
    const int bits = precision > PM_PRECISION_EXACT ? precision : 0;
#pragma omp parallel for schedule(dynamic)                                                         \
    num_threads(threads > 0 ? threads : omp_get_max_threads())
    for (size_t k = 0; k < left->count; k++) {
        const pm_status status = solve(w, k, bits);
#pragma omp critical
        pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}
