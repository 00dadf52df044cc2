/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers that a walk multiplies, and their running sums: real or complex, in double or in
 * double-double.  A number is WORDS vectors: first the high parts, then the low ones.
 *
 * A file that includes this has defined the constants PARTS (1 real, 2 complex) and WORDS (PARTS,
 * or twice that in double-double).  Valid in C and in CUDA C++: the same operations give the same
 * bits on a GPU.
 *
 * Complex numbers.  The order of operations makes p (t + 1) accurate.  Let f = fl(pr (tr + 1)),
 * with one rounding; then re = fl(f - pi ti); im likewise.  The first roundings have modulus at
 * most u |p| |tr + 1| <= u |p| |t + 1|, the second ones u (1 + u) |p| |t + 1|: together (2u + u^2)
 * |p (t + 1)|.  Adding p and p t instead would have an error relative to |p| and |p t|, which can
 * be larger by any factor.
 *
 * Double-double.  Pairs are not normalised between operations.  The low part of a product collects
 * the rounding error of the high part and the products with the factors' low parts.  For a complex
 * product, the rounded sum of two high products is split exactly into a number next to each, and
 * fused operations find what both lack.  The low part is small compared with the bounds of the row
 * sums.  Its own rounding errors are the error of the product; dense/patch.c adds them up.  Both
 * layers of a row sum are exact (rounded.c), so a factor costs two additions. */
#pragma once

#include "engine/isa/vector.h"

enum { IM = PARTS - 1, LOW = WORDS - PARTS }; /* index of the last part; number of low words */

typedef struct number {
    V w[WORDS];
} N;

/* ------------------------------------------------------------------ words */

KERNEL N n_real(V x)
{
    N a;

    UNROLL for (int k = 0; k < WORDS; k++) a.w[k] = k == 0 ? x : v_all(0);
    return a;
}

/* Loads words that are `apart` doubles from each other. */
KERNEL N n_load(const double *p, int apart)
{
    N a;

    UNROLL for (int k = 0; k < WORDS; k++) a.w[k] = v_load(p + k * apart);
    return a;
}

KERNEL void n_store(double *p, int apart, N a)
{
    UNROLL for (int k = 0; k < WORDS; k++) v_store(p + k * apart, a.w[k]);
}

/* y plus or minus a constant whose words are `apart` doubles from each other.  y is a row sum, and
 * the result is exact. */
KERNEL N n_plus(N y, const double *constant, int apart)
{
    UNROLL for (int k = 0; k < WORDS; k++) y.w[k] = v_add(y.w[k], v_all(constant[k * apart]));
    return y;
}

KERNEL N n_minus(N y, const double *constant, int apart)
{
    UNROLL for (int k = 0; k < WORDS; k++) y.w[k] = v_sub(y.w[k], v_all(constant[k * apart]));
    return y;
}

KERNEL N n_shift(N t, double one)
{
    t.w[0] = v_add(t.w[0], v_all(one));
    return t;
}

/* Exact if `by` is a power of two. */
KERNEL N n_scale(N a, V by)
{
    UNROLL for (int k = 0; k < WORDS; k++) a.w[k] = v_mul(a.w[k], by);
    return a;
}

/* An upper bound of the modulus of the high parts, but for two roundings. */
KERNEL V n_size(N a)
{
    return PARTS == 1 ? v_abs(a.w[0]) : v_modulus(a.w[0], a.w[IM]);
}

/* ------------------------------------------------------------------ products */

KERNEL N n_negative(N a)
{
    UNROLL for (int k = 0; k < WORDS; k++) a.w[k] = v_negative(a.w[k]);
    return a;
}

/* a - b */
KERNEL N n_sub(N a, N b)
{
    UNROLL for (int k = 0; k < PARTS; k++)
    {
        if (WORDS == PARTS) {
            a.w[k] = v_sub(a.w[k], b.w[k]);
        } else {
            V error;
            a.w[k] = v_two_sum(a.w[k], v_negative(b.w[k]), &error);
            a.w[LOW + k] = v_add(v_sub(a.w[LOW + k], b.w[LOW + k]), error);
        }
    }
    return a;
}

/* The signed sum of up to 8 numbers, as a balanced tree of subtractions.  The sign of a set is the
 * parity of its size. */
KERNEL N n_signed_sum(N *p, const int count)
{
    UNROLL for (int level = 1; level <= 3; level++)
    {
        UNROLL for (int k = 0; k < 4; k++)
        {
            if (k < count >> level)
                p[k] = n_sub(p[2 * k], p[2 * k + 1]);
        }
    }
    return p[0];
}

/* A double-double number, and its sum, rounded. */
struct layers {
    V h, l, sum;
};

KERNEL struct layers n_part(N a, int k)
{
    struct layers x;

    x.h = a.w[k];
    x.l = a.w[LOW + k];
    x.sum = v_add(x.h, x.l);
    return x;
}

/* What a b has besides x, a double next to the product of the high parts. */
KERNEL V d_rest(struct layers a, struct layers b, V x)
{
    return v_fma(a.sum, b.l, v_fma(a.l, b.h, v_fms(a.h, b.h, x)));
}

/* a b */
KERNEL struct layers d_times(struct layers a, struct layers b)
{
    struct layers r;

    r.h = v_mul(a.h, b.h);
    r.l = d_rest(a, b, r.h);
    return r;
}

/* a b + c d, or a b - c d.  x + y, or x - y, is exactly the sum of the rounded products, as it is
 * rounded (Knuth, TAOCP 4.2.2, theorem B). */
KERNEL struct layers d_dot(struct layers a, struct layers b, struct layers c, struct layers d,
                           const bool minus)
{
    const V first = v_mul(a.h, b.h), second = v_mul(c.h, d.h);
    struct layers r;

    r.h = minus ? v_sub(first, second) : v_add(first, second);
    const V y = minus ? v_sub(first, r.h) : v_sub(r.h, first);
    const V x = minus ? v_add(r.h, y) : v_sub(r.h, y);
    const V one = d_rest(a, b, x), other = d_rest(c, d, y);
    r.l = minus ? v_sub(one, other) : v_add(one, other);
    return r;
}

KERNEL N n_times_layers(N p, N t)
{
    struct layers re, im;

    if (PARTS == 1) {
        re = im = d_times(n_part(p, 0), n_part(t, 0));
    } else {
        re = d_dot(n_part(p, 0), n_part(t, 0), n_part(p, IM), n_part(t, IM), true);
        im = d_dot(n_part(p, 0), n_part(t, IM), n_part(p, IM), n_part(t, 0), false);
    }
    p.w[IM] = im.h;
    p.w[LOW + IM] = im.l;
    p.w[0] = re.h;
    p.w[LOW] = re.l;
    return p;
}

/* p t */
KERNEL N n_times(N p, N t)
{
    N r;

    if (WORDS > PARTS)
        return n_times_layers(p, t);
    r.w[0] = v_mul(p.w[0], t.w[0]);
    if (PARTS == 2) {
        r.w[0] = v_fnma(p.w[IM], t.w[IM], r.w[0]);
        r.w[IM] = v_fma(p.w[0], t.w[IM], v_mul(p.w[IM], t.w[0]));
    }
    return r;
}

/* sum + p t, not in double-double */
KERNEL N n_plus_times(N sum, N p, N t)
{
    N r;

    r.w[0] = v_fma(p.w[0], t.w[0], sum.w[0]);
    if (PARTS == 2) {
        r.w[0] = v_fnma(p.w[IM], t.w[IM], r.w[0]);
        r.w[IM] = v_fma(p.w[0], t.w[IM], v_fma(p.w[IM], t.w[0], sum.w[IM]));
    }
    return r;
}

/* p (t + 1) */
KERNEL N n_times_plus(N p, N t)
{
    return WORDS > PARTS ? n_times_layers(p, n_shift(t, 1)) : n_plus_times(p, p, t);
}

/* p (t - 1) */
KERNEL N n_times_minus(N p, N t)
{
    N r;

    if (WORDS > PARTS)
        return n_times_layers(p, n_shift(t, -1));
    r.w[0] = v_fms(p.w[0], t.w[0], p.w[0]);
    if (PARTS == 2) {
        r.w[0] = v_fnma(p.w[IM], t.w[IM], r.w[0]);
        r.w[IM] = v_fma(p.w[0], t.w[IM], v_fms(p.w[IM], t.w[0], p.w[IM]));
    }
    return r;
}

/* ------------------------------------------------------------------ sums */

/* Running sums with their rounding errors: high + low, or high + middle + low in double-double. */
struct sums {
    V high[PARTS], middle[PARTS], low[PARTS];
};

KERNEL void sums_clear(struct sums *s)
{
    UNROLL for (int k = 0; k < PARTS; k++) s->high[k] = s->middle[k] = s->low[k] = v_all(0);
}

KERNEL void sums_gather(struct sums *s, N r)
{
    UNROLL for (int k = 0; k < PARTS; k++)
    {
        V first, second, third;
        s->high[k] = v_two_sum(s->high[k], r.w[k], &first);
        if (WORDS == PARTS) {
            s->low[k] = v_add(s->low[k], first);
        } else {
            s->middle[k] = v_two_sum(s->middle[k], r.w[LOW + k], &second);
            s->middle[k] = v_two_sum(s->middle[k], first, &third);
            s->low[k] = v_add(s->low[k], v_add(second, third));
        }
    }
}

/* The rest of part k besides its high part. */
KERNEL V sums_low(const struct sums *s, int k)
{
    return WORDS == PARTS ? s->low[k] : v_add(s->middle[k], s->low[k]);
}
