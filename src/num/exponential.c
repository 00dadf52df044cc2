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

void pm_value_of_logs(struct pm_value *x)
{
    struct pm_value one;

    pm_value_init(&one);
    pm_gauss_set_si(&one.centre, 1);
    one.error = pm_mag_double(1, -PM_LOGS_PROVED);
    pm_value_mul(x, &one);
    pm_value_clear(&one);
}
