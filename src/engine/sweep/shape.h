/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a sweep's vector: which states it has, and how they are stored (pass.h). */
#pragma once

#include "engine/order/order.h"

enum {
    PM_SWEEP_SLOTS = 48,     /* largest number of slots of a state */
    PM_SWEEP_LOW = 9,        /* largest number of low places */
    PM_SWEEP_PAD = 16,       /* blocks have a multiple of this many numbers */
    PM_SWEEP_LONG = 1 << 15, /* shorter vectors are not worth threads */
};

struct pm_sweep_shape {
    enum pm_order_class states;
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
static inline int pm_sweep_common_ones(enum pm_order_class states, int ones)
{
    return states == PM_ORDER_SQUARE ? ones : states == PM_ORDER_EVEN ? ones & 1 : 0;
}

/* The length of a vector of that shape, with padding. */
double pm_sweep_shape_room(const struct pm_sweep_shape *shape);

/* ------------------------------------------------------------------------ frames */

/* The places of the numbers in a vector of some shape (pass.h).  The number of state s has the
 * index PM_SWEEP_PAD base[s >> low] + rank[s & (2^low - 1)]. */
struct pm_sweep_frame {
    struct pm_sweep_shape shape;
    int high;       /* width - low */
    uint32_t *base; /* 2^high + 1 elements: where each block begins, in units of PM_SWEEP_PAD */
    uint16_t *rank; /* 2^low elements: the rank of low bits among those of the same class */
    uint16_t *list; /* low bits by class, then by value: those of class c are list[start[c]] .. */
    uint16_t start[PM_SWEEP_LOW + 2];
    /* By the number of ones among the high bits: the class of the low bits, or -1 if no state has
     * so many ones; the number of elements of that class; and the length of the block in units of
     * PM_SWEEP_PAD. */
    int8_t class[PM_SWEEP_SLOTS + 1];
    uint16_t count[PM_SWEEP_SLOTS + 1], pads[PM_SWEEP_SLOTS + 1];
};

/* Sets *frame to the frame of a shape.  *frame must be zeroed or a frame; the contents of another
 * shape are freed. */
pm_status pm_sweep_frame_set(struct pm_sweep_frame *frame, const struct pm_sweep_shape *shape);

void pm_sweep_frame_clear(struct pm_sweep_frame *frame);

/* The length of the vector, with padding. */
static inline size_t pm_sweep_frame_room(const struct pm_sweep_frame *f)
{
    return (size_t)PM_SWEEP_PAD * f->base[(size_t)1 << f->high];
}

/* Moves the lowest bits of x to the places that are set in `mask`. */
static inline uint64_t pm_sweep_deposit(uint64_t x, uint64_t mask)
{
    uint64_t y = 0;
    for (; mask != 0; mask &= mask - 1, x >>= 1)
        y |= x & 1 ? mask & -mask : 0;
    return y;
}

/* Moves the bits of x at the places that are set in `mask` to the lowest places. */
static inline uint64_t pm_sweep_extract(uint64_t x, uint64_t mask)
{
    uint64_t y = 0;
    for (int k = 0; mask != 0; mask &= mask - 1, k++)
        y |= (uint64_t)((x & mask & -mask) != 0) << k;
    return y;
}
