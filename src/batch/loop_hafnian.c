/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_loop_hafnian(): hafnians with loops and repeated vertices.
 *
 *     lhaf = sum over 0 <= v_i <= s_i of (-1)^(v_1 + ...) prod_i C(s_i, v_i)
 *            sum over r <= S / 2 of q^r l^(S - 2r) / (r! (S - 2r)!),
 *     q = h'Ah / 8,  l = h'loops / 2,  h_i = s_i - 2 v_i,  S = s_1 + ...
 *
 * This is the moment E prod x_i^(s_i) of normal variables with covariances A and means `loops`
 * (Kan, From moments of sum to moments of product, Journal of Multivariate Analysis 99, 2008,
 * theorem 1; Isserlis).  The terms of v and s - v are equal.  A h and l are exact, the other
 * numbers are balls. */
#include "base/alloc.h"
#include "batch/each.h"
#include "batch/formula_balls.h"

#include <stdlib.h>

static const double STEPS_MOST = 0x1p34;

struct loops {
    struct pm_batch b;     /* matrices */
    struct pm_batch means; /* the loops, as matrices with one row */
    bool looped;
    int n, total;
    const int *times; /* NULL: all are 1 */
    int *digit;       /* v_i */
    slong bits;
    acb_ptr entry, mean, y; /* [n][n]; [n]; A h */
    acb_t l, sum;
};

static int times_of(const struct loops *w, int i)
{
    return w->times == NULL ? 1 : w->times[i];
}

/* v_i of the last vertex takes only half of its values. */
static int radix_of(const struct loops *w, int i)
{
    return (i == w->n - 1 ? times_of(w, i) / 2 : times_of(w, i)) + 1;
}

static pm_status take(struct loops *w, size_t k)
{
    for (int i = 0; i < w->n; i++) {
        for (int j = 0; j < w->n; j++)
            PM_TRY(pm_balls_entry(w->entry + i * w->n + j, &w->b, k, i, j));
        for (int j = 0; j < i; j++)
            if (!acb_equal(w->entry + i * w->n + j, w->entry + j * w->n + i))
                return pm_fail(PM_INPUT, "matrix %zu is not symmetric: row %d, column %d", k, i, j);
        if (w->looped)
            PM_TRY(pm_balls_entry(w->mean + i, &w->means, k, 0, i));
    }
    return PM_OK;
}

static void change_h(struct loops *w, int i, int change)
{
    for (int j = 0; j < w->n; j++)
        acb_addmul_si(w->y + j, w->entry + j * w->n + i, change, ARF_PREC_EXACT);
    acb_addmul_si(w->l, w->mean + i, change, ARF_PREC_EXACT);
}

static bool step(struct loops *w)
{
    for (int i = 0; i < w->n; i++) {
        if (w->digit[i] + 1 < radix_of(w, i)) {
            w->digit[i]++;
            change_h(w, i, -2);
            return true;
        }
        change_h(w, i, 2 * w->digit[i]);
        w->digit[i] = 0;
    }
    return false;
}

/* *z = sum over r of q^r l^(S - 2r) S! / (r! (S - 2r)!).  The coefficients are integers, so that a
 * sum that is 0 is exactly 0. */
static void polynomial(acb_t z, const acb_t q, const acb_t l, int total, slong bits)
{
    acb_t power, square;
    fmpz_t share;

    acb_init(power);
    acb_init(square);
    fmpz_init_set_ui(share, 1);
    acb_one(power);
    acb_mul(square, l, l, bits);
    acb_zero(z);
    for (int r = 0; 2 * r <= total; r++) {
        acb_mul(z, z, square, bits);
        acb_addmul_fmpz(z, power, share, bits);
        acb_mul(power, power, q, bits);
        fmpz_mul_ui(share, share, (ulong)(total - 2 * r));
        fmpz_mul_ui(share, share, (ulong)(total - 2 * r - 1 > 0 ? total - 2 * r - 1 : 0));
        fmpz_divexact_ui(share, share, (ulong)r + 1);
    }
    if (total % 2 != 0)
        acb_mul(z, z, l, bits);
    acb_clear(power);
    acb_clear(square);
    fmpz_clear(share);
}

/* (-1)^(v_1 + ...) prod C(s_i, v_i), doubled if the term stands for two. */
static void find_weight(fmpz_t weight, const struct loops *w)
{
    fmpz_t binomial;
    int minus = 0;

    fmpz_init(binomial);
    fmpz_one(weight);
    for (int i = 0; i < w->n; i++) {
        fmpz_bin_uiui(binomial, (ulong)times_of(w, i), (ulong)w->digit[i]);
        fmpz_mul(weight, weight, binomial);
        minus ^= w->digit[i] & 1;
    }
    if (2 * w->digit[w->n - 1] != times_of(w, w->n - 1))
        fmpz_mul_ui(weight, weight, 2);
    if (minus)
        fmpz_neg(weight, weight);
    fmpz_clear(binomial);
}

static void add_term(struct loops *w)
{
    acb_t q, l, z;
    fmpz_t weight;

    acb_init(q);
    acb_init(l);
    acb_init(z);
    fmpz_init(weight);
    for (int i = 0; i < w->n; i++)
        acb_addmul_si(q, w->y + i, times_of(w, i) - 2 * w->digit[i], ARF_PREC_EXACT);
    acb_mul_2exp_si(q, q, -3);
    acb_mul_2exp_si(l, w->l, -1);
    acb_set_round(q, q, w->bits);
    acb_set_round(l, l, w->bits);
    polynomial(z, q, l, w->total, w->bits);
    find_weight(weight, w);
    acb_addmul_fmpz(w->sum, z, weight, w->bits);
    acb_clear(q);
    acb_clear(l);
    acb_clear(z);
    fmpz_clear(weight);
}

/* Divides by S! and, if wanted, by sqrt(prod s_i!). */
static void normalize(struct loops *w)
{
    arb_t factorial;

    arb_init(factorial);
    arb_fac_ui(factorial, (ulong)w->total, w->bits);
    acb_div_arb(w->sum, w->sum, factorial, w->bits);
    for (int i = 0; i < w->n && w->b.stack.normalized; i++) {
        arb_fac_ui(factorial, (ulong)times_of(w, i), w->bits);
        arb_sqrt(factorial, factorial, w->bits);
        acb_div_arb(w->sum, w->sum, factorial, w->bits);
    }
    arb_clear(factorial);
}

static void walk(struct loops *w)
{
    acb_zero(w->sum);
    acb_zero(w->l);
    _acb_vec_zero(w->y, w->n);
    for (int i = 0; i < w->n; i++) {
        w->digit[i] = 0;
        change_h(w, i, times_of(w, i));
    }
    do
        add_term(w);
    while (step(w) && !pm_batch_is_stopped(&w->b));
    normalize(w);
}

static pm_status work(struct loops *w, size_t k)
{
    const int asked = (int)w->b.stack.precision;
    const int bits = asked > PM_PRECISION_EXACT ? asked : 0;

    PM_TRY(take(w, k));
    w->bits = bits > 0 ? bits : PM_BALLS_FIRST;
    do {
        walk(w);
        PM_TRY(pm_batch_go_on(&w->b));
    } while (pm_balls_again(&w->bits, bits, w->sum, 1));
    pm_balls_deliver(&w->b, k, w->sum);
    return PM_OK;
}

/* Counts copies and terms. */
static pm_status count(struct loops *w, size_t k)
{
    double terms = 0.5;
    int64_t total = 0;

    if (w->times != NULL)
        w->times += k * (size_t)w->n;
    for (int i = 0; i < w->n; i++) {
        if (times_of(w, i) < 0)
            return pm_fail(PM_INPUT, "matrix %zu, vertex %d: %d is no multiplicity", k, i,
                           w->times[i]);
        total += times_of(w, i);
        terms *= times_of(w, i) + 1.0;
    }
    if (terms * ((double)total + w->n) > STEPS_MOST)
        return pm_fail(PM_UNABLE, "matrix %zu: %.3g terms", k, terms);
    w->total = (int)total;
    return PM_OK;
}

static pm_status solve(const void *what, size_t k)
{
    struct loops w = *(const struct loops *)what;
    const double one[2] = {1, 0};

    if (w.n == 0) {
        pm_batch_deliver(&w.b, k, one, 0, 0);
        return PM_OK;
    }
    PM_TRY(count(&w, k));
    PM_NEW(w.digit, w.n);
    w.entry = _acb_vec_init((slong)w.n * w.n);
    w.mean = _acb_vec_init(w.n);
    w.y = _acb_vec_init(w.n);
    acb_init(w.l);
    acb_init(w.sum);
    const pm_status status = work(&w, k);
    acb_clear(w.sum);
    acb_clear(w.l);
    _acb_vec_clear(w.y, w.n);
    _acb_vec_clear(w.mean, w.n);
    _acb_vec_clear(w.entry, (slong)w.n * w.n);
    free(w.digit);
    return status;
}

pm_status pm_loop_hafnian(double *values, double *bounds, const pm_stack *stack, const void *loops,
                          int threads)
{
    struct loops w = {.n = stack->rows, .looped = loops != NULL, .times = stack->row_times};
    const pm_stack means = {.entries = stack->entries,
                            .data = loops,
                            .count = stack->count,
                            .rows = 1,
                            .cols = stack->cols};

    PM_TRY(pm_batch_take(&w.b, stack));
    PM_TRY(pm_batch_take(&w.means, &means));
    if (stack->rows != stack->cols)
        return pm_fail(PM_INPUT, "%d x %d is not symmetric", stack->rows, stack->cols);
    w.b.value = values;
    w.b.bound = bounds;
    w.b.bounds = bounds != NULL;
    return pm_batch_each(&w.b, threads, solve, &w);
}
