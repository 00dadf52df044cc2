/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk over the tiles of a pass, for one type of number.  The file that includes this defines
 *
 *     N, W                                        a number, a weight
 *     CONSTANTS                                   what arithmetic needs
 *     bool is_one(const CONSTANTS *, const W *)   whether a weight can be left out
 *     void add_block(const CONSTANTS *, N *to, const N *from, size_t n)
 *     void add_block_times(const CONSTANTS *, N *to, const N *from, size_t n, const W *)
 *     void scale_block(const CONSTANTS *, N *to, size_t n, const W *)
 *     void clear_block(N *to, size_t n)
 *
 * for n numbers, a multiple of PM_SWEEP_PAD, at multiples of a cache line. */
#ifndef PM_ENGINE_SWEEP_SWEEP_WALK_H
#define PM_ENGINE_SWEEP_SWEEP_WALK_H

#include "base/bits.h"
#include "engine/sweep/kernel.h"

enum { TILE = 1 << PM_SWEEP_WINDOW };

/* The blocks of a tile, by the bits of the window. */
struct tile {
    N *at[TILE];
    uint32_t numbers[TILE];
};

/* x with a bit put in at that place. */
static inline uint32_t with_bit(uint32_t x, int place, int bit)
{
    const uint32_t below = x & ((UINT32_C(1) << place) - 1);
    return (x - below) << 1 | (uint32_t)bit << place | below;
}

static void add_blocks(const CONSTANTS *c, const struct tile *t, int windows,
                       const struct pm_sweep_action *a, const W *weight)
{
    const bool two = a->act == PM_SWEEP_ACT_ADD, one = is_one(c, weight);
    const int low = two && a->b < a->a ? a->b : a->a, high = a->a + a->b - low;
    const int bit_low = low == a->a ? a->from_a : a->from_b;
    const int bit_high = low == a->a ? a->from_b : a->from_a;
    const uint32_t flip = UINT32_C(1) << a->a | (uint32_t)two << a->b;
    const uint32_t count = UINT32_C(1) << (windows - 1 - two);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = with_bit(i, low, bit_low);
        if (two)
            from = with_bit(from, high, bit_high);
        const uint32_t n = t->numbers[from];
        if (n == 0)
            continue;
        if (one)
            add_block(c, t->at[from ^ flip], t->at[from], n);
        else
            add_block_times(c, t->at[from ^ flip], t->at[from], n, weight);
    }
}

static void change_blocks(const CONSTANTS *c, const struct tile *t, int windows,
                          const struct pm_sweep_action *a, const W *weight)
{
    for (uint32_t i = 0; i < UINT32_C(1) << (windows - 1); i++) {
        const uint32_t w = with_bit(i, a->a, a->from_a);
        if (a->act == PM_SWEEP_ACT_CLEAR)
            clear_block(t->at[w], t->numbers[w]);
        else
            scale_block(c, t->at[w], t->numbers[w], weight);
    }
}

/* Whether there is anything to do. */
static bool is_idle(const CONSTANTS *c, const struct pm_sweep_action *a, const W *weight)
{
    return a->act == PM_SWEEP_ACT_SCALE && is_one(c, weight);
}

static void walk_tile(const CONSTANTS *c, const struct tile *t, const struct pm_sweep_walk *walk)
{
    const struct pm_sweep_pass *const p = walk->pass;
    const W *const weight = walk->weight;
    for (size_t i = 0; i < p->count; i++) {
        const struct pm_sweep_action *const a = &walk->action[i];
        if (is_idle(c, a, &weight[i]))
            continue;
        if (a->act == PM_SWEEP_ACT_ADD || a->act == PM_SWEEP_ACT_ALONE)
            add_blocks(c, t, p->windows, a, &weight[i]);
        else
            change_blocks(c, t, p->windows, a, &weight[i]);
    }
}

static void walk_tiles(const CONSTANTS *c, const struct pm_sweep_walk *walk, uint64_t first,
                       uint64_t end)
{
    const struct pm_sweep_frame *const f = walk->frame;
    const struct pm_sweep_pass *const p = walk->pass;
    const uint32_t blocks = UINT32_C(1) << p->windows;
    uint64_t window = 0;
    uint32_t inside[TILE];
    struct tile t;

    for (int i = 0; i < p->windows; i++)
        window |= UINT64_C(1) << (p->window[i] - f->shape.low);
    for (uint32_t w = 0; w < blocks; w++)
        inside[w] = (uint32_t)pm_sweep_deposit(w, window);
    const uint64_t outside = ((UINT64_C(1) << f->high) - 1) & ~window;
    uint64_t others = pm_sweep_deposit(first, outside);
    for (uint64_t k = first; k < end; k++) {
        const int ones = pm_popcount(others);
        for (uint32_t w = 0; w < blocks; w++) {
            t.at[w] = (N *)walk->number + PM_SWEEP_PAD * (size_t)f->base[others | inside[w]];
            t.numbers[w] = PM_SWEEP_PAD * (uint32_t)f->pads[ones + pm_popcount(w)];
        }
        walk_tile(c, &t, walk);
        others = ((others | ~outside) + 1) & outside;
    }
}

#endif
