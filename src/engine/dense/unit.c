/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit of the dense walk: PM_LANES strands side by side, whose sums are added in one tree. */
#include "base/bits.h"
#include "engine/dense/dense.h"

int pm_dense_order(int n)
{
    return n < PM_DENSE_MIN ? PM_DENSE_MIN : n;
}

/* Strands are shorter in smaller matrices, so that a GPU, which walks some ten thousand at a time,
 * has about 2^22 of them. */
int pm_dense_gray(int order)
{
    enum { LEAST = 8, MOST = 13, STRANDS = 23 };
    const int columns = order - 2 - PM_LOG_BLOCK, gray = columns - STRANDS;
    const int most = columns - PM_LOG_LANES < MOST ? columns - PM_LOG_LANES : MOST;

    return gray > most ? most : gray > LEAST ? gray : LEAST < most ? LEAST : most;
}

/* The bound takes 3 instructions a row, the blocks of its patch 49 each.  With eight blocks instead
 * of four it is 1.1 to 1.8 times as wide (random matrices of order 14 to 26), which is worth the
 * time only where a GPU has no registers to hide it. */
int pm_dense_log_patch(int order, int words)
{
    enum { MANY_ROWS = 41 };

    return words == 1 && order >= MANY_ROWS ? 3 : 2;
}

int pm_dense_log_unit(int order)
{
    return PM_LOG_BLOCK + pm_dense_gray(order) + PM_LOG_LANES + 1; /* 1: the pivot's sign */
}

uint64_t pm_dense_units(int order)
{
    return UINT64_C(1) << (order - 1 - pm_dense_log_unit(order));
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

void pm_dense_unit(struct pm_part *part, const struct pm_dense *d, uint64_t unit)
{
    double x[64 * 4 * PM_LANES] __attribute__((aligned(64)));
    struct pm_strands_sum sum;
    const int line = d->n * d->words;

    pm_strands_begin(x, d->base, d->twice + d->walk.log_blocks * line, line, unit);
    d->isa->floating[d->words > d->parts][d->parts - 1](&sum, &d->walk, x);
    *part = pm_total_part(pm_strands_end(&sum, &d->finish, d->parts, unit), d->exp);
}
