/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shape is a few numbers.  This file computes what depends only on them, in constant time. */
#include "engine/sweep/shape.h"

#include <math.h>

enum { SMALL = 8 }; /* number of high places that vectors get before low ones */

void pm_sweep_shape_add(struct pm_sweep_shape *shape, int bit, int sign)
{
    shape->width += sign;
    if (shape->states == PM_SWEEP_SQUARE)
        shape->ones += sign * bit;
    else if (shape->states == PM_SWEEP_EVEN)
        shape->ones ^= bit;
}

int pm_sweep_shape_low(const struct pm_sweep_shape *shape)
{
    static const int most[] = {
        [PM_SWEEP_SQUARE] = PM_SWEEP_LOW, [PM_SWEEP_EVEN] = 8, [PM_SWEEP_FREE] = 7};
    const int low = shape->width - SMALL;

    return low < 0 ? 0 : low < most[shape->states] ? low : most[shape->states];
}

bool pm_sweep_shape_equal(const struct pm_sweep_shape *x, const struct pm_sweep_shape *y)
{
    return x->states == y->states && x->width == y->width && x->ones == y->ones && x->low == y->low;
}

double pm_sweep_shape_room(const struct pm_sweep_shape *shape)
{
    const enum pm_sweep_class states = shape->states;
    const int high = shape->width - shape->low;
    double pads = 0;

    for (int ones = 0; ones <= high; ones++) {
        const double blocks = pm_sweep_states(PM_SWEEP_SQUARE, high, ones);
        const int left = pm_sweep_common_ones(states, shape->ones - ones);
        const double block = pm_sweep_states(states, shape->low, left);
        pads += blocks * ceil(block / PM_SWEEP_PAD);
    }
    return PM_SWEEP_PAD * pads;
}
