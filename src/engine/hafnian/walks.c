/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exponential E of walks.h, as a series in y: with t = 1 - 2 b_uv y + f y^2, f = b_uv^2 - d,
 * which is det(1 - y XB), and a = b_*u b_*v, e = b_vv b_*u^2 + b_uu b_*v^2 - 2 b_uv a,
 *
 *     E = t^(-1/2) exp((a y + e y^2 / 2) / t).
 *
 * Its logarithmic derivative has the denominator t^2, so that E satisfies t^2 E' = R E with
 *
 *     R = (b + a) + (e - 2 b^2 - f) y + (3 b f - b e - a f) y^2 - f^2 y^3,    b = b_uv.
 *
 * Without loops, t E' = (b - f y) E.  The coefficients of y^(k-1) give, with t^2 or t = 1 + S_1 y +
 * S_2 y^2 + ...,
 *
 *     H_k = sum over i of (R_i - (k-1-i) S_(i+1)) (k-1)! / (k-1-i)! H_(k-1-i). */
#include "engine/hafnian/walks.h"

#include "base/alloc.h"

#include <stdlib.h>

enum { TERMS_MOST = 4, WORK = 16 }; /* of R; polynomials besides two for each vertex */

static int least(int x, int y)
{
    return x < y ? x : y;
}

static slong room(const struct pm_walks *w, int r)
{
    const slong vertices = pm_walks_vertex(w, r);

    return vertices * (vertices + 1) / 2 * w->stride;
}

/* ------------------------------------------------------------------ memory */

pm_status pm_walks_init(struct pm_walks *w)
{
    w->diagonal = false;
    PM_NEW(w->degree, (size_t)w->pairs + 1);
    for (int r = w->pairs; r > 0; r--) {
        w->degree[r - 1] = w->degree[r] + pm_walks_times(w, r - 1);
        w->diagonal = w->diagonal || pm_walks_times(w, r - 1) > 1;
    }
    w->stride = w->degree[least(1, w->pairs)] + 1;
    w->work = _acb_vec_init((2 * pm_walks_vertex(w, w->pairs) + WORK) * w->stride);
    return PM_OK;
}

void pm_walks_clear(struct pm_walks *w)
{
    if (w->degree != NULL)
        _acb_vec_clear(w->work, (2 * pm_walks_vertex(w, w->pairs) + WORK) * w->stride);
    free(w->degree);
}

void pm_walks_state_init(struct pm_walks_state *s, const struct pm_walks *w, int r)
{
    s->b = _acb_vec_init(room(w, r));
    s->g = _acb_vec_init(w->stride);
    s->length = 1;
}

void pm_walks_state_clear(struct pm_walks_state *s, const struct pm_walks *w, int r)
{
    _acb_vec_clear(s->b, room(w, r));
    _acb_vec_clear(s->g, w->stride);
}

void pm_walks_state_zero(struct pm_walks_state *s, const struct pm_walks *w, int r)
{
    _acb_vec_zero(s->b, room(w, r));
    _acb_vec_zero(s->g, w->stride);
}

void pm_walks_powers_init(struct pm_walks_powers *s, const struct pm_walks *w, int r)
{
    const int m = pm_walks_times(w, r - 1);

    s->p = _acb_vec_init(m > 1 ? m * w->stride : 0);
    s->q = _acb_vec_init(m > 1 ? m * w->stride : 0);
    s->h = _acb_vec_init((m + 1) * w->stride);
}

void pm_walks_powers_clear(struct pm_walks_powers *s, const struct pm_walks *w, int r)
{
    const int m = pm_walks_times(w, r - 1);

    _acb_vec_clear(s->p, m > 1 ? m * w->stride : 0);
    _acb_vec_clear(s->q, m > 1 ? m * w->stride : 0);
    _acb_vec_clear(s->h, (m + 1) * w->stride);
}

/* ------------------------------------------------------------------ polynomials */

void pm_walks_add_dot(const struct pm_walks *w, acb_t z, acb_srcptr x, acb_srcptr y, int step,
                      slong count)
{
    if (w->complex_values)
        acb_dot(z, z, 0, x, 1, y, step, count, w->bits);
    else
        arb_dot(acb_realref(z), acb_realref(z), 0, acb_realref(x), 2, acb_realref(y), 2 * step,
                count, w->bits);
}

void pm_walks_add_product(const struct pm_walks *w, acb_ptr to, int length, int shift, acb_srcptr x,
                          int x_length, acb_srcptr y, int y_length)
{
    const int most = least(length - shift, x_length + y_length - 1);

    for (int m = 0; m < most; m++) {
        const int low = m < y_length ? 0 : m - y_length + 1, high = least(m, x_length - 1);
        pm_walks_add_dot(w, to + m + shift, x + low, y + m - low, -1, high - low + 1);
    }
}

/* to = x y */
static void multiply(const struct pm_walks *w, acb_ptr to, int length, acb_srcptr x, int x_length,
                     acb_srcptr y, int y_length)
{
    _acb_vec_zero(to, length);
    pm_walks_add_product(w, to, length, 0, x, x_length, y, y_length);
}

/* to += factor x */
static void add_times(const struct pm_walks *w, acb_ptr to, acb_srcptr x, int length, slong factor)
{
    for (int i = 0; i < length && factor != 0; i++)
        acb_addmul_si(to + i, x + i, factor, w->bits);
}

static void set(acb_ptr to, int length, acb_srcptr from, int from_length)
{
    _acb_vec_set(to, from, from_length);
    _acb_vec_zero(to + from_length, length - from_length);
}

/* ------------------------------------------------------------------ powers of a pair */

/* What all H_k of a pair need. */
struct series {
    int length, terms;
    acb_ptr r[TERMS_MOST], s[TERMS_MOST]; /* R_i; S_(i + 1) */
    acb_ptr d, f, a, e, x;
};

static acb_ptr poly(const struct pm_walks *w, int k)
{
    return w->work + k * w->stride;
}

/* The coefficients of R and t^2 that belong to loops; r[0] = b, s[0] = -2 b, s[1] = f on entry. */
static void add_loops(struct series *c, const struct pm_walks *w, const struct pm_walks_state *from,
                      int u)
{
    const int all = c->length, length = from->length;
    const acb_srcptr b = pm_walks_at(w, from, u + 1, u), to_u = pm_walks_at(w, from, u, 0),
                     to_v = pm_walks_at(w, from, u + 1, 0);

    /* e */
    _acb_vec_zero(c->e, all);
    for (int side = 0; side < 2; side++) {
        const acb_srcptr end = side == 0 ? to_u : to_v;
        multiply(w, c->x, all, end, length, end, length);
        pm_walks_add_product(w, c->e, all, 0, pm_walks_at(w, from, u + 1 - side, u + 1 - side),
                             length, c->x, all);
    }
    multiply(w, c->x, all, b, length, c->a, all);
    add_times(w, c->e, c->x, all, -2);
    /* R_1, S_2 */
    multiply(w, c->x, all, b, length, b, length);
    _acb_vec_sub(c->r[1], c->e, c->f, all, w->bits);
    add_times(w, c->r[1], c->x, all, -2);
    _acb_vec_zero(c->s[1], all);
    add_times(w, c->s[1], c->x, all, 4);
    add_times(w, c->s[1], c->f, all, 2);
    /* R_2, S_3 */
    multiply(w, c->x, all, b, length, c->f, all);
    _acb_vec_zero(c->s[2], all);
    add_times(w, c->s[2], c->x, all, -4);
    _acb_vec_zero(c->r[2], all);
    pm_walks_add_product(w, c->r[2], all, 0, b, length, c->e, all);
    pm_walks_add_product(w, c->r[2], all, 0, c->a, all, c->f, all);
    _acb_vec_neg(c->r[2], c->r[2], all);
    add_times(w, c->r[2], c->x, all, 3);
    /* R_0, R_3, S_1, S_4 */
    _acb_vec_add(c->r[0], c->r[0], c->a, all, w->bits);
    multiply(w, c->s[3], all, c->f, all, c->f, all);
    _acb_vec_neg(c->r[3], c->s[3], all);
    _acb_vec_scalar_mul_2exp_si(c->s[0], c->s[0], all, 1);
}

static void find_series(struct series *c, const struct pm_walks *w,
                        const struct pm_walks_state *from, int u, bool copies)
{
    const int all = c->length, length = from->length;
    const acb_srcptr b = pm_walks_at(w, from, u + 1, u);

    set(c->r[0], all, b, length);
    if (w->looped)
        multiply(w, c->a, all, pm_walks_at(w, from, u, 0), length, pm_walks_at(w, from, u + 1, 0),
                 length);
    if (!copies) {
        if (w->looped)
            _acb_vec_add(c->r[0], c->r[0], c->a, all, w->bits);
        return;
    }
    multiply(w, c->d, all, pm_walks_at(w, from, u, u), length, pm_walks_at(w, from, u + 1, u + 1),
             length);
    multiply(w, c->f, all, b, length, b, length);
    _acb_vec_sub(c->f, c->f, c->d, all, w->bits);
    _acb_vec_zero(c->s[0], all);
    add_times(w, c->s[0], c->r[0], all, -2);
    _acb_vec_set(c->s[1], c->f, all);
    _acb_vec_neg(c->r[1], c->f, all);
    if (w->looped)
        add_loops(c, w, from, u);
}

/* H_k from those before it. */
static void next_h(acb_ptr h, const struct pm_walks *w, const struct series *c, int k)
{
    const int all = c->length;
    slong falling = 1; /* (k-1)! / (k-1-i)! < 2^60, since k < 2^20 */

    _acb_vec_zero(h + k * w->stride, all);
    for (int i = 0; i < c->terms && i < k; i++) {
        _acb_vec_set(c->x, c->r[i], all);
        add_times(w, c->x, c->s[i], all, -(k - 1 - i));
        _acb_vec_scalar_mul_ui(c->x, c->x, all, (ulong)falling, w->bits);
        pm_walks_add_product(w, h + k * w->stride, all, 0, c->x, all, h + (k - 1 - i) * w->stride,
                             all);
        falling *= k - 1 - i;
    }
}

void pm_walks_powers_find(struct pm_walks_powers *s, const struct pm_walks *w,
                          const struct pm_walks_state *from, int r)
{
    const int m = pm_walks_times(w, r - 1), u = pm_walks_vertex(w, r - 1);
    const slong stride = w->stride;
    struct series c = {.length = r == 1 ? w->degree[1] + 1 : w->degree[r - 1],
                       .terms = w->looped ? TERMS_MOST : 2,
                       .d = poly(w, 8),
                       .f = poly(w, 9),
                       .a = poly(w, 10),
                       .e = poly(w, 11),
                       .x = poly(w, 12)};
    const int all = c.length, length = from->length;
    const acb_srcptr b = pm_walks_at(w, from, u + 1, u);

    for (int i = 0; i < TERMS_MOST; i++) {
        c.r[i] = poly(w, i);
        c.s[i] = poly(w, TERMS_MOST + i);
    }
    find_series(&c, w, from, u, m > 1);
    _acb_vec_zero(s->h, all);
    acb_one(s->h);
    if (m == 1)
        _acb_vec_set(s->h + stride, c.r[0], all);
    for (int k = 1; k <= m && m > 1; k++)
        next_h(s->h, w, &c, k);
    if (m == 1 || r == 1)
        return;
    _acb_vec_zero(s->p, all);
    _acb_vec_zero(s->q, all);
    acb_one(s->p);
    for (int k = 1; k < m; k++) {
        const acb_ptr p = s->p + k * stride, q = s->q + k * stride;
        multiply(w, p, all, b, length, p - stride, all);
        pm_walks_add_product(w, p, all, 0, c.d, all, q - stride, all);
        _acb_vec_set(q, p - stride, all);
        pm_walks_add_product(w, q, all, 0, b, length, q - stride, all);
    }
}

/* ------------------------------------------------------------------ accepting a pair */

/* For vertex k, what the walks from u (side 0) and from v (side 1) go on with: C (b_ku b_kv)',
 * but for pairs without copies, whose C is z X. */
struct onwards {
    int shift, length; /* times z^shift; coefficients */
    acb_ptr turned;    /* NULL: no copies */
};

static acb_srcptr onward(const struct pm_walks *w, const struct onwards *o,
                         const struct pm_walks_state *from, int u, int k, int side)
{
    return o->turned == NULL ? pm_walks_at(w, from, u + 1 - side, k)
                             : o->turned + (2 * k + side) * w->stride;
}

/* to = sum over k of (z weight)^(k + 1) x_k, k < m */
static void add_powers(const struct pm_walks *w, acb_ptr to, int length, acb_srcptr x, int m,
                       int weight)
{
    fmpz_t power;

    fmpz_init(power);
    fmpz_one(power);
    _acb_vec_zero(to, length);
    for (int k = 0; k < m && k + 1 < length; k++) {
        fmpz_mul_si(power, power, weight);
        for (int i = 0; i + k + 1 < length; i++)
            acb_addmul_fmpz(to + i + k + 1, x + k * w->stride + i, power, w->bits);
    }
    fmpz_clear(power);
}

static void turn(struct onwards *o, const struct pm_walks *w, const struct pm_walks_state *from,
                 const struct pm_walks_powers *s, int r, int weight)
{
    const int u = pm_walks_vertex(w, r - 1), m = pm_walks_times(w, r - 1), all = o->length;
    const acb_ptr p = poly(w, 0), q = poly(w, 1), closed[2] = {poly(w, 2), poly(w, 3)};

    add_powers(w, p, all, s->p, m, weight);
    add_powers(w, q, all, s->q, m, weight);
    for (int side = 0; side < 2; side++)
        multiply(w, closed[side], all, q, all, pm_walks_at(w, from, u + 1 - side, u + 1 - side),
                 from->length);
    o->turned = poly(w, WORK);
    for (int k = 0; k < u; k++)
        for (int side = 0; side < 2; side++) {
            const acb_ptr to = o->turned + (2 * k + side) * w->stride;
            multiply(w, to, all, p, all, pm_walks_at(w, from, u + 1 - side, k), from->length);
            pm_walks_add_product(w, to, all, 0, closed[side], all,
                                 pm_walks_at(w, from, u + side, k), from->length);
        }
}

static void join(struct pm_walks_state *to, const struct pm_walks *w,
                 const struct pm_walks_state *from, const struct onwards *o, int u)
{
    for (int j = 0; j < u; j++)
        for (int k = 0; k <= j; k++) {
            if (j == k && (!w->diagonal || (w->looped && j == 0)))
                continue;
            const acb_ptr here = pm_walks_at(w, to, j, k);
            set(here, to->length, pm_walks_at(w, from, j, k), from->length);
            for (int side = 0; side < 2; side++)
                pm_walks_add_product(w, here, to->length, o->shift,
                                     pm_walks_at(w, from, u + side, j), from->length,
                                     onward(w, o, from, u, k, side), o->length);
        }
}

/* g := g sum over k of (z weight)^k m! / k! H_k */
static void close_walks(struct pm_walks_state *to, const struct pm_walks *w,
                        const struct pm_walks_state *from, const struct pm_walks_powers *s, int m,
                        int weight)
{
    const int all = to->length;
    const acb_ptr factor = poly(w, 4);
    fmpz_t share;

    if (m == 1) {
        set(to->g, all, from->g, from->length);
        pm_walks_add_product(w, to->g, all, 1, from->g, from->length, s->h + w->stride, all - 1);
        return;
    }
    fmpz_init(share);
    fmpz_fac_ui(share, (ulong)m);
    _acb_vec_zero(factor, all);
    for (int k = 0; k <= m && k < all; k++) {
        for (int i = 0; i + k < all && i < all - 1; i++)
            acb_addmul_fmpz(factor + i + k, s->h + k * w->stride + i, share, w->bits);
        fmpz_mul_si(share, share, weight);
        fmpz_tdiv_q_ui(share, share, (ulong)k + 1);
    }
    fmpz_clear(share);
    multiply(w, to->g, all, from->g, from->length, factor, all);
}

void pm_walks_accept(const struct pm_walks *w, struct pm_walks_state *to,
                     const struct pm_walks_state *from, const struct pm_walks_powers *s, int r,
                     int weight)
{
    const int m = pm_walks_times(w, r - 1), all = w->degree[r - 1] + 1;
    struct onwards o = {.shift = 1, .length = from->length};

    /* the longest product is z g b_*u b_*v, or z b_ju b_kv */
    to->length = m == 1 ? least((2 + w->looped) * from->length, all) : all;
    if (m > 1) {
        o.shift = 0;
        o.length = all;
        turn(&o, w, from, s, r, weight);
    }
    join(to, w, from, &o, pm_walks_vertex(w, r - 1));
    close_walks(to, w, from, s, m, weight);
}

void pm_walks_finish(acb_t z, const struct pm_walks *w, const struct pm_walks_state *from,
                     const struct pm_walks_powers *s)
{
    const int d = w->degree[1], m = pm_walks_times(w, 0);

    acb_zero(z);
    pm_walks_add_dot(w, z, from->g, s->h + m * w->stride + d, -1, least(d + 1, from->length));
}
