/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the exponents in the order of exponents.h, and for each variable the place of the exponents
 * in which the exponent of this variable is less by 1.  Multiplies linear forms. */
#include "engine/rank/exponents.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/stop.h"

#include <string.h>

static double binomial(int n, int k)
{
    double c = 1;

    for (int i = 1; i <= k; i++)
        c *= (double)(n - k + i) / i;
    return c;
}

double pm_exponents_count(int n, int rank)
{
    return binomial(n + rank - 1, rank - 1);
}

long pm_exponents_of_degree(const struct pm_exponents *e, int degree)
{
    return (long)(pm_exponents_count(degree, e->rank) + 0.5);
}

/* The place of the exponents m[0 .. vars - 1], whose sum is `degree`, among all exponents with this
 * sum, in lexicographic order. */
static long place_among(const int *m, int vars, int degree)
{
    double place = 0;

    for (int t = 0; t + 1 < vars; t++) {
        /* exponents that have v < m[t] at t: degree - v remains for the later variables */
        for (int v = 0; v < m[t]; v++)
            place += binomial(degree - v + vars - t - 2, vars - t - 2);
        degree -= m[t];
    }
    return (long)(place + 0.5);
}

/* The place of the exponents m[0 .. vars - 1] among all exponents, which are sorted by their
 * sum. */
static long place_of(const int *m, int vars)
{
    int degree = 0;

    for (int t = 0; t < vars; t++)
        degree += m[t];
    return (degree > 0 ? (long)(binomial(degree - 1 + vars, vars) + 0.5) : 0) +
           place_among(m, vars, degree);
}

/* Changes m to the next exponents of the same sum.  Returns false after the last ones. */
static bool next(int *m, int vars)
{
    int behind = vars > 0 ? m[vars - 1] : 0;

    for (int t = vars - 2; t >= 0; behind += m[t], t--)
        if (behind > 0) {
            m[t]++;
            memset(m + t + 1, 0, sizeof *m * (size_t)(vars - t - 1));
            m[vars - 1] = behind - 1;
            return true;
        }
    return false;
}

/* Asked for every coefficient, but not so often read. */
static bool is_stopped(const struct pm_exponents *e, long at)
{
    return at % 256 == 0 && pm_stop_wanted(e->stop);
}

static void exponents_fill(struct pm_exponents *e)
{
    const int vars = e->rank - 1;
    long at = 0;

    for (int degree = 0; degree <= (vars > 0 ? e->n : 0); degree++) {
        int *m = e->exponent + at * e->rank;
        memset(m, 0, sizeof *m * (size_t)e->rank);
        if (vars > 0)
            m[vars - 1] = degree;
        do {
            m = e->exponent + at * e->rank;
            m[vars] = e->n - degree;
            for (int t = 0; t < vars; t++) {
                m[t]--;
                e->less[at * vars + t] = m[t] >= 0 ? place_of(m, vars) : -1;
                m[t]++;
            }
            if (++at == e->count || is_stopped(e, at))
                return;
            memcpy(e->exponent + at * e->rank, m, sizeof *m * (size_t)e->rank);
            m = e->exponent + at * e->rank;
        } while (vars > 0 && next(m, vars));
    }
}

pm_status pm_exponents_new(struct pm_exponents **out, int n, int rank, const int *stop)
{
    pm_status status = PM_OK;
    struct pm_exponents *e;

    PM_NEW(e, 1);
    e->n = n;
    e->rank = rank;
    e->stop = stop;
    e->count = pm_exponents_of_degree(e, n);
    PM_NEW_GOTO(status, e->exponent, (size_t)e->count * (size_t)rank, done);
    PM_NEW_GOTO(status, e->less, (size_t)e->count * (size_t)rank, done);
    exponents_fill(e);
    status = pm_go_on(stop);
done:
    PM_GIVE(out, e, status, pm_exponents_free);
}

void pm_exponents_free(struct pm_exponents *e)
{
    if (e == NULL)
        return;
    PM_FREE(e->exponent, e->less, e);
}

void pm_exponents_multiply(acb_ptr c, const struct pm_exponents *e, acb_srcptr form, int degree,
                           slong bits)
{
    const int vars = e->rank - 1;

    for (long at = pm_exponents_of_degree(e, degree + 1) - 1; at >= 0 && !is_stopped(e, at); at--) {
        acb_mul(c + at, c + at, form + vars, bits);
        for (int t = 0; t < vars; t++)
            if (e->less[at * vars + t] >= 0)
                acb_addmul(c + at, c + e->less[at * vars + t], form + t, bits);
    }
}

void pm_exponents_add_up(acb_t sum, const struct pm_exponents *e, acb_srcptr left, acb_srcptr right,
                         slong bits)
{
    arb_t factorial, here;
    acb_t term;

    PM_EACH(arb_init, factorial, here);
    acb_init(term);
    acb_zero(sum);
    for (long at = 0; at < e->count && !is_stopped(e, at); at++) {
        arb_one(factorial);
        for (int t = 0; t < e->rank; t++) {
            arb_fac_ui(here, (ulong)e->exponent[at * e->rank + t], bits);
            arb_mul(factorial, factorial, here, bits);
        }
        acb_mul(term, left + at, right + at, bits);
        acb_mul_arb(term, term, factorial, bits);
        acb_add(sum, sum, term, bits);
    }
    acb_clear(term);
    PM_EACH(arb_clear, here, factorial);
}

void pm_exponents_add_means(acb_t sum, const struct pm_exponents *e, acb_srcptr c, bool constant,
                            slong bits)
{
    const int normal = e->rank - constant;
    arb_t mean, here;

    PM_EACH(arb_init, mean, here);
    acb_zero(sum);
    for (long at = 0; at < e->count && !is_stopped(e, at); at++) {
        const int *const m = e->exponent + at * e->rank;
        arb_one(mean);
        for (int t = 0; t < normal; t++) {
            arb_doublefac_ui(here, m[t] > 0 ? (ulong)m[t] - 1 : 0, bits);
            arb_mul_ui(here, here, m[t] % 2 == 0, bits);
            arb_mul(mean, mean, here, bits);
        }
        acb_addmul_arb(sum, c + at, mean, bits);
    }
    PM_EACH(arb_clear, here, mean);
}
