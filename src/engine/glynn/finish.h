/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns the sums of strands into parts.  The lanes of a unit are added in one tree.  Their sum is
 * multiplied by the factor that was divided out of the matrix.  The fold adds the units.  This file
 * is valid in C and in CUDA C++: a GPU finishes its units itself and gets the same bits as a CPU.
 * All sums here have the same exponent. */
#pragma once

#include "num/pair.h"

/* A part (num/part.h) without its exponent. */
struct pm_total {
    double re[2], im[2]; /* high, low */
    double err;
};

struct pm_finish {
    double factor[2][2]; /* re, im: the factor of a unit's sum, in double-double */
    double size;         /* at least |factor| */
    double share;        /* error of a patch, as a fraction of its bound */
    double floor;        /* error of a unit caused by underflow */
};

static inline int pm_total_is_zero(const struct pm_total *x)
{
    return x->re[0] == 0 && x->re[1] == 0 && x->im[0] == 0 && x->im[1] == 0 && x->err == 0;
}

/* *sum += other, with the same operations as pm_part_add(). */
static inline void pm_total_add(struct pm_total *sum, const struct pm_total *other)
{
    if (pm_total_is_zero(sum)) {
        *sum = *other;
    } else if (!pm_total_is_zero(other)) {
        const double error = pm_pair_add(sum->re, other->re) + pm_pair_add(sum->im, other->im);
        sum->err = pm_up(sum->err + other->err + error);
    }
}

static inline void pm_total_turn(double z[2])
{
    z[0] = -z[0];
    z[1] = -z[1];
}

/* Returns the sum of one strand.  high and low: the real and then the imaginary part, as pairs in
 * double-double; bound: the bound of the strand; minus: true if the sum must be negated, since an
 * odd number of the strand's columns have sign -. */
static inline struct pm_total pm_total_strand(const double *high, const double *low, double bound,
                                              int parts, int minus, double share)
{
    struct pm_total total = {{0, 0}, {0, 0}, bound * share};

    total.re[0] = pm_two_sum(high[0], low[0], &total.re[1]);
    if (minus)
        pm_total_turn(total.re);
    if (parts == 2) {
        total.im[0] = pm_two_sum(high[1], low[1], &total.im[1]);
        if (minus)
            pm_total_turn(total.im);
    }
    return total;
}

/* Returns the sum of a unit times the factor. */
static inline struct pm_total pm_total_scale(const struct pm_total *x, int parts,
                                             const struct pm_finish *f)
{
    const double size = __builtin_fabs(x->re[0]) + __builtin_fabs(x->im[0]);
    struct pm_total straight = {{0, 0}, {0, 0}, 0}, turned = {{0, 0}, {0, 0}, 0};

    pm_pair_mul(straight.re, x->re, f->factor[0]);
    if (parts == 2) {
        pm_pair_mul(straight.im, x->im, f->factor[0]);
        pm_pair_mul(turned.re, x->im, f->factor[1]);
        pm_pair_mul(turned.im, x->re, f->factor[1]);
        pm_total_turn(turned.re);
    }
    straight.err = pm_up((x->err + f->floor + size * 0x1p-96) * f->size);
    pm_total_add(&straight, &turned);
    return straight;
}
