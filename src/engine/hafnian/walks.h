/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alternating walks over pairs of vertices, in balls.
 *
 * hafnian_kernel.c describes the sum over sets of vertex pairs: b_jk is the weight
 * of the walks from j to k through accepted pairs, g that of the closed walks; both are polynomials
 * in z, whose exponent counts the pairs of a walk.  Three things are added here.
 *
 * Loops.  All loops end in one more vertex *, number 0, that is never paired: b_*j is the weight of
 * the walks from j to a loop.  A pair (u, v) closes the walks from u to v, and joins two that end
 * in loops:
 *
 *     g := g (1 + z (b_uv + b_*u b_*v)),    b_jk := b_jk + z (b_ju b_kv + b_jv b_ku).
 *
 * Copies.  m equal pairs are accepted together, with a weight y: each of them may be used, one
 * after another.  Let X exchange u and v, and B = (b_uu b_uv; b_uv b_vv).  Then, up to y^m,
 *
 *     b_jk := b_jk + (b_ju b_jv) C (b_ku b_kv)',    C = sum over k > 0 of (zy)^k X (B X)^(k-1),
 *     g := g exp(sum over k of (zy)^k tr (XB)^k / 2k + (b_*u b_*v) C (b_*u b_*v)' / 2).
 *
 * The value is the coefficient of z^h in which every pair is used as often as it occurs.  So higher
 * powers of y have no share in it: some other pair is used too rarely.  For the same reason, when
 * d pairs have been decided, the powers of z above d may be dropped.  For m = 1 these are the two
 * equations above.
 *
 * With d = b_uu b_vv and K = (0 b_vv; b_uu 0), K K = d, the powers are (XB)^k = P_k + Q_k K:
 *
 *     P_0 = 1,  Q_0 = 0,  P_(k+1) = b_uv P_k + d Q_k,  Q_(k+1) = b_uv Q_k + P_k,
 *     C = sum over k > 0 of (zy)^k (P_(k-1) X + Q_(k-1) diag(b_vv, b_uu)).
 *
 * H_k / k! is the coefficient of (zy)^k in the exponential.  It follows from the H before it,
 * without divisions (walks_steps_template.h). */
#pragma once

#include "engine/stack_balls.h"

/* b and g when some pairs have been decided. */
struct pm_walks_state {
    acb_ptr b, g;
    int length; /* only so many coefficients may be nonzero */
};

struct pm_walks {
    int pairs;        /* number of different pairs */
    const int *times; /* how many copies each has */
    bool looped;
    bool diagonal; /* some pair has copies, so that b_jj is needed */
    bool complex_values;
    slong bits;
    slong stride; /* coefficients of a polynomial in memory */
    int *degree;  /* degree[r]: number of copies of the pairs r, r + 1, ... */
    acb_ptr work; /* polynomials for walks.c */
};

/* Errors: PM_NOMEM. */
pm_status pm_walks_init(struct pm_walks *w);
void pm_walks_clear(struct pm_walks *w);

/* The state before r pairs are decided: zeros. */
void pm_walks_state_init(struct pm_walks_state *s, const struct pm_walks *w, int r);
void pm_walks_state_clear(struct pm_walks_state *s, const struct pm_walks *w, int r);

/* b_jk, of j + 1 polynomials for vertex j. */
static inline acb_ptr pm_walks_at(const struct pm_walks *w, const struct pm_walks_state *s, int j,
                                  int k)
{
    const slong high = j > k ? j : k, low = j > k ? k : j;

    return s->b + (high * (high + 1) / 2 + low) * w->stride;
}

/* What accepting the last of r pairs needs for every weight: P_k and Q_k for k < m, H_k for
 * k <= m.  A pair without copies needs only H_1. */
struct pm_walks_powers {
    acb_ptr p, q, h;
};

void pm_walks_powers_init(struct pm_walks_powers *s, const struct pm_walks *w, int r);
void pm_walks_powers_clear(struct pm_walks_powers *s, const struct pm_walks *w, int r);
void pm_walks_powers_find(struct pm_walks_powers *s, const struct pm_walks *w,
                          const struct pm_walks_state *from, int r);

/* *to = the state after the last of the r pairs has been accepted with this weight, which is 1 for
 * a pair without copies.  Its g is multiplied by m!. */
void pm_walks_accept(const struct pm_walks *w, struct pm_walks_state *to,
                     const struct pm_walks_state *from, const struct pm_walks_powers *s, int r,
                     int weight);

/* z = the coefficient of z^h for the last pair, used as often as it occurs. */
void pm_walks_finish(acb_t z, const struct pm_walks *w, const struct pm_walks_state *from,
                     const struct pm_walks_powers *s);
