/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum of hafnian_kernel.c modulo a prime p < 2^24, for eight sets at the same time: the lanes
 * of a vector decide differently about three pairs, and alike about all others.
 *
 * Residues are doubles of modulus at most 5p/8 (vector_mod.h).  A coefficient of b_ju b_kv + b_jv
 * b_ku is a sum of at most 2 (h - 1) of their products, so for h <= 40 it is at most 78 (5p/8)^2 <
 * 2^53 - p.  So it is exact with one fused multiply-add for each product, and is reduced once.
 *
 * A pair is accepted by the lanes where `mask` is 1, and rejected where it is 0: there the
 * polynomials do not change, and the sign does.
 *
 * TILE coefficients are computed at the same time.  Polynomials of the last pair are padded with
 * zeros on both sides, so that no product needs a test of its indices. */
#include "base/alloc.h"
#include "base/bits.h"
#include "base/stop.h"
#include "engine/hafnian/walks_lanes.h"
#include "engine/isa/vector_mod.h"
#include "engine/stack_load.h"
#include "engine/walk.h"
#include "model/triangle.h"
#include "num/type_mod.h"

#include <string.h>

enum { TILE = 4, PAD = 2 * TILE };

/* Whether to stop is asked when so many pairs are left. */
enum { ASKING = 9 };

/* The polynomials b_jk and g when some pairs have been decided, WIDTH lanes for each coefficient.
 */
struct state {
    double *b; /* b_jk, k < j, has `room` coefficients from (pm_triangle(j) + k) room WIDTH on */
    double *g; /* h + 1 coefficients */
    int room, b_length, g_length; /* only so many coefficients can be nonzero */
};

struct descent {
    struct primes p;
    int pairs;           /* h */
    struct state *level; /* level[r]: the polynomials when r pairs are left */
    double *memory;      /* of all polynomials */
    double *padded[2];   /* b_uk and b_vk of the last pair (u, v) for all k, padded */
    const int *stop;
    V sum;
};

/* Finds the places of all polynomials from `begin` on; returns the number of doubles. */
static size_t place(struct descent *d, double *begin)
{
    const int h = d->pairs;
    double *at = begin;

    for (int side = 0; side < 2; side++, at += 2 * h * (h + 2 * PAD) * WIDTH)
        d->padded[side] = at;
    for (int r = 0; r <= h; r++) {
        struct state *const s = &d->level[r];
        s->room = h - r < 5 && 1 << (h - r) < h ? 1 << (h - r) : h;
        s->g = at;
        s->b = at + (h + 1) * WIDTH;
        at = s->b + pm_triangle(2 * r) * (size_t)(s->room * WIDTH);
    }
    return (size_t)(at - begin);
}

static pm_status descent_new(struct descent *d, const struct pm_walk *walk)
{
    static double nothing;
    const int h = walk->image->rows / 2;
    const double p = (double)walk->image->ring.p;

    *d = (struct descent){
        .p = in_all_lanes((struct prime){p, 1 / p}), .pairs = h, .stop = walk->stop};
    PM_NEW(d->level, h + 1);
    PM_TRY(pm_stack_aligned(&d->memory, place(d, &nothing)));
    place(d, d->memory);
    memset(d->padded[0], 0, (size_t)(4 * h * (h + 2 * PAD) * WIDTH) * sizeof *d->memory);
    return PM_OK;
}

/* The state before any pair is decided. */
static void descent_begin(struct descent *d, const struct pm_image *a)
{
    struct state *const s = &d->level[d->pairs];

    memset(s->b, 0, pm_triangle(a->rows) * WIDTH * sizeof *s->b);
    for (int j = 0; j < a->rows; j++)
        for (int k = a->row_start[j]; k < a->row_start[j + 1] && a->row_col[k] < j; k++)
            v_store(s->b + (pm_triangle(j) + (size_t)a->row_col[k]) * WIDTH,
                    v_all(t_centred(&a->ring, ((const T *)a->row_val)[k])));
    v_store(s->g, v_all(1));
    s->b_length = s->g_length = 1;
    d->sum = v_all(0);
}

/* The padded polynomial of the last pair's vertex `side` and of vertex k. */
static double *padded(const struct descent *d, int side, int k)
{
    return d->padded[side] + (k * (d->pairs + 2 * PAD) + PAD) * WIDTH;
}

static void pad(const struct descent *d, const struct state *from, int n)
{
    const size_t bytes = WIDTH * sizeof(double);

    for (int side = 0; side < 2; side++)
        for (int k = 0; k < n; k++) {
            double *const to = padded(d, side, k);
            memcpy(to, from->b + (pm_triangle(n + side) + (size_t)k) * (size_t)(from->room * WIDTH),
                   (size_t)from->b_length * bytes);
            memset(to + from->b_length * WIDTH, 0, (size_t)(d->pairs - from->b_length) * bytes);
        }
}

/* sum + x y.  It is exact, so a product and a sum do the same where there is no instruction for
 * both of them. */
KERNEL V plus_product(V sum, V x, V y)
{
    return ISA_PICK(v_fma(x, y, sum), v_fma(x, y, sum), v_add(sum, v_mul(x, y)));
}

/* c[s] += coefficient first + s of x y, two padded polynomials with so many coefficients. */
KERNEL void add_products(V c[TILE], const double *x, const double *y, int first, int length)
{
    const int end = first + TILE < length ? first + TILE : length;

    for (int i = first < length ? 0 : first - length + 1; i < end; i += TILE)
        UNROLL for (int k = 0; k < TILE; k++)
        {
            const V f = v_load(x + (i + k) * WIDTH);
            UNROLL for (int s = 0; s < TILE; s++)
            {
                c[s] = plus_product(c[s], f, v_load(y + (first + s - i - k) * WIDTH));
            }
        }
}

/* Coefficient m of the new polynomial: that of the old one, which has so many, and more. */
KERNEL void put(const struct descent *d, double *to, const double *old, int m, int length, V more)
{
    const V sum = m < length ? v_add(v_load(old + m * WIDTH), more) : more;

    v_store(to + m * WIDTH, reduce_lanes(d->p, sum));
}

/* Computes b of level r - 1 from `from`, the polynomials of level r. */
static void join_walks(const struct descent *d, struct state *to, const struct state *from, int r,
                       V mask)
{
    const int n = 2 * r - 2, length = from->b_length;

    to->b_length = 2 * length < d->pairs ? 2 * length : d->pairs;
    pad(d, from, n);
    for (int j = 1; j < n; j++)
        for (int k = 0; k < j; k++) {
            const size_t at = (pm_triangle(j) + (size_t)k) * WIDTH;
            const double *const x = from->b + at * (size_t)from->room;
            double *const y = to->b + at * (size_t)to->room;
            v_store(y, v_load(x));
            for (int m = 1; m < to->b_length; m += TILE) {
                V c[TILE] = {v_all(0), v_all(0), v_all(0), v_all(0)};
                add_products(c, padded(d, 0, j), padded(d, 1, k), m - 1, length);
                add_products(c, padded(d, 1, j), padded(d, 0, k), m - 1, length);
                UNROLL for (int s = 0; s < TILE; s++)
                {
                    if (m + s < to->b_length)
                        put(d, y, x, m + s, length, v_mul(mask, c[s]));
                }
            }
        }
}

/* Coefficient m of g b, where b = b_uv of the last pair of r. */
static V closed(const struct state *s, int r, int m)
{
    const double *const b = s->b + (pm_triangle(2 * r) - 1) * (size_t)(s->room * WIDTH);
    V sum = v_all(0);

    for (int i = m < s->b_length ? 0 : m - s->b_length + 1; i < s->g_length && i <= m; i++)
        sum = plus_product(sum, v_load(s->g + i * WIDTH), v_load(b + (m - i) * WIDTH));
    return sum;
}

/* Computes g of level r - 1. */
static void close_walks(const struct descent *d, struct state *to, const struct state *from, int r,
                        V mask)
{
    const int most = d->pairs + 1, length = from->g_length + from->b_length;

    to->g_length = length < most ? length : most;
    v_store(to->g, v_load(from->g));
    for (int m = 1; m < to->g_length; m++)
        put(d, to->g, from->g, m, from->g_length, v_mul(mask, closed(from, r, m - 1)));
}

static const struct state *accept(struct descent *d, const struct state *from, int r, V mask)
{
    struct state *const to = &d->level[r - 1];

    join_walks(d, to, from, r, mask);
    close_walks(d, to, from, r, mask);
    return to;
}

/* Adds the terms of all sets that choose among the r pairs that are left. */
static void descend(struct descent *d, const struct state *from, int r, bool minus)
{
    if (r == 1) {
        const V z = closed(from, r, d->pairs - 1);
        d->sum = reduce_lanes(d->p, minus ? v_sub(d->sum, z) : v_add(d->sum, z));
        return;
    }
    if (r == ASKING && pm_stop_wanted(d->stop))
        return;
    descend(d, from, r - 1, !minus);
    descend(d, accept(d, from, r, v_all(1)), r - 1, minus);
}

/* The mask of the pair that bit `bit` of a lane's number decides, for lanes from `first` on. */
static V mask_of(int first, int bit)
{
    double mask[WIDTH] __attribute__((aligned(64)));

    for (int k = 0; k < WIDTH; k++)
        mask[k] = (first + k) >> bit & 1;
    return v_load(mask);
}

/* The sum over lanes `lane` .. lane + WIDTH - 1 of the terms first .. first + 2^strand - 1.  The
 * bits of `first` decide about the pairs above the lowest `strand`, and those of the lane about the
 * next three: 1 accepts. */
static int64_t lanes_run(struct descent *d, int lane, uint64_t first, int strand)
{
    const struct state *from = &d->level[d->pairs];
    double sum[WIDTH] __attribute__((aligned(64)));
    bool minus = false;
    int64_t total = 0;

    for (int r = d->pairs; r > strand; r--)
        if (first >> (r - 1) & 1)
            from = accept(d, from, r, v_all(1));
        else
            minus = !minus;
    for (int bit = PM_HAF_LOG_LANES - 1; bit >= 0; bit--, strand--)
        from = accept(d, from, strand, mask_of(lane, bit));
    descend(d, from, strand, minus);
    v_store(sum, d->sum);
    for (int k = 0; k < WIDTH; k++)
        total += (PM_HAF_LOG_LANES - pm_popcount((uint64_t)(lane + k))) & 1 ? -(int64_t)sum[k]
                                                                            : (int64_t)sum[k];
    return total;
}

static pm_status unit(const struct pm_walk *walk, uint64_t first, uint64_t last,
                      struct pm_part *part)
{
    const struct pm_ring *const ring = &walk->image->ring;
    struct descent d;
    int64_t total = 0;

    const pm_status status = descent_new(&d, walk);
    for (int lane = 0; lane < PM_HAF_LANES && status == PM_OK; lane += WIDTH) {
        descent_begin(&d, walk->image);
        total += lanes_run(&d, lane, first, __builtin_ctzll(last - first));
    }
    PM_FREE(d.level, d.memory);
    PM_TRY(status);
    total %= (int64_t)ring->p;
    *part = t_part(ring,
                   t_from_residue(ring, (uint64_t)(total < 0 ? total + (int64_t)ring->p : total)));
    return pm_go_on(walk->stop);
}

const struct pm_kernel ISA_NAME(pm_hafnian_lanes) = {NULL, unit};
