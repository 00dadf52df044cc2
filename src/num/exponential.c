/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FLINT's arb computes exp(x) with a bound, in so many bits that the middle is as good as a rounded
 * number. */
#include "num/exponential.h"

#include "num/arb_ball.h"

pm_status pm_exponential(fmpq_t x)
{
    enum { MOST = 46051 /* 20000 log 10 */, MORE_BITS = 32 };
    arb_t y;

    if (fmpz_is_zero(fmpq_numref(x))) {
        fmpq_one(x);
        return PM_OK;
    }
    arb_init(y);
    arb_set_fmpq(y, x, PM_LOGS_BITS + MORE_BITS);
    const bool small = arf_cmpabs_ui(arb_midref(y), MOST) <= 0;
    if (small) {
        arb_exp(y, y, PM_LOGS_BITS + MORE_BITS);
        arf_set_round(arb_midref(y), arb_midref(y), PM_LOGS_BITS, ARF_RND_NEAR);
        arf_get_fmpq(x, arb_midref(y));
    }
    arb_clear(y);
    return small ? PM_OK
                 : pm_fail(PM_INPUT,
                           "a logarithm beyond +-%d is too large for an exact value; a number "
                           "subtracted from all of a row, or at a vertex, divides the answer by "
                           "its exponential",
                           MOST);
}

/* log = k log 2 + r.  k times the first two parts of log 2, of 20 and 21 bits, is exact, and so are
 * the differences but for 2^-54; the last part adds two roundings of a number below 1.  The sum of
 * the powers of r, |r| < 0.35, leaves out less than 2^-63, and Horner's rule rounds by less than 6
 * u. */
bool pm_exponential_double(double *m, int64_t *e, double log)
{
    enum { DEGREE = 15 };
    static const double inverse[DEGREE + 1] = {0,       1,       1 / 2.,  1 / 3., 1 / 4.,  1 / 5.,
                                               1 / 6.,  1 / 7.,  1 / 8.,  1 / 9., 1 / 10., 1 / 11.,
                                               1 / 12., 1 / 13., 1 / 14., 1 / 15.};
    static const double MOST = 1.4e9, HIGH = 0x1.62e42p-1, MIDDLE = 0x1.fdf47p-22,
                        LOW = 0x1.ef35793c7673p-45;

    *m = 0;
    *e = 0;
    if (log == -HUGE_VAL || !(fabs(log) <= MOST))
        return log == -HUGE_VAL;
    const double k = rint(log * M_LOG2E), r = ((log - k * HIGH) - k * MIDDLE) - k * LOW;
    double sum = 1;
    for (int j = DEGREE; j > 0; j--)
        sum = fma(sum, r * inverse[j], 1);
    *m = sum;
    *e = (int64_t)k;
    return true;
}

void pm_exponential_of_logs(struct pm_value *x)
{
    struct pm_value one;

    pm_value_init(&one);
    pm_gauss_set_si(&one.centre, 1);
    one.error = pm_mag_double(1, -PM_LOGS_PROVED);
    pm_value_mul(x, &one);
    pm_value_clear(&one);
}
