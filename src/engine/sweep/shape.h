/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a sweep's vector: which states it has, and how they are stored (passes.h). */
#ifndef PM_ENGINE_SWEEP_SHAPE_H
#define PM_ENGINE_SWEEP_SHAPE_H

#include "engine/sweep/order.h"

enum {
    PM_SWEEP_SLOTS = 48, /* of a state, at most */
    PM_SWEEP_LOW = 9,    /* low places, at most */
    PM_SWEEP_PAD = 16,   /* blocks have a multiple of so many numbers */
};

struct pm_sweep_shape {
    enum pm_sweep_class states;
    int width; /* slots */
    int ones;  /* bits that are 1 in every state (square), or their parity (even) */
    int low;   /* places within a block */
};

/* A slot with that bit is added (sign 1) or removed (-1); `low` stays. */
void pm_sweep_shape_add(struct pm_sweep_shape *shape, int bit, int sign);

/* How many low places a vector of that class and width has. */
int pm_sweep_shape_low(const struct pm_sweep_shape *shape);

bool pm_sweep_shape_equal(const struct pm_sweep_shape *x, const struct pm_sweep_shape *y);

/* What the states of a class have in common of their number of ones, or of those among some of
 * their bits: this number itself, its parity, or nothing (0). */
static inline int pm_sweep_common_ones(enum pm_sweep_class states, int ones)
{
    return states == PM_SWEEP_SQUARE ? ones : states == PM_SWEEP_EVEN ? ones & 1 : 0;
}

/* Numbers of a vector of that shape, padding included. */
double pm_sweep_shape_room(const struct pm_sweep_shape *shape);

#endif
