/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of residues modulo a prime p < 2^48, in doubles: every operation is exact.
 *
 * With |a| <= 7p/8, |b| < 2^50 and h = fl(a b), l = a b - h (one fma), the quotient
 * q = rint(fl(h fl(1/p))) comes from adding and taking off 1.5 2^52: |a b / p| < 2^50
 * and two roundings of 2^-53 before that to an integer, so q is off by less than 1/2 + 1/4 < 7/8.
 * Then h - q p and h - q p + l are integers below 2^53, hence exact, and |a b - q p| <= 7p/8: six
 * instructions. */
#ifndef PM_ENGINE_ISA_VECTOR_MOD_H
#define PM_ENGINE_ISA_VECTOR_MOD_H

#include "engine/isa/vector.h"

struct prime {
    double p, inverse; /* inverse = fl(1 / p) */
};

KERNEL V quotient(struct prime m, V h)
{
    const V magic = v_all(0x1.8p52);

    return v_sub(v_fma(h, v_all(m.inverse), magic), magic);
}

/* x modulo p, for integers |x| < 2^53: |result| < 5p/8. */
KERNEL V reduce(struct prime m, V x)
{
    return v_fnma(quotient(m, x), v_all(m.p), x);
}

/* a b modulo p: |result| <= 7p/8. */
KERNEL V times(struct prime m, V a, V b)
{
    const V h = v_mul(a, b), l = v_fms(a, b, h);

    return v_add(v_fnma(quotient(m, h), v_all(m.p), h), l);
}

#endif
