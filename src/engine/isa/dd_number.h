/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Double-double numbers in the walks of strands: unevaluated sums of a high and a low vector.
 *
 * Pairs are not normalised on the way: the low part of a product is what the rounding of the high
 * one and the low parts of the factors have left, small beside the row sums' bounds, and its own
 * rounding errors are what the product's error consists of; dense/patch.c adds them up. */
#ifndef PM_ENGINE_ISA_DD_NUMBER_H
#define PM_ENGINE_ISA_DD_NUMBER_H

#include "engine/isa/isa.h"

struct d {
    V h, l;
};

struct z {
    struct d re, im;
};

/* a + b, the rounding error in *error (Knuth, TAOCP 4.2.2, theorem B). */
KERNEL V two_sum(V a, V b, V *error)
{
    const V sum = v_add(a, b), other = v_sub(sum, a);

    *error = v_add(v_sub(a, v_sub(sum, other)), v_sub(b, other));
    return sum;
}

/* a - b */
KERNEL struct d d_sub(struct d a, struct d b)
{
    V error;
    const V h = two_sum(a.h, v_sub(v_all(0), b.h), &error);

    return (struct d){h, v_add(v_sub(a.l, b.l), error)};
}

/* p t, high x high exactly */
KERNEL struct d d_times(struct d p, struct d t)
{
    const V h = v_mul(p.h, t.h), e = v_fms(p.h, t.h, h);

    return (struct d){h, v_fma(p.l, t.h, v_fma(p.l, t.l, v_fma(p.h, t.l, e)))};
}

/* a b + c d */
KERNEL struct d d_dot(struct d a, struct d b, struct d c, struct d d)
{
    const V first = v_mul(a.h, b.h), first_error = v_fms(a.h, b.h, first);
    const V second = v_mul(c.h, d.h), second_error = v_fms(c.h, d.h, second);
    V error;
    const V h = two_sum(first, second, &error);
    V l = v_add(error, v_add(first_error, second_error));

    l = v_fma(a.l, b.l, v_fma(c.l, d.l, l));
    l = v_fma(a.h, b.l, v_fma(c.h, d.l, l));
    return (struct d){h, v_fma(a.l, b.h, v_fma(c.l, d.h, l))};
}

KERNEL struct d d_minus(struct d a)
{
    return (struct d){v_sub(v_all(0), a.h), v_sub(v_all(0), a.l)};
}

/* p t */
KERNEL struct z z_times(struct z p, struct z t)
{
    return (struct z){d_dot(p.re, t.re, d_minus(p.im), t.im), d_dot(p.re, t.im, p.im, t.re)};
}

#endif
