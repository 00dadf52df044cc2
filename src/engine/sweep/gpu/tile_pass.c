/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The next use of the slots determines their places after a pass.  A pass is written with its
 * rounds once its tile is known. */
#include "engine/sweep/gpu/tile_pass.h"

#include "base/alloc.h"
#include "base/bits.h"

#include <math.h>
#include <string.h>

#define NEVER  SIZE_MAX
#define LOWEST (PM_TILE_BIT(PM_TILE_LOWEST) - 1)

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
    static const int lowest[PM_TILE_LOWEST] = {0, 3, 4, 2, 1};
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

/* The number of a row bit: first come those of lanes, then those that select the warp, by ascending
 * places (a set, or 0), then the others.  next: how many of the first and last kind there are so
 * far; it is raised for these. */
static int row_of(int *next, uint64_t warps, int place)
{
    enum { LANES = PM_TILE_LANES - 2 }; /* the other two bits of a lane are of a row's number */

    if (warps >> place & 1)
        return LANES + pm_popcount(warps & (PM_TILE_BIT(place) - 1));
    const int row = (*next)++;
    return row < LANES || warps == 0 ? row : row + PM_TILE_WARPS;
}

/* Orders the row bits after the pass so that threads use few banks twice.  origin: the places of
 * their slots before. */
static void order_rows(struct pm_tile_pass *pass, const int *origin, int rows, uint64_t warps)
{
    const struct pm_tile_pass before = *pass;
    unsigned sorted[PM_TILE_BITS] = {pass->from[2], pass->from[3]};
    int next = 0, count = 2;

    for (int j = 0; j < rows; j++)
        if (!(warps >> origin[j] & 1))
            sorted[count++] = before.from[PM_TILE_ROW + j];
    pm_tile_spread(sorted, count);
    for (int j = 0; j < rows; j++)
        if (warps >> origin[j] & 1)
            sorted[count++] = before.from[PM_TILE_ROW + j];
    for (int k = 0; k < count; k++)
        for (int j = 0; j < rows; j++) {
            if (before.from[PM_TILE_ROW + j] != sorted[k])
                continue;
            const int row = row_of(&next, warps, origin[j]);
            pass->from[PM_TILE_ROW + row] = sorted[k];
            pass->out[row] = before.out[j];
        }
}

/* Computes the final places of numbers; afterwards the state is that after the pass.  warps: as for
 * order_rows(), if they stay in rows. */
static void end_pass(struct pm_tile_compiler *c, struct pm_tile_pass *pass,
                     const int old[PM_TILE_PLACES], int drops, uint64_t warps)
{
    struct pm_tile_state *const s = &c->state;
    const struct pm_tile_state before = *s;
    int origin[PM_TILE_ROWS], rows = 0;
    uint64_t left = 0;

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
        origin[rows] = old[p];
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
    pass->apart = warps != 0;
    order_rows(pass, origin, rows, warps);
}

/* --------------------------------------------------------------------- rounds */

static uint64_t needs(const struct pm_tile_compiler *c, const struct pm_tile_task *task)
{
    return PM_TILE_BIT(task->a) | (task->b >= 0 ? PM_TILE_BIT(task->b) : 0) |
           (c->graph->states == PM_ORDER_FREE ? 1 : 0);
}

static pm_status add_round(struct pm_tile_compiler *c, size_t first, size_t end, uint64_t six,
                           uint64_t warps, bool apart)
{
    struct pm_tile_round round = {.apart = apart};
    int place[PM_TILE_OWN + 1];

    pm_tile_round_set(&round, place, six, warps, c->draft.tile);
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

/* Divides the tasks into rounds: sets the places of each, and its end.  Returns their number. */
static int divide(uint64_t *six, size_t *end, const struct pm_tile_compiler *c)
{
    const struct pm_tile_draft *const d = &c->draft;
    int rounds = 0;

    for (size_t k = 0; k < d->tasks; k++) {
        const uint64_t need = needs(c, &d->task[k]);
        if (k == 0 || pm_popcount(six[rounds - 1] | need) > PM_TILE_OWN + 1)
            six[rounds++] = need;
        six[rounds - 1] |= need;
        end[rounds - 1] = k + 1;
    }
    return rounds;
}

/* For the row bit of that place: where groups of four numbers are, exclusive or where the threads
 * would put them if their numbers were addresses. */
static unsigned quads_between(uint64_t tile, int place, int row)
{
    return (pm_tile_address(tile, place) / sizeof(uint32_t) ^ 1u << (PM_TILE_ROW + row)) / 4;
}

/* warps[0], warps[1]: the places that select the warp in the first and in the last round, or 0 if
 * some are not in rows[0] and rows[1].  No warp may write before all have read, so the second is
 * also 0 if warps have not waited for each other until then. */
static pm_status add_rounds(struct pm_tile_compiler *c, uint64_t warps[2], const uint64_t rows[2])
{
    uint64_t six[PM_TILE_STEPS], now;
    size_t end[PM_TILE_STEPS];
    const int rounds = divide(six, end, c);
    bool waited = false;

    warps[0] = warps[1] = 0;
    for (int k = 0, next; k < rounds; k = next) {
        next = k + pm_tile_warps(&now, c->draft.tile, six + k, rounds - k, k == 0, rows);
        if (k == 0 && (now & ~rows[0]) == 0)
            warps[0] = now;
        else
            waited = true;
        warps[1] = waited && (now & ~rows[1]) == 0 ? now : 0;
        for (int j = k; j < next; j++)
            PM_TRY(add_round(c, j > 0 ? end[j - 1] : 0, end[j], six[j], now,
                             j > k || (k == 0 && warps[0] != 0)));
    }
    return PM_OK;
}

/* Sets the rows before the pass, by ascending places. */
static void set_rows(struct pm_tile_pass *pass, const struct pm_tile_compiler *c, uint64_t warps)
{
    const int width = c->state.width;
    int next = 0;

    for (uint64_t set = c->draft.tile & ~LOWEST; set != 0; set &= set - 1) {
        const int p = __builtin_ctzll(set), row = row_of(&next, warps, p);
        pass->fresh |= (unsigned)(p >= width - c->draft.fresh) << row;
        pass->spread[row] = quads_between(c->draft.tile, p, row);
        pass->in[row] = PM_TILE_BIT(p - 1);
    }
}

pm_status pm_tile_pass_put(struct pm_tile_compiler *c, int drops)
{
    const struct pm_tile_state *const s = &c->state;
    uint64_t warps[2], rows[2] = {c->draft.tile & ~LOWEST, 0};
    int old[PM_TILE_PLACES];
    struct pm_tile_pass pass = {.first = (unsigned)c->rounds,
                                .step = (unsigned)c->steps,
                                .begins = c->passes == 0,
                                .odd = (unsigned)s->odd,
                                .inside = rows[0] >> 1,
                                .blocks = 1u << (s->width - PM_TILE_SLOTS)};

    for (int p = PM_TILE_LOWEST; p < s->width; p++)
        for (int k = 0; k < 2 && !(c->draft.tile >> p & 1); k++)
            pass.low[k] |= pm_tile_stand(p) >> k & 1 ? PM_TILE_BIT(p - 1) : 0;
    rearrange(old, c, drops);
    for (int p = PM_TILE_LOWEST; p < s->width - drops; p++)
        rows[1] |= old[p] >= 0 ? PM_TILE_BIT(old[p]) : 0;
    PM_TRY(add_rounds(c, warps, rows));
    set_rows(&pass, c, warps[0]);
    pass.count = (unsigned)c->rounds - pass.first;
    pass.steps = (unsigned)c->steps - pass.step;
    c->widest = s->width > c->widest ? s->width : c->widest;
    c->touched += ldexp(1, s->width - 1 - c->draft.fresh) + ldexp(1, s->width - 1 - drops);
    end_pass(c, &pass, old, drops, warps[1]);
    PM_TRY(pm_alloc_grow((void **)&c->pass, &c->passes_room, c->passes + 1, sizeof *c->pass));
    c->pass[c->passes++] = pass;
    return PM_OK;
}
