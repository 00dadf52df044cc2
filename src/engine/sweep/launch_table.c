/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts passes to records of a table: how the states are stored, the settings of the window in
 * groups, and for each action the pairs of settings that it adds.  Equal records are stored only
 * once. */
#include "engine/sweep/launches.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "engine/sweep/change.h"
#include "engine/sweep/launch_table.h"

#include <stdlib.h>
#include <string.h>

enum {
    ALIGN = 16, /* of every record in a table */
    WINDOW = 8, /* number of places to which windows are filled up */
};

struct builder {
    const struct pm_sweep_passes *passes;
    char *bytes;
    size_t size, room;
    struct pm_sweep_shape *shape; /* shapes of the frames so far, and their distances */
    unsigned *frame;
    size_t frames, frames_room, distances_room;
    struct pm_launch_step *step;
    size_t steps, steps_room;
    struct pm_launch_action *action;
    size_t actions, actions_room;
    uint32_t *pair;
    size_t pairs, pairs_room;
    int vector;
};

/* Appends data; *distance = its place. */
static pm_status put(struct builder *b, unsigned *distance, const void *data, size_t size)
{
    const size_t here = (b->size + ALIGN - 1) / ALIGN * ALIGN;

    PM_TRY(pm_grow((void **)&b->bytes, &b->room, here + size, 1));
    memset(b->bytes + b->size, 0, here - b->size);
    memcpy(b->bytes + here, data, size);
    b->size = here + size;
    *distance = (unsigned)here;
    return b->size < UINT32_MAX ? PM_OK : pm_fail(PM_UNABLE, "a sweep of too many passes");
}

/* --------------------------------------------------------------------- frames */

/* Number of pads of 2^bits blocks whose other bits have `ones` ones. */
static uint32_t sum_pads(const struct pm_sweep_frame *f, int bits, int ones)
{
    double sum = 0;

    for (int k = 0; k <= bits; k++)
        sum += pm_sweep_states(PM_SWEEP_SQUARE, bits, k) * f->pads[ones + k];
    return (uint32_t)sum;
}

/* Writes the tables `top` and `rest`. */
static pm_status put_places(struct builder *b, struct pm_launch_frame *f,
                            const struct pm_sweep_frame *from)
{
    const int rest = f->split, top = f->high - rest;
    const size_t tops = (size_t)1 << top, rests = (size_t)1 << rest;
    uint32_t *table, sum = 0;

    PM_NEW(table, tops + (size_t)(top + 1) * rests);
    for (size_t x = 0; x < tops; x++) {
        table[x] = sum;
        sum += sum_pads(from, rest, pm_popcount(x));
    }
    for (int ones = 0; ones <= top; ones++) {
        sum = 0;
        for (size_t x = 0; x < rests; x++) {
            table[tops + (size_t)ones * rests + x] = sum;
            sum += from->pads[ones + pm_popcount(x)];
        }
    }
    pm_status status = put(b, &f->top, table, tops * sizeof *table);
    if (status == PM_OK)
        status = put(b, &f->rest, table + tops, (size_t)(top + 1) * rests * sizeof *table);
    free(table);
    return status;
}

static pm_status make_frame(struct builder *b, struct pm_launch_frame *f,
                            const struct pm_sweep_shape *shape)
{
    struct pm_sweep_frame from = {.base = NULL};

    PM_TRY(pm_sweep_frame_outline(&from, shape));
    *f = (struct pm_launch_frame){.low = shape->low, .high = from.high, .split = from.high / 2};
    for (int ones = 0; ones <= from.high; ones++) {
        const int class = from.class[ones];
        f->count[ones] = from.count[ones];
        f->room[ones] = (unsigned short)(PM_LAUNCH_PAD * from.pads[ones]);
        f->first[ones] = class < 0 ? 0 : from.start[class];
    }
    for (int l = 0; l < 1 << shape->low; l++) {
        f->list[l] = from.list[l];
        f->rank[l] = from.rank[l];
    }
    const pm_status status = put_places(b, f, &from);
    pm_sweep_frame_clear(&from);
    return status;
}

static pm_status frame_of(struct builder *b, unsigned *distance, const struct pm_sweep_shape *shape)
{
    struct pm_launch_frame *f;

    for (size_t k = 0; k < b->frames; k++)
        if (pm_sweep_shape_equal(&b->shape[k], shape)) {
            *distance = b->frame[k];
            return PM_OK;
        }
    PM_TRY(pm_grow((void **)&b->shape, &b->frames_room, b->frames + 1, sizeof *b->shape));
    PM_TRY(pm_grow((void **)&b->frame, &b->distances_room, b->frames + 1, sizeof *b->frame));
    PM_NEW(f, 1);
    pm_status status = make_frame(b, f, shape);
    if (status == PM_OK)
        status = put(b, distance, f, sizeof *f);
    free(f);
    if (status == PM_OK) {
        b->shape[b->frames] = *shape;
        b->frame[b->frames++] = *distance;
    }
    return status;
}

/* --------------------------------------------------------------------- passes */

/* The group of a setting of a window: by its number of ones, its parity, or one group for all. */
static int group_of(enum pm_sweep_class states, unsigned setting)
{
    return pm_sweep_common_ones(states, pm_popcount(setting));
}

static int groups_of(enum pm_sweep_class states, int windows)
{
    return states == PM_SWEEP_SQUARE ? windows + 1 : states == PM_SWEEP_EVEN && windows > 0 ? 2 : 1;
}

/* The places of the window among the high ones, and then other places, the lowest first, as long as
 * tiles fit into shared memory. */
static int fill_window(uint8_t place[PM_LAUNCH_WINDOW], const struct pm_sweep_pass *pass)
{
    const int high = pass->shape.width - pass->shape.low;
    uint64_t used = 0;
    int count = 0;

    for (; count < pass->windows; count++) {
        place[count] = (uint8_t)(pass->window[count] - pass->shape.low);
        used |= UINT64_C(1) << place[count];
    }
    for (int i = 0; i < high && count < WINDOW; i++)
        if (!(used >> i & 1))
            place[count++] = (uint8_t)i;
    return count;
}

/* Lists the settings; rank[setting] = its index in its group. */
static void list_settings(struct pm_launch_pass *out, uint16_t *rank,
                          const struct pm_sweep_pass *pass)
{
    uint8_t place[PM_LAUNCH_WINDOW];
    int count = 0;

    out->windows = fill_window(place, pass);
    out->groups = groups_of(pass->shape.states, out->windows);
    for (int g = 0; g < out->groups; g++) {
        out->start[g] = (unsigned short)count;
        out->ones[g] = (unsigned char)g;
        for (unsigned s = 0; s < 1u << out->windows; s++) {
            if (group_of(pass->shape.states, s) != g)
                continue;
            rank[s] = (uint16_t)(count - out->start[g]);
            out->where[count] = 0;
            for (int i = 0; i < out->windows; i++)
                out->where[count] |= (unsigned long long)(s >> i & 1) << place[i];
            count++;
        }
    }
    out->start[out->groups] = (unsigned short)count;
}

/* Adds the pairs of an action in one group. */
static pm_status add_action(struct builder *b, const struct pm_launch_pass *out,
                            enum pm_sweep_class states, size_t number, int group,
                            const uint16_t *rank)
{
    const struct pm_sweep_action *const a = &b->passes->action[number];
    const bool adds = a->act == PM_SWEEP_ACT_ADD || a->act == PM_SWEEP_ACT_ALONE;
    const bool two = a->act == PM_SWEEP_ACT_ADD;
    const unsigned flip = adds ? 1u << a->a | (unsigned)two << a->b : 0;
    const size_t first = b->pairs;

    for (unsigned s = 0; s < 1u << out->windows; s++) {
        if ((s >> a->a & 1) != a->from_a || (two && (s >> a->b & 1) != a->from_b) ||
            group_of(states, s) != group)
            continue;
        PM_TRY(pm_grow((void **)&b->pair, &b->pairs_room, b->pairs + 1, sizeof *b->pair));
        b->pair[b->pairs++] = rank[s] | (uint32_t)rank[s ^ flip] << 16;
    }
    PM_TRY(pm_grow((void **)&b->action, &b->actions_room, b->actions + 1, sizeof *b->action));
    b->action[b->actions++] =
        (struct pm_launch_action){.act = adds                           ? PM_LAUNCH_ADD
                                         : a->act == PM_SWEEP_ACT_SCALE ? PM_LAUNCH_SCALE
                                                                        : PM_LAUNCH_CLEAR,
                                  .weight = (unsigned)number,
                                  .first = (unsigned)first,
                                  .count = (unsigned)(b->pairs - first)};
    return PM_OK;
}

static pm_status add_step(struct builder *b, const struct pm_launch_step *step)
{
    PM_TRY(pm_grow((void **)&b->step, &b->steps_room, b->steps + 1, sizeof *b->step));
    b->step[b->steps] = *step;
    b->step[b->steps++].vector = b->vector;
    return PM_OK;
}

static uint64_t high_bits(const struct pm_sweep_shape *shape)
{
    return (UINT64_C(1) << (shape->width - shape->low)) - 1;
}

/* The largest number of settings in a group. */
static unsigned most_settings(const struct pm_launch_pass *pass)
{
    unsigned most = 0;

    for (int g = 0; g < pass->groups; g++)
        if (most < (unsigned)(pass->start[g + 1] - pass->start[g]))
            most = (unsigned)(pass->start[g + 1] - pass->start[g]);
    return most;
}

static pm_status add_pass(struct builder *b, const struct pm_sweep_pass *pass)
{
    struct pm_launch_step step = {.kind = PM_LAUNCH_PASS};
    struct pm_launch_pass out = {.count = (unsigned)pass->count};
    uint16_t rank[PM_LAUNCH_TILE];

    list_settings(&out, rank, pass);
    for (int g = 0; g < out.groups; g++) {
        out.first[g] = (unsigned)b->actions;
        for (size_t k = pass->first; k < pass->first + pass->count; k++)
            PM_TRY(add_action(b, &out, pass->shape.states, k, g, rank));
    }
    step.outside = high_bits(&pass->shape);
    for (int s = out.start[out.groups] - 1; s >= 0; s--)
        step.outside &= ~out.where[s];
    step.blocks = 1u << pm_popcount(step.outside);
    out.numbers = PM_LAUNCH_ROW;
    while (out.numbers > PM_LAUNCH_LEAST && most_settings(&out) * out.numbers > PM_LAUNCH_ROOM)
        out.numbers /= 2;
    out.chunks = PM_LAUNCH_ROW / out.numbers;
    step.rows = (unsigned)out.groups * out.chunks;
    step.shared = most_settings(&out) * out.numbers * (unsigned)sizeof(uint32_t);
    PM_TRY(frame_of(b, &step.frame, &pass->shape));
    PM_TRY(put(b, &step.data, &out, sizeof out));
    return add_step(b, &step);
}

/* -------------------------------------------------------------------- changes */

/* Packs a state: its low bits, and above them the moving ones (struct pm_launch_exchange). */
static unsigned packed(uint64_t state, int low, uint64_t moving)
{
    return (unsigned)(state & ((UINT64_C(1) << low) - 1)) |
           (unsigned)pm_sweep_extract(state >> low, moving) << 16;
}

static pm_status add_exchange(struct builder *b, const struct pm_sweep_change *change)
{
    struct pm_launch_step step = {.kind = PM_LAUNCH_EXCHANGE, .rows = 1};
    struct pm_launch_exchange e = {.bits = 0};
    struct pm_sweep_frame frame = {.base = NULL};
    const uint64_t moving = pm_sweep_moving_bits(change);
    const int low = change->shape.low;

    e.bits = pm_popcount(moving);
    PM_TRY(pm_sweep_frame_outline(&frame, &change->shape));
    for (uint64_t l = 0; l < UINT64_C(1) << low; l++)
        e.of_low[l] = packed(pm_sweep_old_bits(change, frame.list[l]), low, moving);
    pm_sweep_frame_clear(&frame);
    for (uint64_t k = 0; k < UINT64_C(1) << e.bits; k++) {
        e.high[k] = pm_sweep_deposit(k, moving);
        e.of_high[k] = packed(pm_sweep_old_bits(change, (uint64_t)e.high[k] << low), low, moving);
    }
    step.shared = (PM_LAUNCH_APART * (unsigned)sizeof(uint32_t)) << e.bits;
    step.outside = high_bits(&change->shape) & ~moving;
    step.blocks = 1u << pm_popcount(step.outside);
    PM_TRY(frame_of(b, &step.frame, &change->shape));
    PM_TRY(put(b, &step.data, &e, sizeof e));
    return add_step(b, &step);
}

static pm_status add_blocks(struct builder *b, const struct pm_sweep_pass *pass)
{
    const struct pm_sweep_change *const change = &pass->change;
    const bool rises = change->move == PM_SWEEP_RISE;
    const unsigned each = PM_LAUNCH_TURNS * PM_LAUNCH_THREADS / 32;
    struct pm_launch_step step = {.kind = PM_LAUNCH_BLOCKS, .rows = 1};
    const struct pm_launch_blocks m = {.rises = rises,
                                       .place = pm_sweep_changed_place(change),
                                       .value = (rises ? change->fresh : change->kept) != 0};

    step.blocks = (unsigned)((high_bits(&change->shape) + each) / each);
    PM_TRY(frame_of(b, &step.frame, &pass->shape));
    PM_TRY(frame_of(b, &step.after, &change->shape));
    PM_TRY(put(b, &step.data, &m, sizeof m));
    PM_TRY(add_step(b, &step));
    b->vector = !b->vector;
    return PM_OK;
}

static pm_status add_remake(struct builder *b, const struct pm_sweep_pass *pass)
{
    const struct pm_sweep_change *const change = &pass->change;
    struct pm_launch_step step = {.kind = PM_LAUNCH_REMAKE, .rows = 1};
    struct pm_launch_remake r = {.value = change->fresh, .kept = change->kept};

    for (int i = 0; i < change->shape.width; i++) {
        r.from[i] = change->from[i];
        r.fresh |= (unsigned long long)(change->from[i] < 0) << i;
    }
    step.blocks = (unsigned)(high_bits(&change->shape) + 1);
    PM_TRY(frame_of(b, &step.frame, &pass->shape));
    PM_TRY(frame_of(b, &step.after, &change->shape));
    PM_TRY(put(b, &step.data, &r, sizeof r));
    PM_TRY(add_step(b, &step));
    b->vector = !b->vector;
    return PM_OK;
}

static pm_status add_change(struct builder *b, const struct pm_sweep_pass *pass)
{
    switch (pass->change.move) {
    case PM_SWEEP_STAY:
        return PM_OK;
    case PM_SWEEP_EXCHANGE:
        return add_exchange(b, &pass->change);
    case PM_SWEEP_RISE:
    case PM_SWEEP_FALL:
        return add_blocks(b, pass);
    case PM_SWEEP_REMAKE:
        return add_remake(b, pass);
    }
    return PM_OK;
}

/* ---------------------------------------------------------------------- table */

static pm_status finish(struct builder *b)
{
    struct pm_launch_table table = {.steps = (unsigned)b->steps,
                                    .numbers = (unsigned long long)b->passes->room_numbers};

    PM_TRY(put(b, &table.step, b->step, b->steps * sizeof *b->step));
    PM_TRY(put(b, &table.action, b->action, b->actions * sizeof *b->action));
    PM_TRY(put(b, &table.pair, b->pair, b->pairs * sizeof *b->pair));
    table.size = b->size;
    memcpy(b->bytes, &table, sizeof table);
    return PM_OK;
}

static pm_status build(struct builder *b)
{
    const struct pm_launch_table none = {.steps = 0};
    const struct pm_launch_step begin = {.kind = PM_LAUNCH_BEGIN, .blocks = 1, .rows = 1};
    const struct pm_launch_step end = {.kind = PM_LAUNCH_END, .blocks = 1, .rows = 1};
    unsigned distance;

    PM_TRY(put(b, &distance, &none, sizeof none));
    PM_TRY(add_step(b, &begin));
    for (size_t k = 0; k < b->passes->count; k++) {
        if (b->passes->pass[k].count > 0)
            PM_TRY(add_pass(b, &b->passes->pass[k]));
        PM_TRY(add_change(b, &b->passes->pass[k]));
    }
    PM_TRY(add_step(b, &end));
    return finish(b);
}

/* True if the kernel can process these passes. */
static bool fits(const struct pm_sweep_passes *passes)
{
    for (size_t k = 0; k < passes->count; k++) {
        const struct pm_sweep_shape *const s = &passes->pass[k].shape;
        if (s->width - s->low > PM_LAUNCH_HIGH - 1 || s->low > PM_LAUNCH_LOW)
            return false;
    }
    return true;
}

pm_status pm_launch_table_new(struct pm_launch_table **table, const struct pm_sweep_passes *passes)
{
    struct builder b = {.passes = passes};

    pm_status status =
        fits(passes) ? build(&b) : pm_fail(PM_UNABLE, "a frontier that is too wide for a GPU");
    free(b.shape);
    free(b.frame);
    free(b.step);
    free(b.action);
    free(b.pair);
    if (status == PM_OK)
        *table = (struct pm_launch_table *)(void *)b.bytes;
    else
        free(b.bytes);
    return status;
}
