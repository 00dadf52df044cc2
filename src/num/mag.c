/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Magnitudes of exact numbers. */
#include "num/mag.h"

#include "num/gauss.h"

#include <mpfr.h>

/* True if both parts have one word, x = m 2^e with m of at most 53 bits. */
static bool is_short(double *m, long *e, const fmpq *x)
{
    const fmpz num = *fmpq_numref(x), den = *fmpq_denref(x);
    int exponent;

    if (COEFF_IS_MPZ(num) || COEFF_IS_MPZ(den) || (den & (den - 1)) != 0 || num >= (slong)1 << 53 ||
        num <= -((slong)1 << 53))
        return false;
    *m = frexp(fabs((double)num), &exponent);
    *e = exponent - __builtin_ctzll((unsigned long long)den);
    return true;
}

struct pm_mag pm_mag_fmpq(const fmpq *x)
{
    mpfr_t rounded;
    double short_one;
    mpq_t q;
    long e;

    if (fmpq_is_zero(x))
        return (struct pm_mag){0, 0};
    if (is_short(&short_one, &e, x))
        return pm_mag_double(short_one, e);
    mpq_init(q);
    mpfr_init2(rounded, 53);
    fmpq_get_mpq(q, x);
    mpfr_set_q(rounded, q, MPFR_RNDA);
    const double m = mpfr_get_d_2exp(&e, rounded, MPFR_RNDA);
    mpfr_clear(rounded);
    mpq_clear(q);
    return pm_mag_double(fabs(m), e);
}

void pm_mag_get_fmpq(fmpq_t q, struct pm_mag x)
{
    fmpz_set_ui(fmpq_numref(q), (ulong)ldexp(x.m, 53));
    fmpz_one(fmpq_denref(q));
    pm_gauss_part_shift(q, q, x.e - 53);
}
