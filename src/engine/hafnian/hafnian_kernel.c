/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hafnian of a symmetric matrix of order 2h, without divisions (Bjorklund, Counting perfect
 * matchings as fast as Ryser, SODA 2012), modulo any prime.  hafnian_lanes_kernel.c is faster for
 * small primes, and hafnian_floats_kernel.c has floating numbers.
 *
 * Join the vertices in pairs by red edges (0,1), (2,3), ... A perfect matching together with the
 * red edges is a set of closed walks that alternate between edges of the matching and red edges,
 * and use every red edge once.  Now allow red edges to be used any number of times.  For a set S of
 * red edges, it is easy to sum over the sets of closed walks that use only red edges of S, h in
 * total if repetitions are counted: insert the edges of S one after another.  Inclusion and
 * exclusion over S, with the sign (-1)^(h - |S|), leaves only the sets of walks that use every red
 * edge exactly once.
 *
 * Each red edge is either accepted into S or rejected.  b_jk is the sum of the weights of the
 * alternating walks from j to k through accepted red edges.  It is a polynomial in z whose exponent
 * counts these edges.  g is the same sum for sets of closed walks.  Accepting (u, v) closes walks
 * from u to v, and joins other walks:
 *
 *     g := g (1 + z b_uv),    b_jk := b_jk + z (b_ju b_kv + b_jv b_ku).
 *
 * Rejecting (u, v) drops u and v and changes the sign.  The hafnian is the coefficient of z^h in
 * the sum of all signed g.  The last pair is decided first, so that the b_jk of the other vertices
 * keep their places in the array.  Cost: about 11 h^2 / 2 products for each of the 2^h sets; almost
 * all products are made when few pairs are left. */
#define PM_TYPE mod

#include "base/alloc.h"
#include "base/stop.h"
#include "engine/walk.h"
#include "model/triangle.h"
#include "num/dot.h"
#include "num/type.h"

/* Whether to stop is asked when so many pairs are left. */
enum { ASKING = 8 };

/* walk->dense = the weights b_jk of single edges: b_jk, k < j, is at index pm_triangle(j) + k. */
static pm_status setup(struct pm_walk *walk)
{
    const struct pm_image *const a = walk->image;
    T *b;

    PM_NEW(b, pm_triangle(a->rows));
    walk->dense = b;
    for (size_t k = 0; k < pm_triangle(a->rows); k++)
        b[k] = t_zero();
    for (int j = 0; j < a->rows; j++)
        for (int k = a->row_start[j]; k < a->row_start[j + 1] && a->row_col[k] < j; k++)
            b[pm_triangle(j) + (size_t)a->row_col[k]] = ((const T *)a->row_val)[k];
    return PM_OK;
}

/* The polynomials when some pairs have been decided. */
struct state {
    T *b; /* polynomials of h coefficients, in the order of walk->dense; only the first b_length
           * coefficients of each can be nonzero */
    T *g; /* h + 1 coefficients; only the first g_length can be nonzero */
    int b_length, g_length;
};

struct descent {
    struct pm_ring ring;
    int pairs, rest;     /* h; the pairs that a unit chooses among */
    uint64_t first;      /* the first set of a unit */
    struct state *level; /* level[r]: the polynomials when r pairs are left */
    const int *stop;
    T *reversed; /* the polynomials b_uk and b_vk of the last pair, each stored backwards */
    A sum;
};

static void descent_clear(struct descent *d)
{
    for (int r = 0; r <= d->pairs && d->level != NULL; r++)
        PM_FREE(d->level[r].b, d->level[r].g);
    PM_FREE(d->level, d->reversed);
}

static pm_status descent_new(struct descent *d, const struct pm_walk *walk)
{
    const int h = walk->image->rows / 2;
    const T *const b = walk->dense;

    *d = (struct descent){
        .ring = walk->image->ring, .pairs = h, .stop = walk->stop, .sum = a_zero()};
    PM_NEW(d->level, h + 1);
    for (int r = 0; r <= h; r++) {
        PM_NEW(d->level[r].b, pm_triangle(2 * r) * (size_t)h);
        PM_NEW(d->level[r].g, h + 1);
    }
    PM_NEW(d->reversed, 4 * (size_t)h * (size_t)h);
    for (size_t k = 0; k < pm_triangle(2 * h); k++)
        d->level[h].b[k * (size_t)h] = b[k];
    d->level[h].g[0] = t_one(&d->ring);
    d->level[h].b_length = d->level[h].g_length = 1;
    return PM_OK;
}

/* Returns coefficient m of the product of two polynomials of `length` coefficients.  The second one
 * is stored backwards at the end of an array of h coefficients. */
static T coefficient(const struct descent *d, const T *x, const T *backwards, int length, int m)
{
    const int low = m < length ? 0 : m - length + 1;
    const int high = m < length ? m : length - 1;

    return t_dot(&d->ring, x + low, backwards + d->pairs - 1 - m + low, high - low + 1);
}

static void reverse_rows(const struct descent *d, const T *b, int vertices, int length)
{
    const int h = d->pairs;

    for (int row = 0; row < 2; row++)
        for (int k = 0; k < vertices; k++) {
            const T *const from = b + (pm_triangle(vertices + row) + (size_t)k) * (size_t)h;
            T *const to = d->reversed + ((size_t)row * (size_t)vertices + (size_t)k) * (size_t)h;
            for (int m = 0; m < length; m++)
                to[h - 1 - m] = from[m];
        }
}

/* Computes g of level r - 1 from `from`, the polynomials of level r, if the last pair is
 * accepted. */
static void close_walks(const struct descent *d, struct state *to, const struct state *from, int r)
{
    const int h = d->pairs;
    const T *const b = from->b + (pm_triangle(2 * r) - 1) * (size_t)h; /* b_uv */

    for (int m = 0; m <= h; m++)
        to->g[m] = m < from->g_length ? from->g[m] : t_zero();
    for (int i = 0; i < from->g_length; i++)
        for (int m = 0; m < from->b_length && i + m < h; m++)
            to->g[i + m + 1] = t_add(&d->ring, to->g[i + m + 1], t_mul(&d->ring, from->g[i], b[m]));
    to->g_length = from->g_length + from->b_length;
    if (to->g_length > h + 1)
        to->g_length = h + 1;
}

/* Computes b of level r - 1 in the same case. */
static void join_walks(const struct descent *d, struct state *to, const struct state *from, int r)
{
    const int h = d->pairs, n = 2 * r - 2, length = from->b_length;
    const T *const u = from->b + pm_triangle(n) * (size_t)h; /* b_uk */
    const T *const v = from->b + pm_triangle(n + 1) * (size_t)h;

    to->b_length = 2 * length < h ? 2 * length : h;
    reverse_rows(d, from->b, n, length);
    for (int j = 1; j < n; j++)
        for (int k = 0; k < j; k++) {
            const size_t at = (pm_triangle(j) + (size_t)k) * (size_t)h;
            const T *const back_u = d->reversed + (size_t)k * (size_t)h;
            const T *const back_v = d->reversed + (size_t)(n + k) * (size_t)h;
            to->b[at] = from->b[at];
            for (int m = 1; m < to->b_length; m++) {
                const T x = m < length ? from->b[at + (size_t)m] : t_zero();
                const T uv = coefficient(d, u + (size_t)j * (size_t)h, back_v, length, m - 1);
                const T vu = coefficient(d, v + (size_t)j * (size_t)h, back_u, length, m - 1);
                to->b[at + (size_t)m] = t_add(&d->ring, x, t_add(&d->ring, uv, vu));
            }
        }
}

static void add(struct descent *d, T x, bool minus)
{
    if (minus)
        a_sub(&d->ring, &d->sum, x);
    else
        a_add(&d->ring, &d->sum, x);
}

/* Adds the terms of the two sets that differ only in the last pair.  They have opposite signs, so
 * their sum is g (1 + z b_uv) - g = z g b_uv.  Only its coefficient of z^h is needed. */
static void finish(struct descent *d, const struct state *from, bool minus)
{
    const int h = d->pairs;

    for (int m = 0; m < from->b_length && m < h; m++)
        if (h - 1 - m < from->g_length)
            add(d, t_mul(&d->ring, from->g[h - 1 - m], from->b[m]), minus);
}

/* Adds the terms of all sets that choose among the r pairs that are left.  d->first decides about
 * those above the lowest d->rest: 1 accepts. */
static void descend(struct descent *d, const struct state *from, int r, bool minus)
{
    const bool fixed = r > d->rest, accepted = fixed && (d->first >> (r - 1) & 1) != 0;

    if (r == 1 && !fixed)
        finish(d, from, minus);
    else if (r == 0 && from->g_length > d->pairs)
        add(d, from->g[d->pairs], minus);
    if (r == 0 || (r == 1 && !fixed) || (r == ASKING && pm_stop_wanted(d->stop)))
        return;
    if (!accepted)
        descend(d, from, r - 1, !minus);
    if (fixed && !accepted)
        return;
    join_walks(d, &d->level[r - 1], from, r);
    close_walks(d, &d->level[r - 1], from, r);
    descend(d, &d->level[r - 1], r - 1, minus);
}

static pm_status unit(const struct pm_walk *walk, uint64_t first, uint64_t last,
                      struct pm_part *part)
{
    const struct pm_ring ring = walk->image->ring;
    struct descent d;

    if (walk->image->rows % 2 != 0) {
        *part = a_part(&ring, a_zero());
        return PM_OK;
    }
    const pm_status status = descent_new(&d, walk);
    if (status == PM_OK) {
        d.first = first;
        d.rest = __builtin_ctzll(last - first);
        descend(&d, &d.level[d.pairs], d.pairs, false);
        *part = a_part(&ring, d.sum);
    }
    descent_clear(&d);
    PM_TRY(status);
    return pm_go_on(walk->stop);
}

const struct pm_kernel pm_hafnian_mod = {setup, unit};
