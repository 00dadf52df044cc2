/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk over the tiles of a pass, for one type of number.  A file that includes this defines
 *
 *     N, W                                        a number, a weight
 *     CONSTANTS                                   constants of the arithmetic
 *     bool is_one(const CONSTANTS *, const W *)   whether a weight can be left out
 *     void add_block(const CONSTANTS *, N *to, const N *from, size_t n)
 *     void add_block_times(const CONSTANTS *, N *to, const N *from, size_t n, const W *)
 *     void scale_block(const CONSTANTS *, N *to, size_t n, const W *)
 *
 * for n numbers, a multiple of PM_SWEEP_PAD, aligned to a cache line. */
#pragma once

#include "base/bits.h"
#include "engine/sweep/kernel/kernel.h"

enum { TILE = 1 << PM_SWEEP_WINDOW };

/* The blocks of a tile, by the bits of the window. */
struct tile {
    N *at[TILE];
    uint32_t numbers[TILE];
};

/* x with `bit` inserted at that place. */
static inline uint32_t with_bit(uint32_t x, int place, int bit)
{
    const uint32_t below = x & ((UINT32_C(1) << place) - 1);
    return (x - below) << 1 | (uint32_t)bit << place | below;
}

/* The number of blocks of a tile that an action changes, or, for an addition, reads. */
static inline uint32_t block_count(int windows, const struct pm_sweep_action *a)
{
    return UINT32_C(1) << (windows - 1 - (a->act == PM_SWEEP_ACT_ADD));
}

/* The i-th of these blocks. */
static inline uint32_t block_from(const struct pm_sweep_action *a, uint32_t i)
{
    if (a->act != PM_SWEEP_ACT_ADD)
        return with_bit(i, a->a, a->from_a);
    const bool below = a->b < a->a;
    const uint32_t from = below ? with_bit(i, a->b, a->from_b) : with_bit(i, a->a, a->from_a);
    return below ? with_bit(from, a->a, a->from_a) : with_bit(from, a->b, a->from_b);
}

/* The bits in which the target block of an addition differs; 0: the block itself is changed. */
static inline uint32_t block_flip(const struct pm_sweep_action *a)
{
    const bool two = a->act == PM_SWEEP_ACT_ADD;
    return two || a->act == PM_SWEEP_ACT_ALONE ? UINT32_C(1) << a->a | (uint32_t)two << a->b : 0;
}

static void add_blocks(const CONSTANTS *c, const struct tile *t, int windows,
                       const struct pm_sweep_action *a, const W *weight)
{
    const bool one = is_one(c, weight);
    const uint32_t count = block_count(windows, a), flip = block_flip(a);

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t from = block_from(a, i), n = t->numbers[from];
        if (n == 0)
            continue;
        if (one)
            add_block(c, t->at[from ^ flip], t->at[from], n);
        else
            add_block_times(c, t->at[from ^ flip], t->at[from], n, weight);
    }
}

static void scale_blocks(const CONSTANTS *c, const struct tile *t, int windows,
                         const struct pm_sweep_action *a, const W *weight)
{
    for (uint32_t i = 0; i < block_count(windows, a); i++) {
        const uint32_t w = block_from(a, i);
        scale_block(c, t->at[w], t->numbers[w], weight);
    }
}

/* True if the action does nothing. */
static bool is_idle(const CONSTANTS *c, const struct pm_sweep_action *a, const W *weight)
{
    return a->act == PM_SWEEP_ACT_SCALE && is_one(c, weight);
}

static void act_on(const CONSTANTS *c, const struct tile *t, int windows,
                   const struct pm_sweep_action *a, const W *weight)
{
    if (is_idle(c, a, weight))
        return;
    if (block_flip(a) != 0)
        add_blocks(c, t, windows, a, weight);
    else
        scale_blocks(c, t, windows, a, weight);
}

/* The tiles of a pass, one after another. */
struct tiles {
    const struct pm_sweep_frame *frame;
    int windows;
    uint64_t outside, others; /* high bits outside the window; their values in the next tile */
    uint32_t inside[TILE];    /* high bits of the window, by block */
};

static void tiles_begin(struct tiles *s, const struct pm_sweep_walk *walk, uint64_t first)
{
    const struct pm_sweep_pass *const p = walk->pass;
    uint64_t window = 0;

    s->frame = walk->frame;
    s->windows = p->windows;
    for (int i = 0; i < p->windows; i++)
        window |= UINT64_C(1) << (p->window[i] - s->frame->shape.low);
    for (uint32_t w = 0; w < UINT32_C(1) << p->windows; w++)
        s->inside[w] = (uint32_t)pm_sweep_deposit(w, window);
    s->outside = ((UINT64_C(1) << s->frame->high) - 1) & ~window;
    s->others = pm_sweep_deposit(first, s->outside);
}

/* Finds the blocks of the current tile of a vector. */
static void tiles_look(struct tile *t, const struct tiles *s, void *number)
{
    const struct pm_sweep_frame *const f = s->frame;
    const int ones = pm_popcount(s->others);

    for (uint32_t w = 0; w < UINT32_C(1) << s->windows; w++) {
        t->at[w] = (N *)number + PM_SWEEP_PAD * (size_t)f->base[s->others | s->inside[w]];
        t->numbers[w] = PM_SWEEP_PAD * (uint32_t)f->pads[ones + pm_popcount(w)];
    }
}

static void tiles_next(struct tiles *s)
{
    s->others = ((s->others | ~s->outside) + 1) & s->outside;
}

static void walk_tiles(const CONSTANTS *c, const struct pm_sweep_walk *walk, uint64_t first,
                       uint64_t end)
{
    const W *const weight = walk->weight;
    struct tiles s;
    struct tile t;

    tiles_begin(&s, walk, first);
    for (uint64_t k = first; k < end; k++) {
        tiles_look(&t, &s, walk->number);
        for (size_t i = 0; i < walk->pass->count; i++)
            act_on(c, &t, s.windows, &walk->action[i], &weight[i]);
        tiles_next(&s);
    }
}
