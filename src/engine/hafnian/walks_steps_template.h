/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of walks.h over polynomials in balls (walks.c) and in vectors (walks_template.h), also
 * on a GPU: this is valid CUDA C++.  H_k comes from a series in y: with t = 1 - 2 b_uv y + f y^2, f
 * = b_uv^2 - d, which is det(1 - y XB), and a = b_*u b_*v, e = b_vv b_*u^2 + b_uu b_*v^2 - 2 b_uv
 * a, the exponential of walks.h is
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
 *     H_k = sum over i of (R_i - (k-1-i) S_(i+1)) (k-1)! / (k-1-i)! H_(k-1-i).
 *
 * A file that includes this has defined CELL, elements of a coefficient in memory; WORK,
 * polynomials in w->work before those of vertices; and the types
 *
 *     P, CP      a polynomial: a pointer to its coefficients; the same to constants
 *     WALK_DATA  has looped, diagonal, degree, stride, work (walks.h)
 *     STATE      has b, g, length; POWERS has p, q, h (walks.h)
 *     WEIGHT     the weight of a pair
 *
 * and these functions; a polynomial is followed by the number of its coefficients:
 *
 *     pair_times(w, pair)    the number of its copies
 *     walk_at(w, s, j, k)    b_jk
 *     set_zero(to, n)  set_one(to, n)  set(to, n, from, m)
 *     multiply(w, to, n, x, k, y, m)                to = x y
 *     add_product(w, to, n, shift, x, k, y, m)      to += z^shift x y
 *     add_times(w, to, x, n, factor)                to += factor x, for an integer
 *     set_weighted(w, to, n, x, m, weight)          to = weight x, for a weight 0, 1 or -1
 *     set_step(w, to, r, s, n, left, falling)       to = falling (r - left s)
 *     set_powers(w, to, n, x, m, weight)            to = sum over k < m of z^k weight^(k + 1) x_k
 *     set_closed(w, to, n, h, m, weight)            to = sum over k of (z weight)^k m! / k! h_k
 *     set_joined(w, to, n, old, k, x, y, m)         to = old + z (x_0 y_0 + x_1 y_1), where x and
 *                                                   old have k coefficients, y has m */

enum { TERMS_MOST = 4 }; /* of R */

static inline int vertex_of(const WALK_DATA *w, int pair)
{
    return w->looped + 2 * pair;
}

static inline P poly(const WALK_DATA *w, int k)
{
    return w->work + (long)k * w->stride * CELL;
}

/* ------------------------------------------------------------------ powers of a pair */

/* What all H_k of a pair need. */
struct series {
    int length, terms;
    P r[TERMS_MOST], s[TERMS_MOST]; /* R_i; S_(i + 1) */
    P d, f, a, e, x;
};

/* R_0 = H_1 = b + a; two copies need only H_2 = (b_uu + b_*u^2) (b_vv + b_*v^2) + (4 a + 2 b) b. */
static void find_first(const struct series *c, P second, const WALK_DATA *w, const STATE *from,
                       int u, int m)
{
    const int all = c->length, length = from->length;
    const CP b = walk_at(w, from, u + 1, u);
    const P sum[2] = {c->d, c->e};

    set(c->r[0], all, b, length);
    if (w->looped) {
        multiply(w, c->a, all, walk_at(w, from, u, 0), length, walk_at(w, from, u + 1, 0), length);
        add_times(w, c->r[0], c->a, all, 1);
    }
    if (m != 2)
        return;
    for (int side = 0; side < 2; side++) {
        const CP end = walk_at(w, from, u + side, 0);
        set(sum[side], all, walk_at(w, from, u + side, u + side), length);
        if (w->looped)
            add_product(w, sum[side], all, 0, end, length, end, length);
    }
    multiply(w, second, all, sum[0], all, sum[1], all);
    set_zero(c->x, all);
    add_times(w, c->x, b, length, 2);
    if (w->looped)
        add_times(w, c->x, c->a, all, 4);
    add_product(w, second, all, 0, c->x, all, b, length);
}

/* The coefficients of R and t^2 that belong to loops, for three copies or more; r[1] = -f, s[0] =
 * -2 b, s[1] = f on entry. */
static void add_loops(const struct series *c, const WALK_DATA *w, const STATE *from, int u)
{
    const int all = c->length, length = from->length;
    const CP b = walk_at(w, from, u + 1, u);

    set_zero(c->e, all);
    for (int side = 0; side < 2; side++) {
        const CP end = walk_at(w, from, u + side, 0);
        multiply(w, c->x, all, end, length, end, length);
        add_product(w, c->e, all, 0, walk_at(w, from, u + 1 - side, u + 1 - side), length, c->x,
                    all);
    }
    multiply(w, c->x, all, b, length, c->a, all);
    add_times(w, c->e, c->x, all, -2);
    /* S_1 = -4 b, R_1 = e - 2 b^2 - f = e - 3 f - 2 d, S_2 = 4 b^2 + 2 f = 6 f + 4 d */
    add_times(w, c->s[0], b, length, -2);
    add_times(w, c->r[1], c->e, all, 1);
    add_times(w, c->r[1], c->f, all, -2);
    add_times(w, c->r[1], c->d, all, -2);
    add_times(w, c->s[1], c->f, all, 5);
    add_times(w, c->s[1], c->d, all, 4);
    /* R_2 = 3 b f - b e - a f, S_3 = -4 b f */
    multiply(w, c->x, all, b, length, c->f, all);
    set_zero(c->s[2], all);
    add_times(w, c->s[2], c->x, all, -4);
    set_zero(c->r[2], all);
    add_times(w, c->r[2], c->x, all, 3);
    multiply(w, c->x, all, b, length, c->e, all);
    add_product(w, c->x, all, 0, c->a, all, c->f, all);
    add_times(w, c->r[2], c->x, all, -1);
    /* R_3 = -f^2, S_4 = f^2 */
    multiply(w, c->s[3], all, c->f, all, c->f, all);
    set_zero(c->r[3], all);
    add_times(w, c->r[3], c->s[3], all, -1);
}

static void find_series(const struct series *c, const WALK_DATA *w, const STATE *from, int u)
{
    const int all = c->length, length = from->length;
    const CP b = walk_at(w, from, u + 1, u);

    multiply(w, c->d, all, walk_at(w, from, u, u), length, walk_at(w, from, u + 1, u + 1), length);
    multiply(w, c->f, all, b, length, b, length);
    add_times(w, c->f, c->d, all, -1);
    set_zero(c->s[0], all);
    add_times(w, c->s[0], b, length, -2);
    set(c->s[1], all, c->f, all);
    set_zero(c->r[1], all);
    add_times(w, c->r[1], c->f, all, -1);
    if (w->looped)
        add_loops(c, w, from, u);
}

/* H_k from those before it. */
static void next_h(P h, const WALK_DATA *w, const struct series *c, int k)
{
    const long size = (long)w->stride * CELL;
    const int all = c->length;
    long falling = 1; /* (k-1)! / (k-1-i)! < 2^60, since k < 2^20 */

    set_zero(h + k * size, all);
    for (int i = 0; i < c->terms && i < k; i++) {
        const int left = k - 1 - i;
        set_step(w, c->x, c->r[i], c->s[i], all, left, falling);
        add_product(w, h + k * size, all, 0, c->x, all, h + left * size, left == 0 ? 1 : all);
        falling *= left;
    }
}

/* P_k, Q_k and H_k of the last of r pairs. */
static void find_powers(const POWERS *s, const WALK_DATA *w, const STATE *from, int r)
{
    const int m = pair_times(w, r - 1), u = vertex_of(w, r - 1), length = from->length;
    const long size = (long)w->stride * CELL;
    struct series c;

    c.length = r == 1 ? w->degree[1] + 1 : w->degree[r - 1];
    c.terms = w->looped ? pm_walks_least(m, TERMS_MOST) : 2;
    c.d = poly(w, 8);
    c.f = poly(w, 9);
    c.a = poly(w, 10);
    c.e = poly(w, 11);
    c.x = poly(w, 12);
    const int all = c.length;
    const CP b = walk_at(w, from, u + 1, u);

    for (int i = 0; i < TERMS_MOST; i++) {
        c.r[i] = poly(w, i);
        c.s[i] = poly(w, TERMS_MOST + i);
    }
    c.r[0] = s->h + size; /* H_1 */
    find_first(&c, s->h + 2 * size, w, from, u, m);
    if (m == 1)
        return;
    set_one(s->h, all);
    if (m > 2)
        find_series(&c, w, from, u);
    for (int k = 2; k <= m && m > 2; k++)
        next_h(s->h, w, &c, k);
    if (r == 1)
        return;
    set_one(s->p, all);
    set_zero(s->q, all);
    set(s->p + size, all, b, length);
    set_one(s->q + size, all);
    for (int k = 2; k < m; k++) {
        const P p = s->p + k * size, q = s->q + k * size;
        const int own = k == 2 ? 1 : all; /* Q_1 = 1 */
        multiply(w, p, all, b, length, p - size, all);
        add_product(w, p, all, 0, c.d, all, q - size, own);
        set(q, all, p - size, all);
        add_product(w, q, all, 0, b, length, q - size, own);
    }
}

/* ------------------------------------------------------------------ accepting a pair */

/* For vertex k, what the walks from u (side 0) and from v (side 1) go on with: C (b_ku b_kv)' / z,
 * or for a pair without copies, the weight times X (b_ku b_kv)'. */
struct onwards {
    int length; /* coefficients */
    P turned;   /* NULL: those of the state itself */
};

static inline CP onward(const WALK_DATA *w, const struct onwards *o, const STATE *from, int u,
                        int k, int side)
{
    return o->turned == NULL ? walk_at(w, from, u + 1 - side, k)
                             : o->turned + (long)(2 * k + side) * w->stride * CELL;
}

static void turn(struct onwards *o, const WALK_DATA *w, const STATE *from, const POWERS *s, int r,
                 WEIGHT weight)
{
    const int u = vertex_of(w, r - 1), m = pair_times(w, r - 1), all = o->length;
    const int length = from->length;
    const P p = poly(w, 0), q = poly(w, 1), closed[2] = {poly(w, 2), poly(w, 3)};

    o->turned = poly(w, WORK);
    if (m > 1) { /* Q_0 = 0, so q is a multiple of z; Q_1 = 1 */
        set_powers(w, p, all, s->p, m, weight);
        set_powers(w, q, all, s->q, m, weight);
        for (int side = 0; side < 2; side++)
            multiply(w, closed[side], all - 1, q + CELL, m == 2 ? 1 : all - 1,
                     walk_at(w, from, u + 1 - side, u + 1 - side), length);
    }
    for (int k = 0; k < u; k++)
        for (int side = 0; side < 2; side++) {
            const P to = o->turned + (long)(2 * k + side) * w->stride * CELL;
            const CP other = walk_at(w, from, u + 1 - side, k);
            if (m == 1) {
                set_weighted(w, to, all, other, length, weight);
                continue;
            }
            multiply(w, to, all, p, all, other, length);
            add_product(w, to, all, 1, closed[side], all - 1, walk_at(w, from, u + side, k),
                        length);
        }
}

static void join(STATE *to, const WALK_DATA *w, const STATE *from, const struct onwards *o, int u)
{
    for (int j = 0; j < u; j++)
        for (int k = 0; k <= j; k++) {
            CP x[2], y[2];
            if (j == k && (!w->diagonal || (w->looped && j == 0)))
                continue;
            for (int side = 0; side < 2; side++) {
                x[side] = walk_at(w, from, u + side, j);
                y[side] = onward(w, o, from, u, k, side);
            }
            set_joined(w, walk_at(w, to, j, k), to->length, walk_at(w, from, j, k), from->length, x,
                       y, o->length);
        }
}

/* g := g sum over k of (z weight)^k m! / k! H_k */
static void close_walks(STATE *to, const WALK_DATA *w, const STATE *from, const POWERS *s, int m,
                        WEIGHT weight, bool is_one)
{
    const int all = to->length;
    const P factor = poly(w, 4);

    if (m == 1) {
        P h = s->h + (long)w->stride * CELL;
        if (!is_one) {
            set_weighted(w, factor, all - 1, h, all - 1, weight);
            h = factor;
        }
        set(to->g, all, from->g, from->length);
        add_product(w, to->g, all, 1, from->g, from->length, h, all - 1);
        return;
    }
    set_closed(w, factor, all, s->h, m, weight);
    multiply(w, to->g, all, from->g, from->length, factor, all);
}

/* *to = the state after the last of r pairs has been accepted; its b and g have their room.
 * is_one: the weight is 1, and the pair has no copies. */
static void accept(STATE *to, const WALK_DATA *w, const STATE *from, const POWERS *s, int r,
                   WEIGHT weight, bool is_one)
{
    const int m = pair_times(w, r - 1), all = w->degree[r - 1] + 1;
    struct onwards o = {m == 1 ? from->length : all - 1, NULL};

    /* the longest product is z g b_*u b_*v, or z b_ju b_kv */
    to->length = m == 1 ? pm_walks_least((2 + w->looped) * from->length, all) : all;
    if (m > 1 || !is_one)
        turn(&o, w, from, s, r, weight);
    join(to, w, from, &o, vertex_of(w, r - 1));
    close_walks(to, w, from, s, m, weight, is_one);
}
