/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a sweep's vector: which states it has, and how they are stored (pass.h). */
#ifndef PM_ENGINE_SWEEP_SHAPE_H
#define PM_ENGINE_SWEEP_SHAPE_H

#include "engine/sweep/order.h"

enum {
    PM_SWEEP_SLOTS = 48, /* largest number of slots of a state */
    PM_SWEEP_LOW = 9,    /* largest number of low places */
    PM_SWEEP_PAD = 16,   /* blocks have a multiple of this many numbers */
};

struct pm_sweep_shape {
    enum pm_sweep_class states;
    int width; /* number of slots */
    int ones;  /* number of ones in every state (square), or its parity (even) */
    int low;   /* number of places within a block */
};

/* Adds a slot (sign 1) or removes one (sign -1) whose bit is `bit`.  `low` does not change. */
void pm_sweep_shape_add(struct pm_sweep_shape *shape, int bit, int sign);

/* The number of low places for a vector of that class and width. */
int pm_sweep_shape_low(const struct pm_sweep_shape *shape);

bool pm_sweep_shape_equal(const struct pm_sweep_shape *x, const struct pm_sweep_shape *y);

/* What all states of a class have in common, if one of them has `ones` ones: the number of ones
 * (square), its parity (even), or nothing, which is 0 (free).  The same holds for the ones among
 * some of the bits. */
static inline int pm_sweep_common_ones(enum pm_sweep_class states, int ones)
{
    return states == PM_SWEEP_SQUARE ? ones : states == PM_SWEEP_EVEN ? ones & 1 : 0;
}

/* The length of a vector of that shape, with padding. */
double pm_sweep_shape_room(const struct pm_sweep_shape *shape);

#endif
