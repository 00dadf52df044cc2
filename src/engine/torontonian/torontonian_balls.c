/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Torontonians in balls of Arb: the sum of torontonian_dd.c with pivots that are intervals. */
#include "engine/torontonian/torontonian.h"

#include "base/alloc.h"
#include "base/threads.h"

#include <stdlib.h>

struct walk {
    const struct pm_torontonian *t;
    slong bits;
    arb_ptr *level; /* [modes + 1]: by the number of modes that are left */
    arb_ptr det;    /* likewise */
    arb_ptr sum;    /* likewise */
    bool vague;     /* some pivot may not be positive; ... */
    bool negative;  /* ... or is not */
};

static int order_of(const struct walk *w, int left)
{
    return left * w->t->block + w->t->looped;
}

static void close_walk(struct walk *w)
{
    for (int left = 0; left <= w->t->modes && w->level != NULL; left++)
        _arb_vec_clear(w->level[left], order_of(w, left) * order_of(w, left));
    if (w->det != NULL)
        _arb_vec_clear(w->det, w->t->modes + 1);
    if (w->sum != NULL)
        _arb_vec_clear(w->sum, w->t->modes + 1);
    free(w->level);
}

static pm_status open_walk(struct walk *w, const struct pm_torontonian *t, slong bits)
{
    *w = (struct walk){.t = t, .bits = bits};
    PM_NEW(w->level, t->modes + 1);
    for (int left = 0; left <= t->modes; left++)
        w->level[left] = _arb_vec_init(order_of(w, left) * order_of(w, left));
    w->det = _arb_vec_init(t->modes + 1);
    w->sum = _arb_vec_init(t->modes + 1);
    return PM_OK;
}

static void term(arb_t z, struct walk *w, arb_srcptr corner, const arb_t det)
{
    arb_t x;

    arb_rsqrt(z, det, w->bits);
    if (w->t->block == 4) /* the determinant is squared */
        arb_sqrt(z, z, w->bits);
    if (!w->t->looped)
        return;
    arb_init(x);
    arb_mul_si(x, corner, -w->t->loop_scale, w->bits);
    arb_mul_2exp_si(x, x, -1);
    arb_exp(x, x, w->bits);
    arb_mul(z, z, x, w->bits);
    arb_clear(x);
}

/* As in torontonian_dd.c. */
static void include(struct walk *w, arb_t det, arb_srcptr from, int stride, int left)
{
    const int block = w->t->block, n = order_of(w, left);
    const arb_ptr m = w->level[left];
    arb_t factor;

    arb_init(factor);
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            arb_set(m + i * n + j, from + i * stride + j);
    for (int p = 0; p < block && !w->vague; p++) {
        const arb_srcptr u = m + p * n;
        w->vague = !arb_is_positive(u + p);
        w->negative = arb_is_nonpositive(u + p);
        arb_mul(det, det, u + p, w->bits);
        for (int i = p + 1; i < n && !w->vague; i++) {
            arb_div(factor, u + i, u + p, w->bits);
            for (int j = i; j < n; j++)
                arb_submul(m + i * n + j, factor, u + j, w->bits);
        }
    }
    arb_clear(factor);
}

/* sum[left] = the sum over all sets of the modes that are left, whose determinant is det[left] for
 * the modes before them. */
static void add_up(struct walk *w, arb_srcptr m, int stride, int left)
{
    const int block = w->t->block, n = order_of(w, left);

    if (left == 0) {
        term(w->sum, w, m, w->det);
        return;
    }
    if (w->vague || pm_stop_wanted(w->t->stop))
        return;
    arb_set(w->det + left - 1, w->det + left);
    include(w, w->det + left - 1, m, stride, left);
    if (w->vague)
        return;
    add_up(w, w->level[left] + block * (n + 1), n, left - 1);
    arb_set(w->sum + left, w->sum + left - 1);
    arb_set(w->det + left - 1, w->det + left);
    add_up(w, m + block * (stride + 1), stride, left - 1);
    arb_sub(w->sum + left, w->sum + left, w->sum + left - 1, w->bits);
}

/* The sum of a unit, with the sign of the modes that it excludes, in sum[left]. */
static void unit_sum(arb_t sum, struct walk *w, arb_srcptr m, int stride, int unit)
{
    const int decided = pm_torontonian_decided(w->t), block = w->t->block;
    bool minus = false;
    int left = w->t->modes;

    arb_one(w->det + left);
    for (int mode = 0; mode < decided && !w->vague; mode++, left--) {
        arb_set(w->det + left - 1, w->det + left);
        if (unit >> mode & 1) {
            include(w, w->det + left - 1, m, stride, left);
            m = w->level[left];
            stride = order_of(w, left);
        } else {
            minus = !minus;
        }
        m += block * (stride + 1);
    }
    if (!w->vague)
        add_up(w, m, stride, left);
    if (minus)
        arb_neg(sum, w->sum + left);
    else
        arb_set(sum, w->sum + left);
}

static pm_status sum_all(arb_ptr part, const struct pm_torontonian *t, arb_srcptr m, slong bits)
{
    const int units = 1 << pm_torontonian_decided(t);
    struct pm_failure failure = {.status = PM_OK};

#pragma omp parallel num_threads(t->threads) if (units > 1)
    {
        struct walk w = {.t = t};
        pm_status status = open_walk(&w, t, bits);
#pragma omp for schedule(dynamic)
        for (int unit = units - 1; unit >= 0; unit--) { /* the largest matrix first */
            if (status == PM_OK)
                unit_sum(part + unit, &w, m, t->rows + t->looped, unit);
            if (status == PM_OK && w.vague)
                status =
                    w.negative ? pm_fail(PM_DOMAIN, "I - O is not positive definite") : PM_UNABLE;
        }
#pragma omp critical
        pm_failure_keep(&failure, status);
        close_walk(&w);
        pm_threads_ends_team();
    }
    PM_TRY(pm_failure_raise(&failure));
    return pm_go_on(t->stop);
}

pm_status pm_torontonian_sum(arb_t sum, const struct pm_torontonian *t, arb_srcptr m, slong bits)
{
    const int units = 1 << pm_torontonian_decided(t);
    const arb_ptr part = _arb_vec_init(units);
    const pm_status status = sum_all(part, t, m, bits);

    arb_zero(sum);
    for (int unit = 0; unit < units && status == PM_OK; unit++)
        arb_add(sum, sum, part + unit, bits);
    _arb_vec_clear(part, units);
    return status;
}

pm_status pm_torontonian_balls(arb_t sum, const struct pm_torontonian *t, slong bits)
{
    const int n = t->rows, stride = n + t->looped;
    const arb_ptr m = _arb_vec_init(stride * stride + 1);
    arf_t low;

    arf_init(low);
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++) {
            const arb_ptr to = m + i * stride + j;
            arf_set_d(arb_midref(to), t->entry[i * n + j].hi);
            arf_set_d(low, t->entry[i * n + j].lo);
            arf_add(arb_midref(to), arb_midref(to), low, ARF_PREC_EXACT, ARF_RND_DOWN);
            arb_neg(to, to);
            if (i == j)
                arb_add_ui(to, to, 1, ARF_PREC_EXACT);
        }
        if (t->looped)
            arb_set_d(m + i * stride + n, t->loop[i]);
    }
    const pm_status status = pm_torontonian_sum(sum, t, m, bits);
    arf_clear(low);
    _arb_vec_clear(m, stride * stride + 1);
    return status;
}
