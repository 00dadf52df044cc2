/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/glynn/strands.h"

#include "base/bits.h"
#include "engine/glynn/rounded.h"
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

struct pm_part pm_total_part(struct pm_total total, int64_t exp)
{
    return (struct pm_part){.re = {total.re[0], total.re[1]},
                            .im = {total.im[0], total.im[1]},
                            .err = total.err,
                            .exp = exp};
}

void pm_strands_begin(double *x, const double *base, const double *twice, int line, uint64_t unit)
{
    const double *const units = twice + PM_LOG_LANES * line;

    for (int here = 0; here < line; here++, x += PM_LANES) {
        double sum = base[here];
        for (uint64_t rest = unit; rest != 0; rest &= rest - 1)
            sum -= units[__builtin_ctzll(rest) * line + here];
        for (int lane = 0; lane < PM_LANES; lane++) {
            x[lane] = sum;
            for (int bit = 0; bit < PM_LOG_LANES; bit++)
                if (lane >> bit & 1)
                    x[lane] -= twice[bit * line + here];
        }
    }
}

struct pm_total pm_strands_end(const struct pm_strands_sum *sum, const struct pm_finish *finish,
                               int parts, uint64_t unit)
{
    struct pm_total tree[PM_LANES];

    for (int lane = 0; lane < PM_LANES; lane++) {
        const double high[2] = {sum->high[0][lane], sum->high[1][lane]};
        const double low[2] = {sum->low[0][lane], sum->low[1][lane]};
        const int minus = (pm_popcount(unit) + pm_popcount((uint64_t)lane)) & 1;
        tree[lane] = pm_total_strand(high, low, sum->bound[lane], parts, minus, finish->share);
    }
    for (int count = PM_LANES / 2; count > 0; count /= 2)
        for (int k = 0; k < count; k++) {
            tree[k] = tree[2 * k];
            pm_total_add(&tree[k], &tree[2 * k + 1]);
        }
    return pm_total_scale(&tree[0], parts, finish);
}
