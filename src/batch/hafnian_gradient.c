/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_hafnian_gradient(): the derivatives of a hafnian by all entries, by reverse accumulation
 * (Griewank and Walther, Evaluating Derivatives, 2nd edition 2008, chapter 3) through Bjorklund's
 * sum over sets of vertex pairs.
 *
 * engine/hafnian/hafnian_kernel.c has this sum, with polynomials b_jk and g.  For each pair (u, v),
 * the last one first, either the pair is dropped and the sign changes, or
 *
 *     g := g (1 + z b_uv),    b_jk := b_jk + z (b_ju b_kv + b_jv b_ku).
 *
 * Here every polynomial has an adjoint: the derivative of the hafnian by its coefficients.  When a
 * pair has been accepted and all sets below are finished, the adjoints go back through these two
 * equations: a product x y adds y times its adjoint to the adjoint of x, and x times its adjoint to
 * that of y.  So each product of the sum is computed three times.  Numbers are balls. */
#include "base/alloc.h"
#include "batch/each.h"
#include "batch/formula_balls.h"

#include <math.h>
#include <stdlib.h>

static const double STEPS_MOST = 0x1p34;

/* Polynomials, or their adjoints: b_jk, k < j, at pair(j, k); and g. */
struct state {
    acb_ptr b, g;           /* h coefficients each; h + 1 coefficients */
    int b_length, g_length; /* how many coefficients may be nonzero */
};

struct gradient {
    struct pm_batch b;
    int n, h;
    slong bits;
    struct state *level, *adjoint; /* [h + 1]: by the number of pairs that are left */
    acb_ptr answer;                /* [n][n] */
};

static slong pair(int j, int k)
{
    return (slong)j * (j - 1) / 2 + k;
}

static acb_ptr poly(const struct gradient *w, const struct state *s, int j, int k)
{
    return s->b + pair(j > k ? j : k, j > k ? k : j) * w->h;
}

static int least(int x, int y)
{
    return x < y ? x : y;
}

/* ------------------------------------------------------------------ polynomials */

/* to += z x y, up to `length` coefficients. */
static void add_product(const struct gradient *w, acb_ptr to, int length, acb_srcptr x,
                        int x_length, acb_srcptr y, int y_length)
{
    for (int i = 0; i < x_length; i++)
        for (int m = 0; m < y_length && i + m + 1 < length; m++)
            acb_addmul(to + i + m + 1, x + i, y + m, w->bits);
}

/* Adds to the adjoint of x, from the adjoint of z x y. */
static void add_back(const struct gradient *w, acb_ptr x, int x_length, acb_srcptr of_product,
                     int length, acb_srcptr y, int y_length)
{
    for (int i = 0; i < x_length; i++)
        for (int m = 0; m < y_length && i + m + 1 < length; m++)
            acb_addmul(x + i, of_product + i + m + 1, y + m, w->bits);
}

/* ------------------------------------------------------------------ pairs */

/* *to = the state after the last of the r pairs of `from` has been accepted. */
static void accept(const struct gradient *w, struct state *to, const struct state *from, int r)
{
    const int u = 2 * r - 2, v = u + 1, length = from->b_length;

    to->b_length = least(2 * length, w->h);
    to->g_length = least(from->g_length + length, w->h + 1);
    for (int j = 1; j < u; j++)
        for (int k = 0; k < j; k++) {
            const acb_ptr here = poly(w, to, j, k);
            _acb_vec_zero(here, to->b_length);
            _acb_vec_set(here, poly(w, from, j, k), length);
            add_product(w, here, to->b_length, poly(w, from, u, j), length, poly(w, from, v, k),
                        length);
            add_product(w, here, to->b_length, poly(w, from, v, j), length, poly(w, from, u, k),
                        length);
        }
    _acb_vec_zero(to->g, to->g_length);
    _acb_vec_set(to->g, from->g, from->g_length);
    add_product(w, to->g, to->g_length, from->g, from->g_length, poly(w, from, v, u), length);
}

/* Computes the adjoints of `from` from those of accept()'s result, which has the same lengths. */
static void accept_back(const struct gradient *w, const struct state *from, struct state *adjoint,
                        const struct state *to, const struct state *of_to, int r)
{
    const int u = 2 * r - 2, v = u + 1, length = from->b_length, longer = to->b_length;

    for (int j = 1; j < u; j++)
        for (int k = 0; k < j; k++) {
            const acb_srcptr here = poly(w, of_to, j, k);
            const acb_ptr same = poly(w, adjoint, j, k);
            _acb_vec_add(same, same, here, length, w->bits);
            for (int turn = 0; turn < 2; turn++) {
                const int p = turn ? v : u, q = turn ? u : v; /* the product b_pj b_qk */
                add_back(w, poly(w, adjoint, p, j), length, here, longer, poly(w, from, q, k),
                         length);
                add_back(w, poly(w, adjoint, q, k), length, here, longer, poly(w, from, p, j),
                         length);
            }
        }
    _acb_vec_add(adjoint->g, adjoint->g, of_to->g, from->g_length, w->bits);
    add_back(w, adjoint->g, from->g_length, of_to->g, to->g_length, poly(w, from, v, u), length);
    add_back(w, poly(w, adjoint, v, u), length, of_to->g, to->g_length, from->g, from->g_length);
}

/* The coefficient of z^h for the two sets that differ only in the last pair. */
static void finish(const struct gradient *w, const struct state *from, struct state *adjoint,
                   bool minus)
{
    const acb_srcptr b = poly(w, from, 1, 0);
    const acb_ptr of_b = poly(w, adjoint, 1, 0);

    for (int m = 0; m < from->b_length; m++) {
        const int rest = w->h - 1 - m;
        if (rest >= from->g_length)
            continue;
        if (minus) {
            acb_sub(of_b + m, of_b + m, from->g + rest, w->bits);
            acb_sub(adjoint->g + rest, adjoint->g + rest, b + m, w->bits);
        } else {
            acb_add(of_b + m, of_b + m, from->g + rest, w->bits);
            acb_add(adjoint->g + rest, adjoint->g + rest, b + m, w->bits);
        }
    }
}

/* All sets of the r pairs that are left. */
static void descend(const struct gradient *w, const struct state *from, struct state *adjoint,
                    int r, bool minus)
{
    if (pm_batch_is_stopped(&w->b))
        return;
    if (r == 1) {
        finish(w, from, adjoint, minus);
        return;
    }
    struct state *const to = &w->level[r - 1], *const of_to = &w->adjoint[r - 1];
    descend(w, from, adjoint, r - 1, !minus);
    accept(w, to, from, r);
    _acb_vec_zero(of_to->b, pair(2 * r - 2, 0) * w->h);
    _acb_vec_zero(of_to->g, w->h + 1);
    descend(w, to, of_to, r - 1, minus);
    accept_back(w, from, adjoint, to, of_to, r);
}

/* ------------------------------------------------------------------ matrices */

static pm_status take(const struct gradient *w, size_t k)
{
    struct state *const all = &w->level[w->h];
    pm_status status = PM_OK;
    acb_t turned;

    acb_init(turned);
    for (int i = 0; i < w->n && status == PM_OK; i++)
        for (int j = 0; j < i && status == PM_OK; j++) {
            const acb_ptr z = poly(w, all, i, j);
            status = pm_balls_entry(z, &w->b, k, i, j);
            if (status == PM_OK)
                status = pm_balls_entry(turned, &w->b, k, j, i);
            if (status == PM_OK && !acb_equal(z, turned))
                status =
                    pm_fail(PM_INPUT, "matrix %zu is not symmetric: row %d, column %d", k, i, j);
        }
    acb_clear(turned);
    acb_one(all->g);
    all->b_length = all->g_length = 1;
    return status;
}

static pm_status find(struct gradient *w)
{
    struct state *const adjoint = &w->adjoint[w->h];

    _acb_vec_zero(adjoint->b, pair(w->n, 0) * w->h);
    _acb_vec_zero(adjoint->g, w->h + 1);
    descend(w, &w->level[w->h], adjoint, w->h, false);
    PM_TRY(pm_batch_go_on(&w->b));
    for (int i = 0; i < w->n; i++)
        for (int j = 0; j < w->n; j++)
            if (i != j)
                acb_set(w->answer + i * w->n + j, poly(w, adjoint, i, j));
    return PM_OK;
}

static void states_init(struct state *s, int h)
{
    for (int r = 1; r <= h; r++) {
        s[r].b = _acb_vec_init(pair(2 * r, 0) * h);
        s[r].g = _acb_vec_init(h + 1);
    }
}

static void states_clear(struct state *s, int h)
{
    for (int r = 1; r <= h; r++) {
        _acb_vec_clear(s[r].b, pair(2 * r, 0) * h);
        _acb_vec_clear(s[r].g, h + 1);
    }
}

static pm_status solve(const void *what, size_t k)
{
    struct gradient w = *(const struct gradient *)what;
    const slong count = (slong)w.n * w.n;
    const int asked = (int)w.b.stack.precision, fixed = asked > PM_PRECISION_EXACT ? asked : 0;
    pm_status status = PM_OK;

    PM_NEW(w.level, 2 * ((size_t)w.h + 1));
    w.adjoint = w.level + w.h + 1;
    states_init(w.level, w.h);
    states_init(w.adjoint, w.h);
    w.answer = _acb_vec_init(count);
    if (w.n % 2 == 0 && w.n > 0) { /* hafnians of odd order are 0 */
        w.bits = fixed > 0 ? fixed : PM_BALLS_FIRST;
        status = take(&w, k);
        do
            if (status == PM_OK)
                status = find(&w);
        while (status == PM_OK && pm_balls_again(&w.bits, fixed, w.answer, (size_t)count));
    }
    for (int at = 0; at < count && status == PM_OK; at++)
        pm_balls_deliver(&w.b, pm_batch_place(&w.b, k, at / w.n, at % w.n), w.answer + at);
    _acb_vec_clear(w.answer, count);
    states_clear(w.adjoint, w.h);
    states_clear(w.level, w.h);
    free(w.level);
    return status;
}

pm_status pm_hafnian_gradient(double *values, double *bounds, const pm_stack *stack, int threads)
{
    const int n = stack->rows, h = n / 2;
    struct gradient w = {.n = n, .h = h};

    PM_TRY(pm_batch_take(&w.b, stack));
    if (stack->rows != stack->cols)
        return pm_fail(PM_INPUT, "%d x %d is not symmetric", stack->rows, stack->cols);
    if (stack->row_times != NULL || stack->col_times != NULL || stack->normalized)
        return pm_fail(PM_INPUT, "gradients of hafnians have no multiplicities");
    if (ldexp(16.0 * h * h, h) > STEPS_MOST)
        return pm_fail(PM_UNABLE, "order %d: 2^%d sets of %d pairs", n, h, h);
    w.b.minors = true;
    w.b.value = values;
    w.b.bound = bounds;
    w.b.bounds = bounds != NULL;
    return pm_batch_each(&w.b, threads, solve, &w);
}
