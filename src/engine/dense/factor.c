/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An exact factor as double-doubles. */
#include "engine/dense/dense.h"
#include "model/round.h"

#include <math.h>

int64_t pm_finish_factor(struct pm_finish *finish, const struct pm_gauss *factor)
{
    const fmpq *const part[2] = {factor->re, factor->im};
    int64_t top = INT64_MIN;
    double error, gap;
    fmpq_t rest;
    mpq_t high;

    for (int k = 0; k < 2; k++) {
        const int64_t e =
            (int64_t)fmpz_bits(fmpq_numref(part[k])) - (int64_t)fmpz_bits(fmpq_denref(part[k]));
        if (!fmpq_is_zero(part[k]) && e > top)
            top = e;
    }
    fmpq_init(rest);
    mpq_init(high);
    for (int k = 0; k < 2; k++) {
        finish->factor[k][0] = pm_round(&error, part[k], -top);
        mpq_set_d(high, finish->factor[k][0]);
        fmpq_set_mpq(rest, high);
        if (top < 0)
            fmpq_div_2exp(rest, rest, (ulong)-top);
        else
            fmpq_mul_2exp(rest, rest, (ulong)top);
        fmpq_sub(rest, part[k], rest);
        finish->factor[k][1] = pm_round(&gap, rest, -top);
    }
    mpq_clear(high);
    fmpq_clear(rest);
    finish->size = hypot(finish->factor[0][0], finish->factor[1][0]) * PM_UP;
    return top;
}
