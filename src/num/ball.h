/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error arithmetic shared by the floating types: how a radius grows.
 *
 * Rounding to nearest in double has relative error at most u = 2^-53 per operation, plus 2^-1075
 * where the result is subnormal (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.,
 * section 2.2).  Radii are computed in double, too.  pm_up() multiplies by 1 + 2^-49, which covers
 * up to eight roundings of a sum of non-negative terms.  It also adds PM_BALL_TINY, which covers
 * every underflow in the operation that called it.  PM_BALL_TINY is a normal number, so nothing
 * slows down. */
#pragma once

#define PM_BALL_U    0x1p-53
#define PM_BALL_TINY 0x1p-1000

/* Factors for upper and for lower bounds that were computed with at most a few hundred roundings of
 * normal numbers. */
#define PM_UP   (1 + 0x1p-40)
#define PM_DOWN (1 - 0x1p-40)
/* The same after at most 2^22 and 2^32 roundings. */
#define PM_UP_LONG    (1 + 0x1p-30)
#define PM_UP_LONGEST (1 + 0x1p-20)

static inline double pm_up(double radius)
{
    return radius * (1 + 0x1p-49) + PM_BALL_TINY;
}

/* At least x >= 0, of which `rounded` is the nearest double (Rump et al., num/mag.h). */
static inline double pm_not_below(double rounded)
{
    return rounded * (1 + 0x1p-52) + 0x1p-1074;
}

/* s + *e = a + b exactly (Knuth, TAOCP 4.2.2, theorem B), barring overflow. */
static inline double pm_two_sum(double a, double b, double *e)
{
    const double s = a + b, bb = s - a;
    *e = (a - (s - bb)) + (b - bb);
    return s;
}

/* hi + lo += x.  Returns a bound of the error: only the low part is rounded, once. */
static inline double pm_dd_add(double *hi, double *lo, double x)
{
    double e;
    *hi = pm_two_sum(*hi, x, &e);
    *lo += e;
    return __builtin_fabs(*lo) * PM_BALL_U;
}
