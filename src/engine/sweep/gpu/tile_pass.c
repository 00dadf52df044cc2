/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The next use of the slots determines their places after a pass.  A pass is written with its
 * rounds once its tile is known. */
#include "engine/sweep/gpu/tile_pass.h"

#include "base/alloc.h"
#include "base/bits.h"

#include <math.h>
#include <string.h>

#define NEVER SIZE_MAX

/* The next operation from `now` on that needs the slot. */
static size_t next_use(const struct pm_tile_compiler *c, const struct pm_tile_slot *slot,
                       size_t now)
{
    for (size_t i = now; i < c->program->count; i++) {
        const struct pm_order_operation *const o = &c->program->operation[i];
        if (slot->vertex < 0 ? o->code == PM_ORDER_OPEN
                             : o->u == slot->vertex || o->v == slot->vertex)
            return i;
    }
    return NEVER;
}

/* -------------------------------------------------------------------- rearrange */

/* Sorts the slots of the tile by their next use, the soonest first, without those that are
 * removed. */
static int by_use(int place[PM_TILE_SLOTS], const struct pm_tile_compiler *c, int drops)
{
    size_t use[PM_TILE_SLOTS];
    int count = 0;

    for (uint64_t set = c->draft.tile; set != 0; set &= set - 1) {
        const int p = __builtin_ctzll(set);
        if (pm_tile_is_bound(c, p))
            continue;
        if (drops > 0 && pm_tile_is_gone(c, p)) {
            drops--;
            continue;
        }
        const size_t now = next_use(c, &c->state.slot[p], c->draft.next);
        int k = count++;
        for (; k > 0 && use[k - 1] > now; k--) {
            use[k] = use[k - 1];
            place[k] = place[k - 1];
        }
        use[k] = now;
        place[k] = p;
    }
    return count;
}

/* old[p] = the previous place of the slot at place p; -1 if it is not in the tile.  The lowest
 * places are in every tile, so they get the slots that are needed first.  Of these, the ones that
 * are needed last get the lowest bits of numbers, which suit threads best.  Other slots keep their
 * places if possible. */
static void rearrange(int old[PM_TILE_PLACES], const struct pm_tile_compiler *c, int drops)
{
    static const int lowest[PM_TILE_LOWEST] = {0, 3, 4, 5, 2, 1};
    const int width = c->state.width - drops, bound = pm_tile_is_bound(c, 0);
    int place[PM_TILE_SLOTS];
    const int count = by_use(place, c, drops);
    bool settled[PM_TILE_PLACES] = {false};

    for (int p = 0; p < PM_TILE_PLACES; p++)
        old[p] = -1;
    if (bound)
        old[0] = 0;
    for (int k = 0; k < PM_TILE_LOWEST - bound; k++) {
        old[lowest[k + bound]] = place[k];
        settled[place[k]] = true;
    }
    for (int k = PM_TILE_LOWEST - bound; k < count; k++)
        if (place[k] >= PM_TILE_LOWEST && place[k] < width) {
            old[place[k]] = place[k];
            settled[place[k]] = true;
        }
    for (int k = 0, free = PM_TILE_LOWEST; k < count; k++) {
        if (settled[place[k]])
            continue;
        while (old[free] >= 0 || !(c->draft.tile >> free & 1))
            free++;
        old[free] = place[k];
    }
}

/* The address of the slot at an old place; 0 for place 0, which has none. */
static unsigned address_of(const struct pm_tile_compiler *c, int place)
{
    return place == 0 ? 0 : pm_tile_address(c->draft.tile, place);
}

/* Orders the row bits after the pass so that threads use few banks twice. */
static void order_rows(struct pm_tile_pass *pass, int rows)
{
    enum { Q = PM_TILE_ROW - 2 }; /* the bits of a warp's threads: these of a row, then of rows */
    unsigned address[PM_TILE_BITS];
    unsigned long long out[PM_TILE_ROWS];
    bool used[PM_TILE_ROWS] = {false};

    for (int k = 0; k < Q; k++)
        address[k] = pass->from[2 + k];
    memcpy(address + Q, pass->from + PM_TILE_ROW, (size_t)rows * sizeof *address);
    memcpy(out, pass->out, sizeof out);
    unsigned sorted[PM_TILE_BITS];
    memcpy(sorted, address, sizeof sorted);
    pm_tile_spread(sorted, rows + Q);
    int next = 0;
    for (int k = 0; k < rows + Q; k++) {
        for (int j = 0; j < rows; j++) {
            if (used[j] || address[Q + j] != sorted[k])
                continue;
            used[j] = true;
            pass->from[PM_TILE_ROW + next] = address[Q + j];
            pass->out[next++] = out[j];
            break;
        }
    }
}

/* Computes the final places of numbers; afterwards the state is that after the pass. */
static void end_pass(struct pm_tile_compiler *c, struct pm_tile_pass *pass, int drops)
{
    struct pm_tile_state *const s = &c->state;
    const struct pm_tile_state before = *s;
    int old[PM_TILE_PLACES], rows = 0;
    uint64_t left = 0;

    rearrange(old, c, drops);
    s->width -= drops;
    for (int p = 0; p < s->width; p++)
        if (old[p] >= 0) {
            s->slot[p] = before.slot[old[p]];
            left |= PM_TILE_BIT(old[p]);
        }
    const unsigned hidden = address_of(c, old[0]);
    for (int p = 1; p < s->width; p++) {
        if (old[p] < 0)
            continue;
        const int bit = p < PM_TILE_LOWEST ? p - 1 : PM_TILE_ROW + rows;
        pass->from[bit] = address_of(c, old[p]) ^ hidden;
        if (p < PM_TILE_LOWEST)
            continue;
        for (int k = 0; k < 2; k++)
            pass->from[bit] ^= pm_tile_stand(p) >> k & 1 ? pass->from[k] : 0;
        pass->out[rows++] = PM_TILE_BIT(p - 1);
    }
    for (uint64_t set = c->draft.tile & ~left; set != 0; set &= set - 1) {
        const int p = __builtin_ctzll(set);
        pass->kept ^= before.slot[p].uncovered ? address_of(c, p) : 0;
        pass->drops_odd ^= (unsigned)before.slot[p].uncovered;
    }
    pass->turned = hidden;
    pass->bits = (unsigned)(PM_TILE_ROW + rows);
    s->odd ^= (int)pass->drops_odd;
    order_rows(pass, rows);
}

/* --------------------------------------------------------------------- rounds */

static uint64_t needs(const struct pm_tile_compiler *c, const struct pm_tile_task *task)
{
    return PM_TILE_BIT(task->a) | (task->b >= 0 ? PM_TILE_BIT(task->b) : 0) |
           (c->graph->states == PM_ORDER_FREE ? 1 : 0);
}

static pm_status add_round(struct pm_tile_compiler *c, size_t first, size_t end, uint64_t six)
{
    struct pm_tile_round round = {.count = 0};
    int place[PM_TILE_OWN + 1];

    for (int p = c->state.width - 1; pm_popcount(six) <= PM_TILE_OWN; p--)
        six |= c->draft.tile & PM_TILE_BIT(p);
    pm_tile_round_set(&round, place, six, c->draft.tile);
    while (first < end) {
        PM_TRY(pm_alloc_grow((void **)&c->step, &c->steps_room, c->steps + 1, sizeof *c->step));
        first += pm_tile_step_set(&c->step[c->steps++], &c->draft.task[first], end - first, place,
                                  c->weighted);
        round.count++;
    }
    PM_TRY(pm_alloc_grow((void **)&c->round, &c->rounds_room, c->rounds + 1, sizeof *c->round));
    c->round[c->rounds++] = round;
    return PM_OK;
}

static pm_status add_rounds(struct pm_tile_compiler *c)
{
    const struct pm_tile_draft *const d = &c->draft;
    uint64_t six = 0;
    size_t first = 0;

    for (size_t k = 0; k < d->tasks; k++) {
        const uint64_t more = six | needs(c, &d->task[k]);
        if (pm_popcount(more) > PM_TILE_OWN + 1) {
            PM_TRY(add_round(c, first, k, six));
            first = k;
            six = needs(c, &d->task[k]);
        } else {
            six = more;
        }
    }
    return first < d->tasks ? add_round(c, first, d->tasks, six) : PM_OK;
}

/* For the row bit of that place: where groups of four numbers are, exclusive or where they would be
 * without banks. */
static unsigned quads_between(uint64_t tile, int place)
{
    const unsigned number = pm_tile_address(tile, place) / sizeof(uint32_t);

    return (number ^ 1u << pm_tile_bit(tile, place)) / 4;
}

pm_status pm_tile_pass_put(struct pm_tile_compiler *c, int drops)
{
    const struct pm_tile_state *const s = &c->state;
    const uint64_t high = c->draft.tile & ~(PM_TILE_BIT(PM_TILE_LOWEST) - 1);
    struct pm_tile_pass pass = {.first = (unsigned)c->rounds,
                                .step = (unsigned)c->steps,
                                .begins = c->passes == 0,
                                .odd = (unsigned)s->odd,
                                .outside = ((PM_TILE_BIT(s->width) - 1) & ~c->draft.tile) >> 1};
    int row = 0;

    for (uint64_t set = high; set != 0; set &= set - 1) {
        const int p = __builtin_ctzll(set);
        pass.fresh |= (unsigned)(p >= s->width - c->draft.fresh) << row;
        pass.spread[row] = quads_between(c->draft.tile, p);
        pass.in[row++] = PM_TILE_BIT(p - 1);
    }
    pass.blocks = 1u << pm_popcount(pass.outside);
    for (uint64_t set = pass.outside; set != 0; set &= set - 1)
        for (int k = 0; k < 2; k++)
            pass.low[k] |= pm_tile_stand(__builtin_ctzll(set) + 1) >> k & 1 ? set & -set : 0;
    PM_TRY(add_rounds(c));
    pass.count = (unsigned)c->rounds - pass.first;
    pass.steps = (unsigned)c->steps - pass.step;
    c->widest = s->width > c->widest ? s->width : c->widest;
    c->touched += ldexp(1, s->width - 1 - c->draft.fresh) + ldexp(1, s->width - 1 - drops);
    end_pass(c, &pass, drops);
    PM_TRY(pm_alloc_grow((void **)&c->pass, &c->passes_room, c->passes + 1, sizeof *c->pass));
    c->pass[c->passes++] = pass;
    return PM_OK;
}
