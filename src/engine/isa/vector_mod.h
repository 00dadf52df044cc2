/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of residues modulo a prime p < 2^48, in doubles.  Every operation is exact.
 *
 * Let |a| <= 7p/8, |b| < 2^50, h = fl(a b) and l = a b - h (one fma).  The quotient q = rint(fl(h
 * fl(1/p))) is computed by adding and subtracting 1.5 2^52.  Since |a b / p| < 2^50, the two
 * relative errors of 2^-53 shift it by less than 1/4, and rounding by 1/2: q is off by less than
 * 7/8.  Then h - q p and h - q p + l are integers below 2^53, hence exact, and |a b - q p| <=
 * 7p/8.  Cost: six instructions. */
#pragma once

#include "engine/isa/vector.h"

struct prime {
    double p, inverse; /* inverse = fl(1 / p) */
};

/* A prime for each lane. */
struct primes {
    V p, inverse;
};

KERNEL struct primes in_all_lanes(struct prime m)
{
    const struct primes all = {v_all(m.p), v_all(m.inverse)};

    return all;
}

KERNEL V quotient(struct primes m, V h)
{
    const V magic = v_all(0x1.8p52);

    return v_sub(v_fma(h, m.inverse, magic), magic);
}

/* x modulo p, for integers |x| < 2^53: |result| < 5p/8. */
KERNEL V reduce_lanes(struct primes m, V x)
{
    return v_fnma(quotient(m, x), m.p, x);
}

KERNEL V reduce(struct prime m, V x)
{
    return reduce_lanes(in_all_lanes(m), x);
}

/* a b modulo p: |result| <= 7p/8. */
KERNEL V times_lanes(struct primes m, V a, V b)
{
    const V h = v_mul(a, b), l = v_fms(a, b, h);

    return v_add(v_fnma(quotient(m, h), m.p, h), l);
}

KERNEL V times(struct prime m, V a, V b)
{
    return times_lanes(in_all_lanes(m), a, b);
}
