/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit of the dense walk: PM_LANES strands side by side, whose sums are added in one tree. */
#include "base/bits.h"
#include "engine/dense/dense.h"
#include "num/ball.h"

#include <math.h>
#include <string.h>

int pm_dense_order(int n)
{
    return n < PM_DENSE_MIN ? PM_DENSE_MIN : n;
}

uint64_t pm_dense_units(int order)
{
    return order - 1 <= PM_LOG_UNIT ? 1 : UINT64_C(1) << (order - 1 - PM_LOG_UNIT);
}

/* Row sums of the strands of a unit, all Gray-coded signs +. */
static void row_sums(double *x, const struct pm_dense *d, uint64_t unit)
{
    const int line = d->n * d->parts;
    const double *const lanes = d->twice + d->walk.log_blocks * line;
    const double *const units = lanes + PM_LOG_LANES * line;

    for (int here = 0; here < line; here++, x += PM_LANES) {
        double sum = d->base[here];
        for (uint64_t rest = unit; rest != 0; rest &= rest - 1)
            sum -= units[__builtin_ctzll(rest) * line + here];
        for (int lane = 0; lane < PM_LANES; lane++) {
            x[lane] = sum;
            for (int bit = 0; bit < PM_LOG_LANES; bit++)
                if (lane >> bit & 1)
                    x[lane] -= lanes[bit * line + here];
        }
    }
}

/* One strand's sum as a part; its sign is the parity of its columns with sign -. */
static struct pm_part strand_part(const struct pm_dense *d, const struct pm_strands_sum *sum,
                                  int lane, bool minus)
{
    struct pm_part part = {.err = sum->bound[lane] * d->share};
    double *const out[2] = {part.re, part.im};

    for (int k = 0; k < d->parts; k++) {
        out[k][0] = pm_two_sum(sum->high[k][lane], sum->low[k][lane], &out[k][1]);
        if (minus) {
            out[k][0] = -out[k][0];
            out[k][1] = -out[k][1];
        }
    }
    return part;
}

/* z = x y in double-double, to about 2^-100 |x y| (Dekker, A floating-point technique for
 * extending the available precision, Numerische Mathematik 18, 1971; with fma). */
static void pair_mul(double z[2], const double x[2], const double y[2])
{
    const double high = x[0] * y[0];
    const double low = fma(x[0], y[0], -high) + (x[0] * y[1] + x[1] * y[0]);

    z[0] = pm_two_sum(high, low, &z[1]);
}

/* *part *= the factor that was taken off the matrix. */
static void part_scale(struct pm_part *part, const struct pm_dense *d)
{
    const struct pm_ring ring = pm_ring_of(d->parts == 1 ? PM_REAL : PM_COMPLEX);
    const double size = hypot(part->re[0], part->im[0]);
    struct pm_part straight = {.exp = d->exp}, turned = {.exp = d->exp};

    pair_mul(straight.re, part->re, d->factor[0]);
    if (d->parts == 2) {
        pair_mul(straight.im, part->im, d->factor[0]);
        pair_mul(turned.re, part->im, d->factor[1]);
        pair_mul(turned.im, part->re, d->factor[1]);
        turned.re[0] = -turned.re[0];
        turned.re[1] = -turned.re[1];
    }
    straight.err = pm_up((part->err + d->floor + size * 0x1p-96) * d->size);
    pm_part_add(&ring, &straight, &turned);
    *part = straight;
}

void pm_dense_unit(struct pm_part *part, const struct pm_dense *d, uint64_t unit)
{
    const struct pm_ring ring = pm_ring_of(d->parts == 1 ? PM_REAL : PM_COMPLEX);
    double x[64 * 2 * PM_LANES] __attribute__((aligned(64)));
    struct pm_strands_sum sum;
    struct pm_part tree[PM_LANES];

    row_sums(x, d, unit);
    (d->parts == 1 ? d->isa->real : d->isa->complex)(&sum, &d->walk, x);
    for (int lane = 0; lane < PM_LANES; lane++)
        tree[lane] =
            strand_part(d, &sum, lane, (pm_popcount(unit) + pm_popcount((uint64_t)lane)) & 1);
    for (int count = PM_LANES / 2; count > 0; count /= 2)
        for (int k = 0; k < count; k++) {
            tree[k] = tree[2 * k];
            pm_part_add(&ring, &tree[k], &tree[2 * k + 1]);
        }
    part_scale(&tree[0], d);
    *part = tree[0];
}
