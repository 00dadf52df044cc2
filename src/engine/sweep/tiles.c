/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sweep/tiles.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "engine/sweep/tile_rounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLACES = PM_TILE_PLACES,
    LOWEST = PM_TILE_ROW + 1,
    SOON = 30, /* additions: slots that come within these take those of slots that are gone */
    ALIGN = 16,
};

#define NEVER  SIZE_MAX
#define BIT(k) (UINT64_C(1) << (k))

/* Slots wait for vertices from the beginning, so that vectors are never shorter than a tile. */
struct slot {
    int vertex;    /* -1: nobody's; numbers are where its bit is `uncovered` */
    int uncovered; /* the bit where the vertex is not covered */
    bool clean;    /* nobody's: all other numbers are 0 */
};

struct state {
    int width, odd; /* places; whether the number of ones is odd */
    struct slot slot[PLACES];
};

/* The pass being made. */
struct draft {
    uint64_t tile;   /* places */
    int fresh, held; /* places on top that are new; slots of the tile, at most */
    size_t next;     /* operation after it */
    size_t listed;   /* actions before it */
    struct pm_tile_task *task;
    size_t tasks, room;
    double adds;
};

struct compiler {
    const struct pm_sweep_graph *graph;
    const struct pm_sweep_program *program;
    struct pm_tiles *out;
    size_t end; /* of the operations, for now */
    struct pm_tile_dot dot;
    struct state state;
    struct draft draft;
    struct pm_tile_pass *pass;
    struct pm_tile_round *round;
    struct pm_tile_step *step;
    size_t passes, passes_room, rounds, rounds_room, steps, steps_room;
    int widest;
};

/* ---------------------------------------------------------------------- slots */

static int place_of(const struct state *s, int vertex)
{
    int p = 0;

    while (s->slot[p].vertex != vertex)
        p++;
    return p;
}

/* The next operation, from `now` on, that needs the slot. */
static size_t next_use(const struct compiler *c, const struct slot *slot, size_t now)
{
    for (size_t i = now; i < c->program->count; i++) {
        const struct pm_sweep_operation *const o = &c->program->operation[i];
        if (slot->vertex < 0 ? o->code == PM_SWEEP_OPEN
                             : o->u == slot->vertex || o->v == slot->vertex)
            return i;
    }
    return NEVER;
}

static bool is_bound(const struct compiler *c, int place)
{
    return place == 0 && c->graph->states == PM_SWEEP_FREE; /* nobody may have it */
}

static bool is_gone(const struct compiler *c, int place)
{
    return c->state.slot[place].vertex < 0 && !is_bound(c, place);
}

/* Takes places into the tile, if it has room for all of them. */
static bool take(struct draft *d, uint64_t places)
{
    if (pm_popcount(d->tile | places) > d->held)
        return false;
    d->tile |= places;
    return true;
}

/* ----------------------------------------------------------------- operations */

static pm_status add_task(struct compiler *c, const struct pm_tile_task *task,
                          const struct pm_sweep_action *action, bool idle)
{
    struct draft *const d = &c->draft;
    struct pm_sweep_passes *const list = &c->out->list;

    if (idle && action->entry < 0)
        return PM_OK;
    PM_TRY(pm_grow((void **)&list->action, &list->room_actions, list->actions + 1,
                   sizeof *list->action));
    list->action[list->actions++] = *action;
    if (idle)
        return PM_OK;
    PM_TRY(pm_grow((void **)&d->task, &d->room, d->tasks + 1, sizeof *d->task));
    d->task[d->tasks] = *task;
    d->task[d->tasks++].weight = (unsigned)list->actions - 1;
    return PM_OK;
}

static pm_status act(struct compiler *c, enum pm_sweep_act code, int u, int v, int entry, int from)
{
    static const int acts[] = {[PM_SWEEP_ACT_ADD] = PM_TASK_ADD,
                               [PM_SWEEP_ACT_ALONE] = PM_TASK_ALONE,
                               [PM_SWEEP_ACT_SCALE] = PM_TASK_SCALE,
                               [PM_SWEEP_ACT_CLEAR] = PM_TASK_CLEAR};
    const struct pm_sweep_action action = {.act = code, .entry = entry, .u = u, .v = v};
    const int a = place_of(&c->state, u);
    struct pm_tile_task task = {.act = acts[code], .a = a, .b = -1, .from_a = from};

    if (code == PM_SWEEP_ACT_ADD) {
        task.b = place_of(&c->state, v);
        task.from_b = c->state.slot[task.b].uncovered;
        c->draft.adds += 1;
    }
    return add_task(c, &task, &action,
                    code == PM_SWEEP_ACT_SCALE && c->graph->states != PM_SWEEP_FREE);
}

/* A slot for a new vertex: one that is gone, in the tile if there is such, or a new place on top.
 * False: there is no room in the tile. */
static bool find_slot(struct compiler *c, int *place)
{
    struct state *const s = &c->state;
    struct draft *const d = &c->draft;

    for (int inside = 1; inside >= 0; inside--)
        for (*place = s->width - 1; *place >= 0; --*place)
            if (is_gone(c, *place) && (int)(d->tile >> *place & 1) == inside)
                return take(d, BIT(*place));
    *place = s->width;
    if (!take(d, BIT(s->width)))
        return false;
    d->fresh++;
    s->slot[s->width++] = (struct slot){.vertex = -1, .clean = true};
    return true;
}

static pm_status open_slot(struct compiler *c, bool *done, int u)
{
    int place;

    if (c->state.width == PLACES)
        return pm_fail(PM_UNABLE, "a frontier that is too wide for a GPU");
    *done = find_slot(c, &place);
    if (!*done)
        return PM_OK;
    struct slot *const slot = &c->state.slot[place];
    const bool clean = slot->clean;
    slot->vertex = u;
    slot->clean = false;
    return clean ? PM_OK : act(c, PM_SWEEP_ACT_CLEAR, u, -1, -1, !slot->uncovered);
}

/* Whether the operation only says what a slot means from now on. */
static bool moves_nothing(const struct compiler *c, const struct pm_sweep_operation *o)
{
    return o->code == PM_SWEEP_DROP ||
           (o->code == PM_SWEEP_PASS && c->graph->states != PM_SWEEP_FREE);
}

/* *done: false where the tile has no room for its slots. */
static pm_status operate(struct compiler *c, bool *done, const struct pm_sweep_operation *o)
{
    struct state *const s = &c->state;

    if (o->code == PM_SWEEP_OPEN)
        return open_slot(c, done, o->u);
    const int a = place_of(s, o->u);
    const int b = o->code == PM_SWEEP_ADD ? place_of(s, o->v) : a;
    *done = moves_nothing(c, o) || take(&c->draft, BIT(a) | BIT(b));
    if (!*done)
        return PM_OK;
    struct slot *const slot = &s->slot[a];
    switch (o->code) {
    case PM_SWEEP_ADD:
        return act(c, PM_SWEEP_ACT_ADD, o->u, o->v, o->entry, slot->uncovered);
    case PM_SWEEP_ALONE:
        return act(c, PM_SWEEP_ACT_ALONE, o->u, -1, -1, slot->uncovered);
    case PM_SWEEP_PASS:
        PM_TRY(act(c, PM_SWEEP_ACT_SCALE, o->u, o->v, o->entry, slot->uncovered));
        slot->vertex = o->v;
        slot->uncovered = !slot->uncovered;
        return PM_OK;
    case PM_SWEEP_DROP:
        slot->vertex = -1;
        slot->uncovered = !slot->uncovered;
        slot->clean = false;
        return PM_OK;
    case PM_SWEEP_OPEN:
        break;
    }
    return PM_OK;
}

/* --------------------------------------------------------------------- passes */

/* As many operations as the slots of a tile allow.  So that slots can go, the highest places are in
 * it, too, and as many slots that are gone. */
static pm_status draw_up(struct compiler *c, int drops)
{
    struct draft *const d = &c->draft;
    bool done = true;

    d->tile = BIT(LOWEST) - 1;
    d->held = PM_TILE_SLOTS;
    d->fresh = 0;
    d->tasks = 0;
    d->adds = 0;
    for (int k = 1; k <= drops; k++)
        d->tile |= BIT(c->state.width - k);
    for (int p = c->state.width - 1; p >= 0 && drops > 0; p--)
        if (is_gone(c, p)) {
            d->tile |= BIT(p);
            drops--;
        }
    while (d->next < c->end && d->tasks < PM_TILE_STEPS) {
        PM_TRY(operate(c, &done, &c->program->operation[d->next]));
        if (!done)
            break;
        d->next++;
    }
    return PM_OK;
}

/* Slots that are gone, and that nobody will take soon. */
static int idle_slots(const struct compiler *c)
{
    int idle = 0, adds = 0;

    for (int p = 0; p < c->state.width; p++)
        idle += is_gone(c, p);
    for (size_t i = c->draft.next; i < c->program->count && adds < SOON; i++) {
        adds += c->program->operation[i].code == PM_SWEEP_ADD;
        idle -= c->program->operation[i].code == PM_SWEEP_OPEN;
    }
    const int most = c->state.width - PM_TILE_SLOTS;
    idle = idle < most ? idle : most;
    return idle < 0 ? 0 : idle < PM_TILE_DROPS ? idle : PM_TILE_DROPS;
}

/* How many of the idle slots can go: they are in the tile, and so are as many places on top. */
static int drops_now(const struct compiler *c)
{
    const struct draft *const d = &c->draft;
    const int idle = idle_slots(c);
    int inside = 0, tops = 0;

    for (int p = 0; p < c->state.width; p++)
        inside += (d->tile >> p & 1) && is_gone(c, p);
    while (tops < c->state.width - LOWEST && (d->tile >> (c->state.width - 1 - tops) & 1))
        tops++;
    const int able = inside < tops ? inside : tops;
    return idle < able ? idle : able;
}

/* The tile gets all its places. */
static void fill(struct compiler *c)
{
    for (int p = LOWEST; pm_popcount(c->draft.tile) < PM_TILE_SLOTS; p++)
        c->draft.tile |= BIT(p);
}

/* -------------------------------------------------------------------- rearrange */

/* The slots of the tile by their next use, the soonest first; those that go are left out. */
static int by_use(int place[PM_TILE_SLOTS], const struct compiler *c, int drops)
{
    size_t use[PM_TILE_SLOTS];
    int count = 0;

    for (uint64_t set = c->draft.tile; set != 0; set &= set - 1) {
        const int p = __builtin_ctzll(set);
        if (is_bound(c, p))
            continue;
        if (drops > 0 && is_gone(c, p)) {
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

/* old[p]: where the slot of place p was, -1 where it is not of the tile.  The lowest places are in
 * every tile, so they get the slots that are needed first; of these, the ones that are needed last
 * get the lowest bits of numbers, which threads share best.  Others stay where they can. */
static void rearrange(int old[PLACES], const struct compiler *c, int drops)
{
    static const int lowest[LOWEST] = {0, 3, 4, 2, 1};
    const int width = c->state.width - drops, bound = is_bound(c, 0);
    int place[PM_TILE_SLOTS];
    const int count = by_use(place, c, drops);
    bool settled[PLACES] = {false};

    for (int p = 0; p < PLACES; p++)
        old[p] = -1;
    if (bound)
        old[0] = 0;
    for (int k = 0; k < LOWEST - bound; k++) {
        old[lowest[k + bound]] = place[k];
        settled[place[k]] = true;
    }
    for (int k = LOWEST - bound; k < count; k++)
        if (place[k] >= LOWEST && place[k] < width) {
            old[place[k]] = place[k];
            settled[place[k]] = true;
        }
    for (int k = 0, free = LOWEST; k < count; k++) {
        if (settled[place[k]])
            continue;
        while (old[free] >= 0 || !(c->draft.tile >> free & 1))
            free++;
        old[free] = place[k];
    }
}

/* The address of the slot at an old place, 0 for that of place 0, which has none. */
static unsigned address_of(const struct compiler *c, int place)
{
    return place == 0 ? 0 : pm_tile_address(pm_tile_bit(c->draft.tile, place));
}

/* Row bits afterwards in such an order that threads meet at few banks. */
static void order_rows(struct pm_tile_pass *pass, int rows)
{
    unsigned address[PM_TILE_BITS];
    unsigned long long out[PM_TILE_ROWS];
    bool used[PM_TILE_ROWS] = {false};

    /* the bits that threads have: two of a row, then three rows */
    address[0] = pass->from[2];
    address[1] = pass->from[3];
    memcpy(address + 2, pass->from + PM_TILE_ROW, (size_t)rows * sizeof *address);
    memcpy(out, pass->out, sizeof out);
    unsigned sorted[PM_TILE_BITS];
    memcpy(sorted, address, sizeof sorted);
    pm_tile_spread(sorted, rows + 2);
    int next = 0;
    for (int k = 0; k < rows + 2; k++) {
        for (int j = 0; j < rows; j++) {
            if (used[j] || address[2 + j] != sorted[k])
                continue;
            used[j] = true;
            pass->from[PM_TILE_ROW + next] = address[2 + j];
            pass->out[next++] = out[j];
            break;
        }
    }
}

/* Where numbers go in the end; the state is that of afterwards then. */
static void end_pass(struct compiler *c, struct pm_tile_pass *pass, int drops)
{
    struct state *const s = &c->state;
    const struct state before = *s;
    int old[PLACES], rows = 0;
    uint64_t left = 0;

    rearrange(old, c, drops);
    s->width -= drops;
    for (int p = 0; p < s->width; p++)
        if (old[p] >= 0) {
            s->slot[p] = before.slot[old[p]];
            left |= BIT(old[p]);
        }
    const unsigned hidden = address_of(c, old[0]);
    for (int p = 1; p < s->width; p++) {
        if (old[p] < 0)
            continue;
        const int bit = p < LOWEST ? p - 1 : PM_TILE_ROW + rows;
        pass->from[bit] = address_of(c, old[p]) ^ hidden;
        if (p >= LOWEST)
            pass->out[rows++] = BIT(p - 1);
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

static uint64_t needs(const struct compiler *c, const struct pm_tile_task *task)
{
    return BIT(task->a) | (task->b >= 0 ? BIT(task->b) : 0) |
           (c->graph->states == PM_SWEEP_FREE ? 1 : 0);
}

static pm_status add_round(struct compiler *c, size_t first, size_t end, uint64_t six)
{
    struct pm_tile_round round = {.count = 0};
    int place[PM_TILE_OWN + 1];

    for (int p = c->state.width - 1; pm_popcount(six) <= PM_TILE_OWN; p--)
        six |= c->draft.tile & BIT(p);
    pm_tile_round_set(&round, place, six, c->draft.tile);
    while (first < end) {
        PM_TRY(pm_grow((void **)&c->step, &c->steps_room, c->steps + 1, sizeof *c->step));
        first += pm_tile_step_set(&c->step[c->steps++], &c->draft.task[first], end - first, place);
        round.count++;
    }
    PM_TRY(pm_grow((void **)&c->round, &c->rounds_room, c->rounds + 1, sizeof *c->round));
    c->round[c->rounds++] = round;
    return PM_OK;
}

static pm_status add_rounds(struct compiler *c)
{
    const struct draft *const d = &c->draft;
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

static pm_status put_pass(struct compiler *c, int drops)
{
    const struct state *const s = &c->state;
    const uint64_t high = c->draft.tile & ~(BIT(LOWEST) - 1);
    struct pm_tile_pass pass = {.first = (unsigned)c->rounds,
                                .step = (unsigned)c->steps,
                                .begins = c->passes == 0,
                                .odd = (unsigned)s->odd,
                                .outside = ((BIT(s->width) - 1) & ~c->draft.tile) >> 1};
    int row = 0;

    for (uint64_t set = high; set != 0; set &= set - 1) {
        const int p = __builtin_ctzll(set);
        pass.fresh |= (unsigned)(p >= s->width - c->draft.fresh) << row;
        pass.in[row++] = BIT(p - 1);
    }
    pass.blocks = 1u << pm_popcount(pass.outside);
    PM_TRY(add_rounds(c));
    pass.count = (unsigned)c->rounds - pass.first;
    pass.steps = (unsigned)c->steps - pass.step;
    c->widest = s->width > c->widest ? s->width : c->widest;
    c->out->additions += c->draft.adds * ldexp(1, s->width - 3);
    c->out->touched += ldexp(1, s->width - 1 - c->draft.fresh) + ldexp(1, s->width - 1 - drops);
    end_pass(c, &pass, drops);
    PM_TRY(pm_grow((void **)&c->pass, &c->passes_room, c->passes + 1, sizeof *c->pass));
    c->pass[c->passes++] = pass;
    return PM_OK;
}

static pm_status make_pass(struct compiler *c)
{
    const struct state before = c->state;
    const size_t first = c->draft.next, listed = c->out->list.actions;

    PM_TRY(draw_up(c, 0));
    const int idle = idle_slots(c);
    if (idle > drops_now(c)) { /* once more, with places on top for those that go to */
        c->state = before;
        c->draft.next = first;
        c->out->list.actions = listed;
        PM_TRY(draw_up(c, idle));
    }
    fill(c);
    if (c->draft.next == first && drops_now(c) == 0)
        return pm_fail(PM_UNABLE, "a vertex with too many neighbours for a tile");
    return put_pass(c, drops_now(c));
}

/* ---------------------------------------------------------------------- table */

static pm_status make_table(struct compiler *c)
{
    const size_t pass = c->passes * sizeof *c->pass, round = c->rounds * sizeof *c->round,
                 step = c->steps * sizeof *c->step;
    struct pm_tile_table table = {
        .passes = (unsigned)c->passes, .dot = c->dot, .numbers = BIT(c->widest - 1)};
    char *bytes;

    table.pass = (sizeof table + ALIGN - 1) / ALIGN * ALIGN;
    table.round = (unsigned)((table.pass + pass + ALIGN - 1) / ALIGN * ALIGN);
    table.step = (unsigned)((table.round + round + ALIGN - 1) / ALIGN * ALIGN);
    table.size = table.step + step;
    PM_NEW(bytes, table.size);
    memcpy(bytes, &table, sizeof table);
    memcpy(bytes + table.pass, c->pass, pass);
    memcpy(bytes + table.round, c->round, round);
    memcpy(bytes + table.step, c->step, step);
    c->out->table = (struct pm_tile_table *)(void *)bytes;
    return PM_OK;
}

static pm_status put_launch(struct compiler *c, const struct pm_tile_pass *launch)
{
    PM_TRY(pm_grow((void **)&c->pass, &c->passes_room, c->passes + 1, sizeof *c->pass));
    c->pass[c->passes++] = *launch;
    return PM_OK;
}

/* The number where no slot's vertex is covered, and slots that are gone have the bits that count.
 */
static unsigned long long base_of(const struct state *s)
{
    unsigned long long number = 0;

    for (int p = 1; p < s->width; p++)
        number |= (unsigned long long)s->slot[p].uncovered << (p - 1);
    return number;
}

static pm_status start(struct compiler *c, size_t end)
{
    for (c->end = end; c->draft.next < end;)
        PM_TRY(make_pass(c));
    return PM_OK;
}

static pm_status compile(struct compiler *c)
{
    PM_TRY(start(c, c->program->count));
    PM_TRY(put_launch(
        c, &(struct pm_tile_pass){.kind = PM_TILE_END, .blocks = 1, .answer = base_of(&c->state)}));
    return make_table(c);
}

/* The bits of a vector's numbers that say who is covered, among the vertices from `first` on. */
static void set_dot(struct compiler *c, int vector, int first, const int *order)
{
    c->dot.base[vector] = base_of(&c->state);
    for (unsigned k = 0; k < c->dot.pairs; k++) {
        const int p = place_of(&c->state, first + order[k]);
        c->dot.flip[vector][k] = p > 0 ? BIT(p - 1) : 0;
    }
}

/* The pairs by ascending places in X, so that threads read neighbours there; place 0 is the last,
 * whose bit the others determine. */
static void order_pairs(int order[PLACES], const struct compiler *c,
                        const struct pm_sweep_mirror *m)
{
    int count = 0;

    for (int p = 1; p <= c->state.width; p++) {
        const int vertex = c->state.slot[p < c->state.width ? p : 0].vertex;
        if (vertex >= m->last && vertex < m->last + m->pairs)
            order[count++] = vertex - m->last;
    }
}

static pm_status compile_half(struct compiler *c, const struct pm_sweep_mirror *m)
{
    enum { LOG_BLOCK = 8, LOG_EACH = 6 };
    int order[PLACES];

    PM_TRY(start(c, m->half));
    const struct state half = c->state;
    PM_TRY(put_launch(c, &(struct pm_tile_pass){.kind = PM_TILE_COPY,
                                                .blocks = 1u << (half.width - 1 - PM_TILE_BITS)}));
    PM_TRY(start(c, m->end));
    order_pairs(order, c, m);
    c->dot.pairs = (unsigned)m->pairs;
    c->dot.odd = (unsigned)m->left & 1;
    set_dot(c, 0, m->last, order);
    c->state = half;
    set_dot(c, 1, m->first, order);
    const int log = m->pairs - 1 > LOG_BLOCK ? m->pairs - 1 - LOG_BLOCK : 0; /* of the blocks */
    c->dot.log = (unsigned)(log < LOG_EACH ? log : LOG_EACH);
    PM_TRY(put_launch(
        c, &(struct pm_tile_pass){.kind = PM_TILE_DOT, .blocks = 1u << (log - (int)c->dot.log)}));
    c->out->touched += 2 * ldexp(1, half.width - 1) + 2 * ldexp(1, m->pairs - 1);
    c->out->vectors = 2;
    return make_table(c);
}

/* For the whole program, or to the middle (NULL: not). */
static pm_status tiles_new(struct pm_tiles **tiles, struct compiler *c,
                           const struct pm_sweep_mirror *mirror)
{
    PM_NEW(c->out, 1);
    c->out->vectors = 1;
    c->state.width = PM_TILE_SLOTS;
    for (int p = 0; p < PLACES; p++)
        c->state.slot[p] = (struct slot){.vertex = -1, .clean = true};
    const pm_status status = mirror != NULL ? compile_half(c, mirror) : compile(c);
    free(c->draft.task);
    free(c->pass);
    free(c->round);
    free(c->step);
    if (status != PM_OK) {
        pm_tiles_free(c->out);
        return status;
    }
    *tiles = c->out;
    return PM_OK;
}

pm_status pm_tiles_new(struct pm_tiles **tiles, const struct pm_sweep_graph *graph,
                       const struct pm_sweep_program *program)
{
    return tiles_new(tiles, &(struct compiler){.graph = graph, .program = program}, NULL);
}

pm_status pm_tiles_new_half(struct pm_tiles **tiles, const struct pm_sweep_mirror *mirror)
{
    return tiles_new(tiles, &(struct compiler){.graph = mirror->graph, .program = mirror->program},
                     mirror);
}

void pm_tiles_free(struct pm_tiles *tiles)
{
    if (tiles == NULL)
        return;
    free(tiles->list.action);
    free(tiles->table);
    free(tiles);
}

const struct pm_tile_pass *pm_tiles_pass(const struct pm_tiles *tiles, uint64_t number)
{
    const void *const passes = (const char *)tiles->table + tiles->table->pass;

    return (const struct pm_tile_pass *)passes + number;
}
