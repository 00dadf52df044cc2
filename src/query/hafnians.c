/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares and random matchings by exact hafnians of what is left without a pair: whatever engine is
 * best computes them.  A share is a_uv haf(a without u and v) / haf(a), one hafnian an edge; a
 * random matching takes the vertices one after the other and draws each one's partner from these
 * numbers (Jerrum, Valiant and Vazirani, Theoretical Computer Science 43, 1986), one hafnian a
 * candidate.  Draws that agree so far go on together. */
#include "query/hafnians.h"

#include "base/alloc.h"
#include "engine/limits.h"
#include "model/bound.h"
#include "num/random.h"
#include "plan/plan.h"
#include "query/draw.h"
#include "run/run.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ hafnians */

/* *value = haf(a), exactly.  `times`: how many such are to come, for the limit of time. */
static pm_status hafnian(struct pm_value *value, const struct pm_matrix *a, double times,
                         const struct pm_limits *limits)
{
    const struct pm_ask ask = {
        .kind = PM_HAFNIAN, .want = PM_WANT_EXACT, .complex_values = a->im != NULL};
    struct pm_plan *plan;

    PM_TRY(pm_plan_matrix(&plan, a, &ask, limits));
    pm_status status = plan->status;
    if (status == PM_OK)
        status = pm_limits_allow(limits, times * plan->seconds, 0);
    if (status == PM_OK)
        status = pm_run_plan(value, plan, NULL);
    pm_plan_free(plan);
    return status;
}

/* `a` without the vertices u and v; kept[] receives the others. */
static pm_status leave_out(struct pm_matrix **rest, int *kept, const struct pm_matrix *a, int u,
                           int v)
{
    int count = 0;

    for (int w = 0; w < a->rows; w++)
        if (w != u && w != v)
            kept[count++] = w;
    return pm_matrix_sub(rest, a, count, kept, count, kept);
}

/* *value = entry e of `a`, which joins u and v, times the hafnian without them; *rest: what is
 * left, unless it is NULL. */
static pm_status with_pair(struct pm_value *value, struct pm_matrix **rest, int *kept,
                           const struct pm_matrix *a, int u, int e, double times,
                           const struct pm_limits *limits)
{
    struct pm_matrix *left;
    struct pm_gauss weight;

    PM_TRY(leave_out(&left, kept, a, u, a->col[e]));
    const pm_status status = hafnian(value, left, times, limits);
    if (status == PM_OK) {
        pm_gauss_init(&weight);
        pm_gauss_set_parts(&weight, a->re + e, a->im != NULL ? a->im + e : NULL);
        pm_gauss_mul(&value->centre, &value->centre, &weight);
        pm_gauss_clear(&weight);
    }
    if (status == PM_OK && rest != NULL)
        *rest = left;
    else
        pm_matrix_free(left);
    return status;
}

static pm_status is_zero(void)
{
    return pm_fail(PM_DOMAIN, "there is no perfect matching, or their weights add up to 0");
}

/* -------------------------------------------------------------------- shares */

pm_status pm_hafnian_shares(struct pm_value *share, const struct pm_matrix *a,
                            const struct pm_limits *limits)
{
    pm_status status = PM_OK;
    struct pm_value total;
    int *kept;

    PM_NEW(kept, a->rows);
    pm_value_init(&total);
    PM_TRY_GOTO(status, hafnian(&total, a, pm_matrix_nnz(a) / 2.0, limits), done);
    if (pm_gauss_is_zero(&total.centre)) {
        status = is_zero();
        goto done;
    }
    for (int u = 0; u < a->rows; u++)
        for (int e = a->start[u]; e < a->start[u + 1]; e++) {
            if (a->col[e] <= u)
                continue;
            PM_TRY_GOTO(status, with_pair(&share[e], NULL, kept, a, u, e, 1, limits), done);
            pm_gauss_div(&share[e].centre, &share[e].centre, &total.centre);
            pm_value_set(&share[pm_matrix_entry(a, a->col[e], u)], &share[e]);
        }
done:
    pm_value_clear(&total);
    free(kept);
    return status;
}

/* ------------------------------------------------------------------- samples */

struct drawing {
    const struct pm_limits *limits;
    uint64_t state;
    int *partner;
    size_t order; /* vertices of the whole */
};

/* A graph that is left, and the draws that left it. */
struct rest {
    struct pm_matrix *a;
    int *vertex; /* what each of its vertices is in the whole */
    size_t *which;
    size_t count;
};

static void rest_clear(struct rest *rest)
{
    pm_matrix_free(rest->a);
    free(rest->vertex);
    free(rest->which);
}

/* The first vertex of `from` has candidate e with probability weight[e] / total, the weights being
 * rationals: those of `from`'s draws that take it move to rest[e]. */
static pm_status deal(struct rest *rest, struct drawing *d, const struct rest *from,
                      const struct pm_value *weight)
{
    const int candidates = from->a->start[1];
    fmpz_t den, total, x, part;

    for (int e = 0; e < candidates; e++)
        PM_NEW(rest[e].which, from->count);
    fmpz_init_set_ui(den, 1);
    fmpz_init(total);
    fmpz_init(x);
    fmpz_init(part);
    for (int e = 0; e < candidates; e++)
        fmpz_lcm(den, den, fmpq_denref(weight[e].centre.re));
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < (pass ? from->count : 1); k++) {
            if (pass)
                pm_random_below(x, total, &d->state);
            for (int e = 0; e < candidates; e++) {
                fmpz_divexact(part, den, fmpq_denref(weight[e].centre.re));
                fmpz_mul(part, part, fmpq_numref(weight[e].centre.re));
                if (!pass) {
                    fmpz_add(total, total, part);
                } else if (fmpz_cmp(x, part) < 0) {
                    rest[e].which[rest[e].count++] = from->which[k];
                    break;
                } else {
                    fmpz_sub(x, x, part);
                }
            }
        }
    fmpz_clear(den);
    fmpz_clear(total);
    fmpz_clear(x);
    fmpz_clear(part);
    return PM_OK;
}

static pm_status draw_rest(struct drawing *d, const struct rest *from);

/* What is left of `from` by candidate e: its graph, its vertices, its partners; then goes on. */
static pm_status go_on(struct drawing *d, const struct rest *from, struct rest *rest, int e)
{
    const int u = from->vertex[0], v = from->vertex[from->a->col[e]], order = from->a->rows - 2;

    for (size_t k = 0; k < rest->count; k++) {
        d->partner[rest->which[k] * d->order + (size_t)u] = v;
        d->partner[rest->which[k] * d->order + (size_t)v] = u;
    }
    for (int w = 0; w < order; w++)
        rest->vertex[w] = from->vertex[rest->vertex[w]];
    return draw_rest(d, rest);
}

/* Partners for all draws of `from`, its first vertex first. */
static pm_status draw_rest(struct drawing *d, const struct rest *from)
{
    const int order = from->a->rows, candidates = order > 0 ? from->a->start[1] : 0;
    pm_status status = PM_OK;
    struct pm_value *weight;
    struct rest *rest = NULL;

    if (order == 0 || from->count == 0)
        return PM_OK;
    PM_NEW(weight, candidates);
    for (int e = 0; e < candidates; e++)
        pm_value_init(&weight[e]);
    PM_NEW_GOTO(status, rest, candidates, done);
    for (int e = 0; e < candidates; e++) {
        PM_NEW_GOTO(status, rest[e].vertex, order, done);
        if (from->a->col[e] != 0) /* a loop is none */
            PM_TRY_GOTO(status,
                        with_pair(&weight[e], &rest[e].a, rest[e].vertex, from->a, 0, e,
                                  candidates * (order / 2.0), d->limits),
                        done);
    }
    PM_TRY_GOTO(status, deal(rest, d, from, weight), done);
    for (int e = 0; e < candidates && status == PM_OK; e++)
        if (rest[e].count > 0)
            status = go_on(d, from, &rest[e], e);
done:
    for (int e = 0; e < candidates; e++) {
        pm_value_clear(&weight[e]);
        if (rest != NULL)
            rest_clear(&rest[e]);
    }
    free(weight);
    free(rest);
    return status;
}

static pm_status draw_one_by_one(struct drawing *d, const struct pm_matrix *a, size_t count)
{
    struct rest whole = {.count = count};
    struct pm_value total;
    pm_status status;

    pm_value_init(&total);
    PM_TRY_GOTO(status, hafnian(&total, a, 1, d->limits), done);
    if (pm_gauss_is_zero(&total.centre)) {
        status = is_zero();
        goto done;
    }
    PM_TRY_GOTO(status, pm_matrix_copy(&whole.a, a), done);
    PM_NEW_GOTO(status, whole.vertex, a->rows, done);
    PM_NEW_GOTO(status, whole.which, count, done);
    for (int v = 0; v < a->rows; v++)
        whole.vertex[v] = v;
    for (size_t k = 0; k < count; k++)
        whole.which[k] = k;
    status = draw_rest(d, &whole);
done:
    rest_clear(&whole);
    pm_value_clear(&total);
    return status;
}

pm_status pm_hafnian_sample(int *partner, size_t count, uint64_t seed, const struct pm_matrix *a,
                            const struct pm_query_ask *ask)
{
    struct drawing d = {
        .limits = &ask->limits, .state = seed, .partner = partner, .order = (size_t)a->rows};
    struct pm_core core = {.kind = PM_HAFNIAN};
    struct pm_matrix *whole;
    double bits;

    PM_TRY(pm_matrix_integers(&whole, a));
    core.a = whole;
    pm_status status = pm_bound_bits(&bits, whole, PM_HAFNIAN);
    if (status == PM_OK)
        status = pm_draw(partner, count, &d.state, &core, fmax(bits, 0), ask);
    for (size_t k = 0; k < count * d.order && status == PM_OK; k++)
        partner[k] = whole->col[partner[k]];
    if (status == PM_UNABLE)
        status = draw_one_by_one(&d, whole, count);
    pm_matrix_free(whole);
    return status;
}
