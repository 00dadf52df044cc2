/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number is a mantissa in 1/2 .. 1 and a 64-bit exponent.  After each operation the mantissa is
 * multiplied by 1 + 2^-50, which covers the rounding. */
#include "num/mag.h"

#include "num/ball.h"

#include <math.h>
#include <mpfr.h>

struct pm_mag pm_mag_double(double m, int64_t e)
{
    int shift;

    if (isnan(m) || isinf(m))
        return (struct pm_mag){INFINITY, 0};
    if (m == 0)
        return (struct pm_mag){0, 0};
    m = frexp(m, &shift);
    return (struct pm_mag){m, e + shift};
}

struct pm_mag pm_mag_fmpq(const fmpq *x)
{
    mpfr_t rounded;
    mpq_t q;
    long e;

    if (fmpq_is_zero(x))
        return (struct pm_mag){0, 0};
    mpq_init(q);
    mpfr_init2(rounded, 53);
    fmpq_get_mpq(q, x);
    mpfr_set_q(rounded, q, MPFR_RNDA);
    const double m = mpfr_get_d_2exp(&e, rounded, MPFR_RNDA);
    mpfr_clear(rounded);
    mpq_clear(q);
    return pm_mag_double(fabs(m), e);
}

struct pm_mag pm_mag_add(struct pm_mag x, struct pm_mag y)
{
    if (x.m == 0)
        return y;
    if (y.m == 0)
        return x;
    if (x.e < y.e) {
        const struct pm_mag swap = x;
        x = y;
        y = swap;
    }
    const int64_t gap = x.e - y.e;
    /* rounding up also covers a y far below the last bit of x */
    return pm_mag_double((x.m + (gap < 100 ? ldexp(y.m, -(int)gap) : 0)) * (1 + 0x1p-50), x.e);
}

struct pm_mag pm_mag_mul(struct pm_mag x, struct pm_mag y)
{
    if (x.m == 0 || y.m == 0)
        return (struct pm_mag){0, 0};
    return pm_mag_double(x.m * y.m * (1 + 0x1p-50), x.e + y.e);
}

bool pm_mag_is_zero(struct pm_mag x)
{
    return x.m == 0;
}

bool pm_mag_is_finite(struct pm_mag x)
{
    return isfinite(x.m);
}

void pm_mag_get_fmpq(fmpq_t q, struct pm_mag x)
{
    fmpz_set_ui(fmpq_numref(q), (ulong)ldexp(x.m, 53));
    fmpz_one(fmpq_denref(q));
    if (x.e >= 53)
        fmpq_mul_2exp(q, q, (ulong)(x.e - 53));
    else
        fmpq_div_2exp(q, q, (ulong)(53 - x.e));
}
