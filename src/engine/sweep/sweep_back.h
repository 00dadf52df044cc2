/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A backward walk over the tiles of a pass: derivatives of the answer, in reverse mode (Griewank
 * and Walther, Evaluating Derivatives, 2nd ed., chapter 3).
 *
 * X is the vector before the pass, D the derivatives of the answer by the numbers after it.  In
 * each tile, the actions are done again on X, and the numbers that they overwrite are kept.  Then
 * they are undone, the last one first.  Undoing X(to) += w X(from) adds D(to) X(from) to the
 * derivative by w, and w D(to) to D(from).  A file that includes this defines what sweep_walk.h
 * needs, and
 *
 *     S                                           a sum of products; 0 if all its bytes are 0
 *     void add_products(const CONSTANTS *, S *, const N *x, const N *y, size_t n) */
#ifndef PM_ENGINE_SWEEP_SWEEP_BACK_H
#define PM_ENGINE_SWEEP_SWEEP_BACK_H

#include "engine/sweep/sweep_walk.h"

#include <string.h>

/* Does an action and keeps the numbers that it overwrites; returns the next free place in
 * `kept`. */
static N *act_keeping(const CONSTANTS *c, const struct tile *t, int windows,
                      const struct pm_sweep_action *a, const W *weight, N *kept)
{
    const uint32_t flip = block_flip(a);

    for (uint32_t i = 0; i < block_count(windows, a); i++) {
        const uint32_t to = block_from(a, i) ^ flip;
        memcpy(kept, t->at[to], t->numbers[to] * sizeof *kept);
        kept += t->numbers[to];
    }
    act_on(c, t, windows, a, weight);
    return kept;
}

/* Undoes an action.  `kept` is what act_keeping() returned; returns what was passed to it. */
static N *undo(const CONSTANTS *c, const struct tile *x, const struct tile *d, int windows,
               const struct pm_sweep_action *a, const W *weight, N *kept, S *sum)
{
    const uint32_t flip = block_flip(a);

    for (uint32_t i = block_count(windows, a); i-- > 0;) {
        const uint32_t from = block_from(a, i), to = from ^ flip, n = x->numbers[to];
        kept -= n;
        memcpy(x->at[to], kept, n * sizeof *kept);
        if (a->entry >= 0)
            add_products(c, sum, d->at[to], x->at[from], n);
        if (a->act == PM_SWEEP_ACT_CLEAR)
            clear_block(d->at[to], n);
        else if (flip == 0)
            scale_block(c, d->at[to], n, weight);
        else if (is_one(c, weight))
            add_block(c, d->at[from], d->at[to], n);
        else
            add_block_times(c, d->at[from], d->at[to], n, weight);
    }
    return kept;
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
        N *kept = back->kept;
        tiles_look(&x, &s, walk->number);
        tiles_look(&d, &s, back->derivative);
        for (size_t i = 0; i < walk->pass->count; i++)
            kept = act_keeping(c, &x, s.windows, &walk->action[i], &weight[i], kept);
        for (size_t i = walk->pass->count; i-- > 0;)
            kept = undo(c, &x, &d, s.windows, &walk->action[i], &weight[i], kept, &sum[i]);
        tiles_next(&s);
    }
}

#endif
