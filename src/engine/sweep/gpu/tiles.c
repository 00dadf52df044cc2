/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes operations in order while their slots fit into a tile; then the pass ends and the next tile
 * is chosen.  Removed slots wait for new vertices, or leave at the end of a pass. */
#include "engine/sweep/gpu/tiles.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/status.h"
#include "engine/sweep/gpu/tile_pass.h"

#include <math.h>
#include <string.h>

enum {
    SOON = 30, /* new slots within this many additions reuse removed slots */
    ALIGN = 16,
};

/* ---------------------------------------------------------------------- slots */

static int place_of(const struct pm_tile_state *s, int vertex)
{
    int p = 0;

    while (s->slot[p].vertex != vertex)
        p++;
    return p;
}

/* Adds places to the tile, if it has room for all of them. */
static bool places_take(struct pm_tile_draft *d, uint64_t places)
{
    if (pm_popcount(d->tile | places) > d->held)
        return false;
    d->tile |= places;
    return true;
}

/* ----------------------------------------------------------------- operations */

static pm_status add_task(struct pm_tile_compiler *c, const struct pm_tile_task *task,
                          const struct pm_sweep_action *action, bool idle)
{
    struct pm_tile_draft *const d = &c->draft;
    struct pm_sweep_passes *const list = &c->out->list;

    if (idle && action->entry < 0)
        return PM_OK;
    PM_TRY(pm_alloc_grow((void **)&list->action, &list->room_actions, list->actions + 1,
                         sizeof *list->action));
    list->action[list->actions++] = *action;
    if (idle)
        return PM_OK;
    PM_TRY(pm_alloc_grow((void **)&d->task, &d->room, d->tasks + 1, sizeof *d->task));
    d->task[d->tasks] = *task;
    d->task[d->tasks++].weight = (unsigned)list->actions - 1;
    return PM_OK;
}

/* An action and its weight; the weight of a clearing is not used. */
static pm_status act(struct pm_tile_compiler *c, int code, int u, int v, int entry, int from)
{
    static const enum pm_sweep_act acts[] = {[PM_TASK_ADD] = PM_SWEEP_ACT_ADD,
                                             [PM_TASK_ALONE] = PM_SWEEP_ACT_ALONE,
                                             [PM_TASK_SCALE] = PM_SWEEP_ACT_SCALE,
                                             [PM_TASK_CLEAR] = PM_SWEEP_ACT_ALONE};
    const struct pm_sweep_action action = {.act = acts[code], .entry = entry, .u = u, .v = v};
    const int a = place_of(&c->state, u);
    struct pm_tile_task task = {.act = code, .a = a, .b = -1, .from_a = from};

    if (code == PM_TASK_ADD) {
        task.b = place_of(&c->state, v);
        task.from_b = c->state.slot[task.b].uncovered;
    }
    return add_task(c, &task, &action, code == PM_TASK_SCALE && c->graph->states != PM_ORDER_FREE);
}

/* Finds a slot for a new vertex: a removed one, in the tile if possible, or a new place on top.
 * False: the tile has no room. */
static bool find_slot(struct pm_tile_compiler *c, int *place)
{
    struct pm_tile_state *const s = &c->state;
    struct pm_tile_draft *const d = &c->draft;

    for (int inside = 1; inside >= 0; inside--)
        for (*place = s->width - 1; *place >= 0; --*place)
            if (pm_tile_is_gone(c, *place) && (int)(d->tile >> *place & 1) == inside)
                return places_take(d, PM_TILE_BIT(*place));
    *place = s->width;
    if (!places_take(d, PM_TILE_BIT(s->width)))
        return false;
    d->fresh++;
    s->slot[s->width++] = (struct pm_tile_slot){.vertex = -1, .clean = true};
    return true;
}

static pm_status open_slot(struct pm_tile_compiler *c, bool *done, int u)
{
    int place;

    if (c->state.width == PM_TILE_PLACES)
        return pm_fail(PM_UNABLE, "a frontier that is too wide for a GPU");
    *done = find_slot(c, &place);
    if (!*done)
        return PM_OK;
    struct pm_tile_slot *const slot = &c->state.slot[place];
    slot->vertex = u;
    return slot->clean ? PM_OK : act(c, PM_TASK_CLEAR, u, -1, -1, !slot->uncovered);
}

/* True if the operation only changes the meaning of a slot. */
static bool moves_nothing(const struct pm_tile_compiler *c, const struct pm_order_operation *o)
{
    return o->code == PM_ORDER_DROP ||
           (o->code == PM_ORDER_PASS && c->graph->states != PM_ORDER_FREE);
}

/* *done: false if the tile has no room for its slots. */
static pm_status operate(struct pm_tile_compiler *c, bool *done, const struct pm_order_operation *o)
{
    struct pm_tile_state *const s = &c->state;

    if (o->code == PM_ORDER_OPEN)
        return open_slot(c, done, o->u);
    const int a = place_of(s, o->u);
    const int b = o->code == PM_ORDER_ADD ? place_of(s, o->v) : a;
    *done = moves_nothing(c, o) || places_take(&c->draft, PM_TILE_BIT(a) | PM_TILE_BIT(b));
    if (!*done)
        return PM_OK;
    struct pm_tile_slot *const slot = &s->slot[a];
    switch (o->code) {
    case PM_ORDER_ADD:
        return act(c, PM_TASK_ADD, o->u, o->v, o->entry, slot->uncovered);
    case PM_ORDER_ALONE:
        return act(c, PM_TASK_ALONE, o->u, -1, -1, slot->uncovered);
    case PM_ORDER_PASS:
        PM_TRY(act(c, PM_TASK_SCALE, o->u, o->v, o->entry, slot->uncovered));
        slot->vertex = o->v;
        slot->uncovered = !slot->uncovered;
        return PM_OK;
    case PM_ORDER_DROP:
        slot->vertex = -1;
        slot->uncovered = !slot->uncovered;
        slot->clean = false;
        return PM_OK;
    case PM_ORDER_OPEN:
        break;
    }
    return PM_OK;
}

/* --------------------------------------------------------------------- passes */

/* Takes as many operations as the slots of a tile allow.  To remove slots, the tile must contain
 * the highest places, and as many removed slots. */
static pm_status draw_up(struct pm_tile_compiler *c, int drops)
{
    struct pm_tile_draft *const d = &c->draft;
    bool done = true;

    d->tile = PM_TILE_BIT(PM_TILE_LOWEST) - 1;
    d->held = PM_TILE_SLOTS;
    d->fresh = 0;
    d->tasks = 0;
    for (int k = 1; k <= drops; k++)
        d->tile |= PM_TILE_BIT(c->state.width - k);
    for (int p = c->state.width - 1; p >= 0 && drops > 0; p--)
        if (pm_tile_is_gone(c, p)) {
            d->tile |= PM_TILE_BIT(p);
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

/* The number of removed slots that will not be reused soon. */
static int idle_slots(const struct pm_tile_compiler *c)
{
    int idle = 0, adds = 0;

    for (int p = 0; p < c->state.width; p++)
        idle += pm_tile_is_gone(c, p);
    for (size_t i = c->draft.next; i < c->program->count && adds < SOON; i++) {
        adds += c->program->operation[i].code == PM_ORDER_ADD;
        idle -= c->program->operation[i].code == PM_ORDER_OPEN;
    }
    const int most = c->state.width - PM_TILE_SLOTS;
    idle = idle < most ? idle : most;
    return idle < 0 ? 0 : idle < PM_TILE_DROPS ? idle : PM_TILE_DROPS;
}

/* How many of these can be removed now: they, and as many places on top, must be in the tile. */
static int drops_now(const struct pm_tile_compiler *c)
{
    const struct pm_tile_draft *const d = &c->draft;
    const int idle = idle_slots(c);
    int inside = 0, tops = 0;

    for (int p = 0; p < c->state.width; p++)
        inside += (d->tile >> p & 1) && pm_tile_is_gone(c, p);
    while (tops < c->state.width - PM_TILE_LOWEST && (d->tile >> (c->state.width - 1 - tops) & 1))
        tops++;
    const int able = inside < tops ? inside : tops;
    return idle < able ? idle : able;
}

/* Fills the tile with further places. */
static void tile_fill(struct pm_tile_compiler *c)
{
    for (int p = PM_TILE_LOWEST; pm_popcount(c->draft.tile) < PM_TILE_SLOTS; p++)
        c->draft.tile |= PM_TILE_BIT(p);
}

static pm_status make_pass(struct pm_tile_compiler *c)
{
    const struct pm_tile_state before = c->state;
    const size_t first = c->draft.next, listed = c->out->list.actions;

    PM_TRY(draw_up(c, 0));
    const int idle = idle_slots(c);
    if (idle > drops_now(c)) { /* once more, with places on top for the slots that are removed */
        c->state = before;
        c->draft.next = first;
        c->out->list.actions = listed;
        PM_TRY(draw_up(c, idle));
    }
    tile_fill(c);
    if (c->draft.next == first && drops_now(c) == 0)
        return pm_fail(PM_UNABLE, "a vertex with too many neighbours for a tile");
    return pm_tile_pass_put(c, drops_now(c));
}

/* ---------------------------------------------------------------------- table */

static pm_status make_table(struct pm_tile_compiler *c)
{
    const size_t round = c->rounds * sizeof *c->round, step = c->steps * sizeof *c->step;
    struct pm_tile_table table = {.dot = c->dot};
    struct pm_tiles *const out = c->out;
    char *bytes;

    table.round = (sizeof table + ALIGN - 1) / ALIGN * ALIGN;
    table.step = (unsigned)((table.round + round + ALIGN - 1) / ALIGN * ALIGN);
    out->size = table.step + step;
    PM_NEW(bytes, out->size);
    memcpy(bytes, &table, sizeof table);
    memcpy(bytes + table.round, c->round, round);
    memcpy(bytes + table.step, c->step, step);
    out->table = (struct pm_tile_table *)(void *)bytes;
    out->touched = c->touched;
    out->numbers = PM_TILE_BIT(c->widest - 1);
    out->pass = c->pass;
    out->passes = c->passes;
    c->pass = NULL;
    return PM_OK;
}

static pm_status put_launch(struct pm_tile_compiler *c, const struct pm_tile_pass *launch)
{
    PM_TRY(pm_alloc_grow((void **)&c->pass, &c->passes_room, c->passes + 1, sizeof *c->pass));
    c->pass[c->passes++] = *launch;
    return PM_OK;
}

/* The place of the number for which no slot's vertex is covered, and removed slots have the bits
 * that count. */
static unsigned long long base_of(const struct pm_tile_state *s)
{
    unsigned long long number = 0;

    for (int p = 1; p < s->width; p++)
        number ^= s->slot[p].uncovered ? pm_tile_stand(p) : 0;
    return number;
}

static pm_status start(struct pm_tile_compiler *c, size_t end)
{
    for (c->end = end; c->draft.next < end;)
        PM_TRY(make_pass(c));
    return PM_OK;
}

static pm_status compile(struct pm_tile_compiler *c)
{
    PM_TRY(start(c, c->program->count));
    PM_TRY(put_launch(
        c, &(struct pm_tile_pass){.kind = PM_TILE_END, .blocks = 1, .answer = base_of(&c->state)}));
    return make_table(c);
}

/* The bits of a vector's numbers that say who is covered, among these vertices. */
static void set_dot(struct pm_tile_dot *dot, int vector, const struct pm_tile_state *s,
                    const int *vertex)
{
    dot->base[vector] = base_of(s);
    for (unsigned k = 0; k < dot->pairs; k++) {
        const int p = place_of(s, vertex[k]);
        dot->flip[vector][k] = p > 0 ? pm_tile_stand(p) : 0;
    }
}

/* The number that the kernel takes for each set of vertices of X, and the number of A that belongs
 * to it: there, the same vertices are not covered.  Lists the vertices by ascending places in X, so
 * that threads read neighbouring numbers.  Place 0 comes last: the others determine its bit. */
static void set_dots(struct pm_tile_dot *dot, const struct pm_tile_state *x,
                     const struct pm_tile_state *a, const struct pm_sweep_mirror *m)
{
    struct pm_tile_state image = *a;
    int vertex[PM_TILE_PLACES] = {0}, count = 0;

    for (int p = 1; p <= x->width; p++)
        if (x->slot[p < x->width ? p : 0].vertex >= 0)
            vertex[count++] = x->slot[p < x->width ? p : 0].vertex;
    for (int p = 0; p < a->width; p++)
        if (a->slot[p].vertex >= 0)
            image.slot[p].vertex = m->image[a->slot[p].vertex];
    dot->pairs = (unsigned)count;
    dot->odd = (unsigned)m->left & 1;
    set_dot(dot, 0, x, vertex);
    set_dot(dot, 1, &image, vertex);
    for (int k = 0; k < count; k++)
        dot->base[1] ^= dot->flip[1][k];
}

static pm_status compile_half(struct pm_tile_compiler *c, const struct pm_sweep_mirror *m)
{
    enum { LOG_BLOCK = 8, LOG_EACH = 6 };

    PM_TRY(start(c, m->half));
    const struct pm_tile_state half = c->state;
    PM_TRY(put_launch(c, &(struct pm_tile_pass){.kind = PM_TILE_COPY,
                                                .blocks = 1u << (half.width - 1 - PM_TILE_BITS)}));
    PM_TRY(start(c, m->end));
    set_dots(&c->dot, &c->state, &half, m);
    const int log = m->pairs - 1 > LOG_BLOCK ? m->pairs - 1 - LOG_BLOCK : 0; /* of the blocks */
    c->dot.log = (unsigned)(log < LOG_EACH ? log : LOG_EACH);
    PM_TRY(put_launch(
        c, &(struct pm_tile_pass){.kind = PM_TILE_DOT, .blocks = 1u << (log - (int)c->dot.log)}));
    c->touched += 2 * ldexp(1, half.width - 1) + 2 * ldexp(1, m->pairs - 1);
    c->out->vectors = 2;
    return make_table(c);
}

/* For the whole program, or to the middle (NULL: the whole). */
static pm_status tiles_new(struct pm_tiles **tiles, struct pm_tile_compiler *c,
                           const struct pm_sweep_mirror *mirror)
{
    PM_NEW(c->out, 1);
    c->out->vectors = 1;
    c->out->weighted = c->weighted;
    c->state.width = PM_TILE_SLOTS;
    for (int p = 0; p < PM_TILE_PLACES; p++)
        c->state.slot[p] = (struct pm_tile_slot){.vertex = -1, .clean = true};
    const pm_status status = mirror != NULL ? compile_half(c, mirror) : compile(c);
    PM_FREE(c->draft.task, c->pass, c->round, c->step);
    PM_GIVE(tiles, c->out, status, pm_tiles_free);
}

pm_status pm_tiles_new(struct pm_tiles **tiles, const struct pm_order_graph *graph,
                       const struct pm_order_program *program, bool weighted)
{
    return tiles_new(
        tiles, &(struct pm_tile_compiler){.graph = graph, .program = program, .weighted = weighted},
        NULL);
}

pm_status pm_tiles_new_half(struct pm_tiles **tiles, const struct pm_sweep_mirror *mirror)
{
    return tiles_new(tiles,
                     &(struct pm_tile_compiler){.graph = mirror->graph, .program = mirror->program},
                     mirror);
}

void pm_tiles_free(struct pm_tiles *tiles)
{
    if (tiles == NULL)
        return;
    PM_FREE(tiles->list.action, tiles->pass, tiles->table, tiles);
}
