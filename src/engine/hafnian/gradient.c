/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The derivatives of a hafnian by all entries, by reverse accumulation
 * (Griewank and Walther, Evaluating Derivatives, 2nd edition 2008, chapter 3) through Bjorklund's
 * sum over sets of vertex pairs.
 *
 * walks.h has this sum, with polynomials b_jk and g.  For each pair (u, v), the last one
 * first, either the pair is dropped and the sign changes, or
 *
 *     g := g (1 + z b_uv),    b_jk := b_jk + z (b_ju b_kv + b_jv b_ku).
 *
 * Here every polynomial has an adjoint: the derivative of the hafnian by its coefficients.  When a
 * pair has been accepted and all sets below are finished, the adjoints go back through these two
 * equations: a product x y adds y times its adjoint to the adjoint of x, and x times its adjoint to
 * that of y.  So each product of the sum is computed three times.  Numbers are balls. */
#include "engine/hafnian/gradient.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

static const double STEPS_MOST = 0x1p34;

struct gradient {
    int h;
    const int *stop;
    struct pm_walks walks;
    struct pm_walks_state *level, *adjoint; /* [h + 1]: by the number of pairs that are left */
    struct pm_walks_powers powers;
};

/* ------------------------------------------------------------------ pairs */

/* Adds to the adjoint of x, from the adjoint of z x y. */
static void add_back(const struct gradient *w, acb_ptr x, int x_length, acb_srcptr of_product,
                     int length, acb_srcptr y, int y_length)
{
    for (int i = 0; i < x_length && i + 1 < length; i++) {
        const int rest = length - i - 1;
        pm_walks_add_dot(&w->walks, x + i, of_product + i + 1, y, 1,
                         y_length < rest ? y_length : rest);
    }
}

/* Computes the adjoints of `from` from those of the state after its last pair has been accepted. */
static void accept_back(const struct gradient *w, const struct pm_walks_state *from,
                        struct pm_walks_state *adjoint, const struct pm_walks_state *of_to,
                        int longer, int r)
{
    const struct pm_walks *const all = &w->walks;
    const int u = 2 * r - 2, v = u + 1, length = from->length;

    for (int j = 1; j < u; j++)
        for (int k = 0; k < j; k++) {
            const acb_srcptr here = pm_walks_at(all, of_to, j, k);
            const acb_ptr same = pm_walks_at(all, adjoint, j, k);
            _acb_vec_add(same, same, here, length, all->bits);
            for (int turn = 0; turn < 2; turn++) {
                const int p = turn ? v : u, q = turn ? u : v; /* the product b_pj b_qk */
                add_back(w, pm_walks_at(all, adjoint, p, j), length, here, longer,
                         pm_walks_at(all, from, q, k), length);
                add_back(w, pm_walks_at(all, adjoint, q, k), length, here, longer,
                         pm_walks_at(all, from, p, j), length);
            }
        }
    _acb_vec_add(adjoint->g, adjoint->g, of_to->g, length, all->bits);
    add_back(w, adjoint->g, length, of_to->g, longer, pm_walks_at(all, from, v, u), length);
    add_back(w, pm_walks_at(all, adjoint, v, u), length, of_to->g, longer, from->g, length);
}

/* The coefficient of z^h for the two sets that differ only in the last pair. */
static void finish(const struct gradient *w, const struct pm_walks_state *from,
                   struct pm_walks_state *adjoint, bool minus)
{
    const acb_srcptr b = pm_walks_at(&w->walks, from, 1, 0);
    const acb_ptr of_b = pm_walks_at(&w->walks, adjoint, 1, 0);

    for (int m = 0; m < from->length; m++) {
        const int rest = w->h - 1 - m;
        if (rest >= from->length)
            continue;
        if (minus) {
            acb_sub(of_b + m, of_b + m, from->g + rest, w->walks.bits);
            acb_sub(adjoint->g + rest, adjoint->g + rest, b + m, w->walks.bits);
        } else {
            acb_add(of_b + m, of_b + m, from->g + rest, w->walks.bits);
            acb_add(adjoint->g + rest, adjoint->g + rest, b + m, w->walks.bits);
        }
    }
}

/* All sets of the r pairs that are left. */
static void descend(struct gradient *w, const struct pm_walks_state *from,
                    struct pm_walks_state *adjoint, int r, bool minus)
{
    if (pm_stop_wanted(w->stop))
        return;
    if (r == 1) {
        finish(w, from, adjoint, minus);
        return;
    }
    struct pm_walks_state *const to = &w->level[r - 1], *const of_to = &w->adjoint[r - 1];
    descend(w, from, adjoint, r - 1, !minus);
    pm_walks_powers_find(&w->powers, &w->walks, from, r);
    pm_walks_accept(&w->walks, to, from, &w->powers, r, 1);
    pm_walks_state_zero(of_to, &w->walks, r - 1);
    descend(w, to, of_to, r - 1, minus);
    accept_back(w, from, adjoint, of_to, to->length, r);
}

/* ------------------------------------------------------------------ matrices */

static pm_status open_walks(struct gradient *w, acb_srcptr entry, int n)
{
    PM_NEW(w->level, 2 * ((size_t)w->h + 1));
    w->adjoint = w->level + w->h + 1;
    PM_TRY(pm_walks_init(&w->walks));
    for (int r = 1; r <= w->h; r++) {
        pm_walks_state_init(&w->level[r], &w->walks, r);
        pm_walks_state_init(&w->adjoint[r], &w->walks, r);
    }
    pm_walks_powers_init(&w->powers, &w->walks, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            acb_set(pm_walks_at(&w->walks, &w->level[w->h], i, j), entry + i * n + j);
    acb_one(w->level[w->h].g);
    return PM_OK;
}

static void close_walks(struct gradient *w)
{
    if (w->walks.degree != NULL) {
        for (int r = 1; r <= w->h; r++) {
            pm_walks_state_clear(&w->level[r], &w->walks, r);
            pm_walks_state_clear(&w->adjoint[r], &w->walks, r);
        }
        pm_walks_powers_clear(&w->powers, &w->walks, 1);
    }
    pm_walks_clear(&w->walks);
    free(w->level);
}

pm_status pm_hafnian_gradient_able(int n)
{
    const int h = n / 2;

    return ldexp(16.0 * h * h, h) <= STEPS_MOST
               ? PM_OK
               : pm_fail(PM_UNABLE, "order %d: 2^%d sets of %d pairs", n, h, h);
}

pm_status pm_hafnian_gradient_of(acb_ptr gradient, acb_srcptr entry, int n, slong bits,
                                 const int *stop)
{
    struct gradient w = {.h = n / 2,
                         .stop = stop,
                         .walks = {.pairs = n / 2,
                                   .complex_values = !_acb_vec_is_real(entry, (slong)n * n),
                                   .bits = bits}};

    _acb_vec_zero(gradient, (slong)n * n);
    if (n % 2 != 0 || n == 0) /* hafnians of odd order are 0 */
        return PM_OK;
    pm_status status = open_walks(&w, entry, n);
    if (status == PM_OK) {
        descend(&w, &w.level[w.h], &w.adjoint[w.h], w.h, false);
        status = pm_go_on(stop);
    }
    for (int at = 0; at < n * n && status == PM_OK; at++)
        if (at / n != at % n)
            acb_set(gradient + at, pm_walks_at(&w.walks, &w.adjoint[w.h], at / n, at % n));
    close_walks(&w);
    return status;
}
