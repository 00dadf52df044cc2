/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Method: the g(k) - g(k - 1) descend, so S_i is the largest value of the sum over all orders of
 * the entries.  In log y its logarithm is convex, and so is the bound's.  It is minimised by
 * scaling columns as Sinkhorn does, with the weights g(k) - g(k - 1), from Sinkhorn's own factors
 * on.  Steps are halved where the bound grows, since it is not smooth.  Cost: nnz log nnz for each
 * of at most STEPS steps. */
#include "estimate/soules.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "estimate/logs.h"
#include "num/mag.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 120 };

static const double ENOUGH = 1e-4; /* a step that gains less, relative to the gain so far, is the
                                    * last */

static void set_taper(double *taper, int n)
{
    arb_t g, before, factorial;

    PM_EACH(arb_init, g, before, factorial);
    for (int k = 1; k <= n; k++) {
        arb_log_ui(g, (ulong)k, PM_LOG_BITS);
        arb_add(factorial, factorial, g, PM_LOG_BITS);
        arb_div_si(g, factorial, k, PM_LOG_BITS);
        arb_exp(g, g, PM_LOG_BITS);
        arb_sub(before, g, before, PM_LOG_BITS);
        taper[k] = pm_end_above(before);
        arb_swap(before, g);
    }
    PM_EACH(arb_clear, g, before, factorial);
}

static double entry(const struct pm_soules *s, int k)
{
    return pm_up(s->p->value[k] * s->y[s->p->a->col[k]]);
}

static int descending(const void *x, const void *y)
{
    const struct pm_soules_term *const a = x, *const b = y;

    return (a->x < b->x) - (a->x > b->x);
}

/* Sorts the terms of row i; returns their number. */
static int sort_row(struct pm_soules *s, int i)
{
    const struct pm_positive *const p = s->p;
    int count = 0;

    if (i == p->rows)
        for (int j = 0; j < p->cols; j++)
            s->term[count++] = (struct pm_soules_term){s->y[j], j};
    else
        for (int k = p->a->start[i]; k < p->a->start[i + 1]; k++)
            s->term[count++] = (struct pm_soules_term){entry(s, k), p->a->col[k]};
    pm_alloc_sort(s->term, (size_t)count, sizeof *s->term, descending);
    return count;
}

double pm_soules_row(struct pm_soules *s, int i)
{
    const int count = sort_row(s, i);
    double sum = 0;

    for (int k = 0; k < count; k++)
        sum += s->term[k].x * s->taper[k + 1];
    return sum * (1 + pm_gamma(2.0 * count + 2)) + (count > 0 ? 0x1p-1070 : 0);
}

/* The natural logarithm of the bound without constants; sets share[]. */
static double pass(struct pm_soules *s)
{
    const struct pm_positive *const p = s->p;
    double bound = 0;

    for (int j = 0; j < p->cols; j++)
        s->share[j] = 0;
    for (int i = 0; i < p->rows + (p->ones > 0); i++) {
        const int count = sort_row(s, i), times = i < p->rows ? 1 : p->ones;
        double sum = 0;
        for (int k = 0; k < count; k++)
            sum += s->term[k].x * s->taper[k + 1];
        for (int k = 0; k < count; k++)
            s->share[s->term[k].col] += times * s->term[k].x * s->taper[k + 1] / sum;
        bound += times * log(sum);
    }
    for (int j = 0; j < p->cols; j++)
        bound -= log(s->y[j]);
    return bound;
}

static pm_status improve(struct pm_soules *s, double *best)
{
    const int n = s->p->cols;
    double step = 1, first = HUGE_VAL, least = HUGE_VAL;

    for (int k = 0; k < STEPS && step > 0.01; k++) {
        const double now = pass(s), gain = least - now;
        if (k == 0)
            first = now;
        if (gain > 0) {
            memcpy(best, s->y, (size_t)n * sizeof *best);
            least = now;
        } else
            step /= 2;
        if (gain > 0 && k > 0 && gain < ENOUGH * (first - now))
            break;
        for (int j = 0; j < n; j++)
            s->y[j] *= pow(s->share[j], -step);
        PM_TRY(pm_budget_ask());
    }
    memcpy(s->y, best, (size_t)n * sizeof *best);
    return PM_OK;
}

pm_status pm_soules_init(struct pm_soules *s, const struct pm_positive *p)
{
    double *best = NULL;
    pm_status status = PM_OK;

    *s = (struct pm_soules){.p = p};
    PM_NEW_GOTO(status, s->taper, p->cols + 1, done);
    PM_NEW_GOTO(status, s->y, p->cols, done);
    PM_NEW_GOTO(status, s->share, p->cols, done);
    PM_NEW_GOTO(status, s->term, p->cols, done);
    PM_NEW_GOTO(status, best, p->cols, done);
    set_taper(s->taper, p->cols);
    memcpy(s->y, p->col, (size_t)p->cols * sizeof *s->y);
    memcpy(best, p->col, (size_t)p->cols * sizeof *best);
    status = improve(s, best);
done:
    free(best);
    if (status != PM_OK)
        pm_soules_clear(s);
    return status;
}

void pm_soules_clear(struct pm_soules *s)
{
    PM_FREE(s->taper, s->y, s->share, s->term);
    *s = (struct pm_soules){.p = NULL};
}
