/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Magnitudes of exact numbers. */
#include "num/mag.h"

#include <mpfr.h>

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

void pm_mag_get_fmpq(fmpq_t q, struct pm_mag x)
{
    fmpz_set_ui(fmpq_numref(q), (ulong)ldexp(x.m, 53));
    fmpz_one(fmpq_denref(q));
    if (x.e >= 53)
        fmpq_mul_2exp(q, q, (ulong)(x.e - 53));
    else
        fmpq_div_2exp(q, q, (ulong)(53 - x.e));
}
