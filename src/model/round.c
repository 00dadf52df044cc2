/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GNU MPFR rounds to 53 bits.  For a double-double, the remainder is rounded in the same way and
 * becomes the low part. */
#include "model/round.h"

#include "base/status.h"
#include "num/ball.h"
#include "num/gauss.h"

#include <mpfr.h>

double pm_round(double *error, const fmpq *x, int64_t shift)
{
    mpfr_t rounded;
    mpq_t q;

    mpq_init(q);
    mpfr_init2(rounded, 53);
    fmpq_get_mpq(q, x);
    const int inexact = mpfr_set_q(rounded, q, MPFR_RNDN);
    mpfr_mul_2si(rounded, rounded, (long)shift, MPFR_RNDN);
    const double value = mpfr_get_d(rounded, MPFR_RNDN);
    const int underflow = mpfr_cmp_d(rounded, value) != 0;
    *error = inexact || underflow ? pm_up(__builtin_fabs(value) * PM_BALL_U) : 0;
    mpfr_clear(rounded);
    mpq_clear(q);
    return value;
}

struct pm_dd pm_round_dd(double *error, const fmpq *x, int64_t shift)
{
    struct pm_dd rounded = {pm_round(error, x, shift), 0};
    fmpq_t rest, high;

    if (*error == 0)
        return rounded;
    PM_EACH(fmpq_init, rest, high);
    pm_gauss_part_finite(high, rounded.hi);
    pm_gauss_part_shift(rest, x, shift);
    fmpq_sub(rest, rest, high);
    rounded.lo = pm_round(error, rest, 0);
    PM_EACH(fmpq_clear, high, rest);
    return rounded;
}
