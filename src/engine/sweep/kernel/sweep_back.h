/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A backward walk over the tiles of a pass: derivatives of the answer, in reverse mode (Griewank
 * and Walther, Evaluating Derivatives, 2nd ed., chapter 3).
 *
 * X is the vector before the pass, D the derivatives of the answer by the numbers after it.  In
 * each tile, the actions are done again on X; each works on copies of the blocks that it changes,
 * so that X stays.  Then they are undone, the last one first.  Undoing X(to) += w X(from) adds
 * D(to) X(from) to the derivative by w, and w D(to) to D(from).  A file that includes this defines
 * what sweep_walk.h needs, and
 *
 *     S                                           a sum of products; 0 if all its bytes are 0
 *     void add_products(const CONSTANTS *, S *, const N *x, const N *y, size_t n) */
#pragma once

#include "engine/sweep/kernel/sweep_walk.h"

#include <string.h>

/* Does an action on copies of the blocks that it changes, each behind the place of what it is a
 * copy of; returns the next free place in `room`. */
static N *act_on_copies(const CONSTANTS *c, struct tile *t, int windows,
                        const struct pm_sweep_action *a, const W *weight, N *room)
{
    const uint32_t flip = block_flip(a);

    if (is_idle(c, a, weight))
        return room;
    for (uint32_t i = 0; i < block_count(windows, a); i++) {
        const uint32_t to = block_from(a, i) ^ flip, n = t->numbers[to];
        memcpy((void *)room, &t->at[to], sizeof t->at[to]);
        room += PM_SWEEP_PAD;
        memcpy(room, t->at[to], n * sizeof *room);
        t->at[to] = room;
        room += n;
    }
    act_on(c, t, windows, a, weight);
    return room;
}

/* Undoes an action.  `room` is what act_on_copies() returned; returns what was passed to it. */
static N *undo(const CONSTANTS *c, struct tile *x, const struct tile *d, int windows,
               const struct pm_sweep_action *a, const W *weight, N *room, S *sum)
{
    const uint32_t flip = block_flip(a);
    const bool copied = !is_idle(c, a, weight);

    for (uint32_t i = block_count(windows, a); i-- > 0;) {
        const uint32_t from = block_from(a, i), to = from ^ flip, n = x->numbers[to];
        if (copied) {
            room -= n + PM_SWEEP_PAD;
            memcpy(&x->at[to], (void *)room, sizeof x->at[to]);
        }
        if (a->entry >= 0)
            add_products(c, sum, d->at[to], x->at[from], n);
        if (flip == 0 && copied)
            scale_block(c, d->at[to], n, weight);
        else if (flip == 0)
            continue;
        else if (is_one(c, weight))
            add_block(c, d->at[from], d->at[to], n);
        else
            add_block_times(c, d->at[from], d->at[to], n, weight);
    }
    return room;
}

static void back_tiles(const CONSTANTS *c, const struct pm_sweep_walk *walk,
                       const struct pm_sweep_back *back, uint64_t first, uint64_t end)
{
    const W *const weight = walk->weight;
    S *const sum = back->sum;
    struct tiles s;
    struct tile x, d;

    tiles_begin(&s, walk, first);
    for (uint64_t k = first; k < end; k++) {
        N *room = back->room;
        tiles_look(&x, &s, walk->number);
        tiles_look(&d, &s, back->derivative);
        for (size_t i = 0; i < walk->pass->count; i++)
            room = act_on_copies(c, &x, s.windows, &walk->action[i], &weight[i], room);
        for (size_t i = walk->pass->count; i-- > 0;)
            room = undo(c, &x, &d, s.windows, &walk->action[i], &weight[i], room, &sum[i]);
        tiles_next(&s);
    }
}
