/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shape is a few numbers.  For the places of its states, a running sum over all patterns of high
 * bits numbers the blocks, and low patterns are ranked within their class: 2^high + 2^low steps. */
#include "engine/sweep/shape.h"

#include "base/alloc.h"
#include "base/bits.h"

#include <math.h>

enum { SMALL = 8 }; /* number of high places that vectors get before low ones */

void pm_sweep_shape_add(struct pm_sweep_shape *shape, int bit, int sign)
{
    shape->width += sign;
    if (shape->states == PM_ORDER_SQUARE)
        shape->ones += sign * bit;
    else if (shape->states == PM_ORDER_EVEN)
        shape->ones ^= bit;
}

int pm_sweep_shape_low(const struct pm_sweep_shape *shape)
{
    static const int most[] = {
        [PM_ORDER_SQUARE] = PM_SWEEP_LOW, [PM_ORDER_EVEN] = 8, [PM_ORDER_FREE] = 7};
    const int low = shape->width - SMALL;

    return low < 0 ? 0 : low < most[shape->states] ? low : most[shape->states];
}

bool pm_sweep_shape_equal(const struct pm_sweep_shape *x, const struct pm_sweep_shape *y)
{
    return x->states == y->states && x->width == y->width && x->ones == y->ones && x->low == y->low;
}

double pm_sweep_shape_room(const struct pm_sweep_shape *shape)
{
    const enum pm_order_class states = shape->states;
    const int high = shape->width - shape->low;
    double pads = 0;

    for (int ones = 0; ones <= high; ones++) {
        const double blocks = pm_order_states(PM_ORDER_SQUARE, high, ones);
        const int left = pm_sweep_common_ones(states, shape->ones - ones);
        const double block = pm_order_states(states, shape->low, left);
        pads += blocks * ceil(block / PM_SWEEP_PAD);
    }
    return PM_SWEEP_PAD * pads;
}

/* ------------------------------------------------------------------------ frames */

static int class_of(const struct pm_sweep_shape *s, uint32_t low_bits)
{
    return pm_sweep_common_ones(s->states, pm_popcount(low_bits));
}

/* Lists low bits by class. */
static pm_status list_low(struct pm_sweep_frame *f)
{
    const uint32_t patterns = UINT32_C(1) << f->shape.low;
    uint16_t next[PM_SWEEP_LOW + 1];

    PM_NEW(f->rank, patterns);
    PM_NEW(f->list, patterns);
    for (uint32_t l = 0; l < patterns; l++)
        f->start[class_of(&f->shape, l) + 1]++;
    for (int c = 0; c <= PM_SWEEP_LOW; c++) {
        f->start[c + 1] = (uint16_t)(f->start[c + 1] + f->start[c]);
        next[c] = f->start[c];
    }
    for (uint32_t l = 0; l < patterns; l++) {
        const int c = class_of(&f->shape, l);
        f->rank[l] = (uint16_t)(next[c] - f->start[c]);
        f->list[next[c]++] = (uint16_t)l;
    }
    return PM_OK;
}

static void count_blocks(struct pm_sweep_frame *f)
{
    const struct pm_sweep_shape *const s = &f->shape;
    for (int ones = 0; ones <= f->high; ones++) {
        const int c = pm_sweep_common_ones(s->states, s->ones - ones);
        const bool exists = c >= 0 && c <= PM_SWEEP_LOW && f->start[c + 1] > f->start[c];
        f->class[ones] = (int8_t)(exists ? c : -1);
        f->count[ones] = exists ? (uint16_t)(f->start[c + 1] - f->start[c]) : 0;
        f->pads[ones] = (uint16_t)((f->count[ones] + PM_SWEEP_PAD - 1) / PM_SWEEP_PAD);
    }
}

pm_status pm_sweep_frame_set(struct pm_sweep_frame *frame, const struct pm_sweep_shape *shape)
{
    if (frame->base != NULL && pm_sweep_shape_equal(&frame->shape, shape))
        return PM_OK;
    pm_sweep_frame_clear(frame);
    frame->shape = *shape;
    frame->high = shape->width - shape->low;
    PM_TRY(list_low(frame));
    count_blocks(frame);
    const size_t blocks = (size_t)1 << frame->high;
    PM_NEW(frame->base, blocks + 1);
    uint64_t sum = 0;
    for (size_t h = 0; h < blocks; h++) {
        frame->base[h] = (uint32_t)sum;
        sum += frame->pads[pm_popcount(h)];
    }
    frame->base[blocks] = (uint32_t)sum;
    return sum <= UINT32_MAX
               ? PM_OK
               : pm_fail(PM_UNABLE, "a vector of %.3g numbers", PM_SWEEP_PAD * (double)sum);
}

void pm_sweep_frame_clear(struct pm_sweep_frame *frame)
{
    PM_FREE(frame->base, frame->rank, frame->list);
    *frame = (struct pm_sweep_frame){.base = NULL};
}
