/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of complex numbers.
 *
 * The order of operations is what makes p (t + 1) accurate: with f = fl(pr (tr + 1)), one
 * rounding, re = fl(f - pi ti), and likewise im.  The first roundings are at most
 * u |p| |tr + 1| <= u |p| |t + 1| in modulus, the second ones u (1 + u) |p| |t + 1|: together
 * (2u + u^2) |p (t + 1)|.  Adding p and p t instead would have an error relative to |p| and |p t|,
 * which can be any times larger. */
#ifndef PM_ENGINE_ISA_COMPLEX_H
#define PM_ENGINE_ISA_COMPLEX_H

#include "engine/isa/isa.h"

struct z {
    V re, im;
};

KERNEL struct z z_add(struct z a, struct z b)
{
    return (struct z){v_add(a.re, b.re), v_add(a.im, b.im)};
}

KERNEL struct z z_sub(struct z a, struct z b)
{
    return (struct z){v_sub(a.re, b.re), v_sub(a.im, b.im)};
}

/* p t */
KERNEL struct z z_times(struct z p, struct z t)
{
    return (struct z){v_fnma(p.im, t.im, v_mul(p.re, t.re)), v_fma(p.re, t.im, v_mul(p.im, t.re))};
}

/* p (t + 1) */
KERNEL struct z z_times_plus(struct z p, struct z t)
{
    return (struct z){v_fnma(p.im, t.im, v_fma(p.re, t.re, p.re)),
                      v_fma(p.re, t.im, v_fma(p.im, t.re, p.im))};
}

/* p (t - 1) */
KERNEL struct z z_times_minus(struct z p, struct z t)
{
    return (struct z){v_fnma(p.im, t.im, v_fms(p.re, t.re, p.re)),
                      v_fma(p.re, t.im, v_fms(p.im, t.re, p.im))};
}

#endif
