/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians by differences over the vertices:
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
#include "batch/loop_hafnian.h"

#include <stdlib.h>

/* Nanoseconds, measured with 128 bits: a power of q and of l; a vertex.  Complex balls take twice
 * as long. */
static const double POWER_PRICE = 175, VERTEX_PRICE = 105;

struct moments {
    int n;
    int *digit; /* v_i */
    acb_ptr y;  /* A h */
    acb_t l;
};

static double price(double *terms, const struct pm_looped *w)
{
    *terms = 0.5;
    for (int i = 0; i < w->n; i++)
        *terms *= pm_looped_times(w, i) + 1.0;
    const double term = POWER_PRICE * w->total / 2 + VERTEX_PRICE * w->n;
    return *terms * (w->complex_values ? 2 * term : term);
}

/* v_i of the last vertex takes only half of its values. */
static int radix_of(const struct pm_looped *w, int i)
{
    return (i == w->n - 1 ? pm_looped_times(w, i) / 2 : pm_looped_times(w, i)) + 1;
}

static void change_h(struct moments *t, const struct pm_looped *w, int i, int change)
{
    for (int j = 0; j < w->n; j++)
        acb_addmul_si(t->y + j, w->entry + j * w->n + i, change, ARF_PREC_EXACT);
    acb_addmul_si(t->l, w->mean + i, change, ARF_PREC_EXACT);
}

static bool step(struct moments *t, const struct pm_looped *w)
{
    for (int i = 0; i < w->n; i++) {
        if (t->digit[i] + 1 < radix_of(w, i)) {
            t->digit[i]++;
            change_h(t, w, i, -2);
            return true;
        }
        change_h(t, w, i, 2 * t->digit[i]);
        t->digit[i] = 0;
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
static void find_weight(fmpz_t weight, const struct moments *t, const struct pm_looped *w)
{
    fmpz_t binomial;
    int minus = 0;

    fmpz_init(binomial);
    fmpz_one(weight);
    for (int i = 0; i < w->n; i++) {
        fmpz_bin_uiui(binomial, (ulong)pm_looped_times(w, i), (ulong)t->digit[i]);
        fmpz_mul(weight, weight, binomial);
        minus ^= t->digit[i] & 1;
    }
    if (2 * t->digit[w->n - 1] != pm_looped_times(w, w->n - 1))
        fmpz_mul_ui(weight, weight, 2);
    if (minus)
        fmpz_neg(weight, weight);
    fmpz_clear(binomial);
}

static void add_term(struct pm_looped *w, const struct moments *t)
{
    acb_t q, l, z;
    fmpz_t weight;

    acb_init(q);
    acb_init(l);
    acb_init(z);
    fmpz_init(weight);
    for (int i = 0; i < w->n; i++)
        acb_addmul_si(q, t->y + i, pm_looped_times(w, i) - 2 * t->digit[i], ARF_PREC_EXACT);
    acb_mul_2exp_si(q, q, -3);
    acb_mul_2exp_si(l, t->l, -1);
    acb_set_round(q, q, w->bits);
    acb_set_round(l, l, w->bits);
    polynomial(z, q, l, w->total, w->bits);
    find_weight(weight, t, w);
    acb_addmul_fmpz(w->sum, z, weight, w->bits);
    acb_clear(q);
    acb_clear(l);
    acb_clear(z);
    fmpz_clear(weight);
}

static pm_status add_up(struct pm_looped *w, void *job)
{
    struct moments *const t = job;
    arb_t factorial;

    acb_zero(t->l);
    _acb_vec_zero(t->y, w->n);
    for (int i = 0; i < w->n; i++) {
        t->digit[i] = 0;
        change_h(t, w, i, pm_looped_times(w, i));
    }
    do
        add_term(w, t);
    while (step(t, w) && !pm_batch_is_stopped(&w->b));
    arb_init(factorial);
    arb_fac_ui(factorial, (ulong)w->total, w->bits);
    acb_div_arb(w->sum, w->sum, factorial, w->bits);
    arb_clear(factorial);
    return PM_OK;
}

static void close_job(void *job)
{
    struct moments *const t = job;

    if (t == NULL)
        return;
    acb_clear(t->l);
    _acb_vec_clear(t->y, t->n);
    free(t->digit);
    free(t);
}

static pm_status open_job(void **job, const struct pm_looped *w)
{
    struct moments *t;

    PM_NEW(t, 1);
    t->n = w->n;
    t->y = _acb_vec_init(w->n);
    acb_init(t->l);
    *job = t;
    PM_NEW(t->digit, w->n);
    return PM_OK;
}

const struct pm_looped_method pm_looped_moments = {price, open_job, add_up, close_job};
