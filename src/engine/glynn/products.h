/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that a walk multiplies, and their running sums: real and complex ones, in double and in
 * double-double, as WORDS vectors: high parts, then low ones.
 *
 * The file that includes this has defined, as constants, PARTS (1 real, 2 complex) and WORDS
 * (PARTS, or twice as many in double-double).  Legal in C and in CUDA C++: the same operations give
 * the same bits on a GPU.
 *
 * Complex numbers.  The order of operations is what makes p (t + 1) accurate: with f = fl(pr (tr +
 * 1)), one rounding, re = fl(f - pi ti), and likewise im.  The first roundings are at most u |p|
 * |tr + 1| <= u |p| |t + 1| in modulus, the second ones u (1 + u) |p| |t + 1|: together (2u + u^2)
 * |p (t + 1)|.  Adding p and p t instead would have an error relative to |p| and |p t|, which can
 * be any times larger.
 *
 * Double-double.  Pairs are not normalised on the way: the low part of a product is what the
 * rounding of the high one and the low parts of the factors have left, small beside the row sums'
 * bounds, and its own rounding errors are what the product's error consists of; dense/patch.c adds
 * them up.  Both layers of a row sum are exact (glynn/rounded.c), so a factor costs two
 * additions. */
#ifndef PM_ENGINE_GLYNN_PRODUCTS_H
#define PM_ENGINE_GLYNN_PRODUCTS_H

#include "engine/isa/vector.h"

enum { IM = PARTS - 1, LOW = WORDS - PARTS }; /* where the last part stands; the low ones */

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

/* Words `apart`. */
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

/* y plus, or minus, a constant whose words are `apart`: row sums, which are exact. */
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

/* Exact, for a power of two. */
KERNEL N n_scale(N a, V by)
{
    UNROLL for (int k = 0; k < WORDS; k++) a.w[k] = v_mul(a.w[k], by);
    return a;
}

/* A little more than the modulus of the high parts: max + (sqrt(2) - 1) min, at most 8.3% more. */
KERNEL V n_size(N a)
{
    const V x = v_abs(a.w[0]), y = v_abs(a.w[IM]);

    return PARTS == 1 ? x : v_fma(v_min(x, y), v_all(0.41421357), v_max(x, y));
}

/* ------------------------------------------------------------------ products */

/* a + b, the rounding error in *error (Knuth, TAOCP 4.2.2, theorem B). */
KERNEL V v_two_sum(V a, V b, V *error)
{
    const V sum = v_add(a, b), other = v_sub(sum, a);

    *error = v_add(v_sub(a, v_sub(sum, other)), v_sub(b, other));
    return sum;
}

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

/* The signed sum of up to 8 numbers, as a balanced tree of subtractions: the sign of a set is the
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

/* A pair in double-double. */
struct layers {
    V h, l;
};

KERNEL struct layers n_part(N a, int k)
{
    struct layers x;

    x.h = a.w[k];
    x.l = a.w[LOW + k];
    return x;
}

/* a b, high x high exactly */
KERNEL struct layers d_times(struct layers a, struct layers b)
{
    struct layers r;

    r.h = v_mul(a.h, b.h);
    r.l = v_fma(a.l, b.h, v_fma(a.l, b.l, v_fma(a.h, b.l, v_fms(a.h, b.h, r.h))));
    return r;
}

/* a b + c d */
KERNEL struct layers d_dot(struct layers a, struct layers b, struct layers c, struct layers d)
{
    const V first = v_mul(a.h, b.h), first_error = v_fms(a.h, b.h, first);
    const V second = v_mul(c.h, d.h), second_error = v_fms(c.h, d.h, second);
    struct layers r;
    V error;

    r.h = v_two_sum(first, second, &error);
    r.l = v_add(error, v_add(first_error, second_error));
    r.l = v_fma(a.l, b.l, v_fma(c.l, d.l, r.l));
    r.l = v_fma(a.h, b.l, v_fma(c.h, d.l, r.l));
    r.l = v_fma(a.l, b.h, v_fma(c.l, d.h, r.l));
    return r;
}

KERNEL N n_times_layers(N p, N t)
{
    struct layers re, im;

    if (PARTS == 1) {
        re = im = d_times(n_part(p, 0), n_part(t, 0));
    } else {
        struct layers turned = n_part(p, IM);
        turned.h = v_negative(turned.h);
        turned.l = v_negative(turned.l);
        re = d_dot(n_part(p, 0), n_part(t, 0), turned, n_part(t, IM));
        im = d_dot(n_part(p, 0), n_part(t, IM), n_part(p, IM), n_part(t, 0));
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

/* p (t + 1) */
KERNEL N n_times_plus(N p, N t)
{
    N r;

    if (WORDS > PARTS)
        return n_times_layers(p, n_shift(t, 1));
    r.w[0] = v_fma(p.w[0], t.w[0], p.w[0]);
    if (PARTS == 2) {
        r.w[0] = v_fnma(p.w[IM], t.w[IM], r.w[0]);
        r.w[IM] = v_fma(p.w[0], t.w[IM], v_fma(p.w[IM], t.w[0], p.w[IM]));
    }
    return r;
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

/* Running sums, whose rounding errors are kept: high + low, or high + middle + low in
 * double-double. */
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

/* What the high part leaves of part k. */
KERNEL V sums_low(const struct sums *s, int k)
{
    return WORDS == PARTS ? s->low[k] : v_add(s->middle[k], s->low[k]);
}

#endif
