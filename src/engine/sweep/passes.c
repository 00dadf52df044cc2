/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One walk over the operations.  An operation is put into the current pass if its slots are in the
 * window or fit into it; otherwise the pass ends.  The time of the next use decides which slots get
 * the low places. */
#include "engine/sweep/passes.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/status.h"

#include <math.h>
#include <string.h>

/* A slot of the vector that is being compiled. */
struct slot {
    int vertex;
    int uncovered; /* its bit if the vertex is not covered */
    size_t next;   /* an operation; none before it needs the slot from now on */
};

struct compiler {
    const struct pm_order_graph *graph;
    const struct pm_order_program *program;
    struct pm_sweep_passes *out;
    struct pm_sweep_shape shape;
    struct slot slot[PM_SWEEP_SLOTS]; /* by place */
    struct pm_sweep_pass pass;        /* the current pass */
    bool open;
    size_t now;
};

/* The next operation that needs the slot at that place. */
static size_t next_use(struct compiler *c, int place)
{
    struct slot *const s = &c->slot[place];
    const struct pm_order_program *const p = c->program;
    s->next = s->next < c->now ? c->now : s->next;
    while (s->next < p->count && p->operation[s->next].u != s->vertex &&
           (p->operation[s->next].code != PM_ORDER_ADD || p->operation[s->next].v != s->vertex))
        s->next++;
    return s->next;
}

/* --------------------------------------------------------------------- passes */

static void begin_pass(struct compiler *c)
{
    if (c->open)
        return;
    c->pass = (struct pm_sweep_pass){.shape = c->shape, .first = c->out->actions};
    c->open = true;
}

/* Ends the pass with a change (NULL: none). */
static pm_status end_pass(struct compiler *c, const struct pm_sweep_change *change)
{
    struct pm_sweep_passes *const out = c->out;
    if (!c->open && change == NULL)
        return PM_OK;
    begin_pass(c);
    struct pm_sweep_pass *const p = &c->pass;
    c->open = false;
    p->count = out->actions - p->first;
    if (change != NULL)
        p->change = *change;
    else
        p->change.shape = c->shape;
    PM_TRY(pm_alloc_grow((void **)&out->pass, &out->room, out->count + 1, sizeof *out->pass));
    out->pass[out->count++] = *p;
    const double before = pm_sweep_shape_room(&p->shape),
                 after = pm_sweep_shape_room(&p->change.shape);
    out->room_numbers = fmax(out->room_numbers, fmax(before, after));
    out->high = fmax(out->high, ldexp(1, p->shape.width - p->shape.low));
    if (p->count > 0) {
        out->blocks += ldexp(1, p->shape.width - p->shape.low);
        out->touched += 2 * before;
    }
    if (p->change.move != PM_SWEEP_STAY) {
        out->moved += fmax(before, after);
        out->touched += before + after;
    }
    if (p->change.move == PM_SWEEP_REMAKE)
        out->copied = fmax(out->copied, fmax(before, after));
    c->shape = p->change.shape;
    return PM_OK;
}

/* Moves the slots as a change says. */
static void move_slots(struct compiler *c, const struct pm_sweep_change *change,
                       const struct slot *fresh)
{
    struct slot old[PM_SWEEP_SLOTS];
    memcpy(old, c->slot, sizeof old);
    for (int i = 0; i < change->shape.width; i++)
        c->slot[i] = change->from[i] < 0 ? *fresh : old[change->from[i]];
}

struct pm_sweep_change pm_sweep_stay(const struct pm_sweep_shape *shape)
{
    struct pm_sweep_change change = {.move = PM_SWEEP_STAY, .shape = *shape};
    for (int i = 0; i < shape->width; i++)
        change.from[i] = (int8_t)i;
    return change;
}

/* Exchanges low slots that are needed soon with high ones that are needed later.  Those that go up
 * and those that go down are paired by ascending places, so neighbours stay near each other. */
static pm_status exchange(struct compiler *c)
{
    struct pm_sweep_change change = pm_sweep_stay(&c->shape);
    const int low = c->shape.low, width = c->shape.width;
    const int most = low < width - low - 2 ? low : width - low - 2; /* otherwise tiles become
                                                                     * short */
    uint64_t up = 0, down = 0;
    size_t next[PM_SWEEP_SLOTS];

    for (int i = 0; i < width; i++)
        next[i] = next_use(c, i);
    for (int swaps = 0; swaps < most; swaps++) {
        int soon = -1, late = -1;
        for (int i = 0; i < low; i++)
            if (!(up >> i & 1) && (soon < 0 || next[i] < next[soon]))
                soon = i;
        for (int i = low; i < width; i++)
            if (!(down >> i & 1) && (late < 0 || next[i] > next[late]))
                late = i;
        if (next[soon] >= next[late])
            break;
        up |= UINT64_C(1) << soon;
        down |= UINT64_C(1) << late;
    }
    for (; up != 0; up &= up - 1, down &= down - 1) {
        PM_SWAP(change.from[__builtin_ctzll(up)], change.from[__builtin_ctzll(down)]);
        change.move = PM_SWEEP_EXCHANGE;
    }
    PM_TRY(end_pass(c, &change));
    move_slots(c, &change, NULL);
    return PM_OK;
}

/* The place of the vertex, which has one. */
static int place_of(const struct compiler *c, int vertex)
{
    int i = 0;
    while (i < c->shape.width - 1 && c->slot[i].vertex != vertex)
        i++;
    return i;
}

/* The index of the vertex's place in the window; adds it to the window if necessary. */
static int in_window(struct compiler *c, int vertex)
{
    struct pm_sweep_pass *const p = &c->pass;
    const int place = place_of(c, vertex);
    int i = 0;
    while (i < p->windows && p->window[i] != place)
        i++;
    if (i == p->windows)
        p->window[p->windows++] = (uint8_t)place;
    return place;
}

static bool has_room(const struct compiler *c, int u, int v)
{
    int more = 1 + (v >= 0);
    if (!c->open)
        return true;
    for (int i = 0; i < c->pass.windows; i++) {
        const int at = c->slot[c->pass.window[i]].vertex;
        more -= at == u || (v >= 0 && at == v);
    }
    return c->pass.windows + more <= PM_SWEEP_WINDOW;
}

/* Makes sure that u and v (-1: none) can be changed in the current pass. */
static pm_status reach(struct compiler *c, int u, int v)
{
    if (place_of(c, u) < c->shape.low || (v >= 0 && place_of(c, v) < c->shape.low))
        PM_TRY(exchange(c));
    if (!has_room(c, u, v))
        PM_TRY(end_pass(c, NULL));
    begin_pass(c);
    return PM_OK;
}

/* Adds an action on u and v; a and b are places until the passes are complete. */
static pm_status act(struct compiler *c, enum pm_sweep_act code, int u, int v, int from_a,
                     int from_b, int entry)
{
    struct pm_sweep_passes *const out = c->out;
    PM_TRY(reach(c, u, v));
    PM_TRY(pm_alloc_grow((void **)&out->action, &out->room_actions, out->actions + 1,
                         sizeof *out->action));
    out->action[out->actions++] =
        (struct pm_sweep_action){.act = code,
                                 .a = (uint8_t)in_window(c, u),
                                 .b = (uint8_t)(v < 0 ? 0 : in_window(c, v)),
                                 .from_a = (uint8_t)from_a,
                                 .from_b = (uint8_t)from_b,
                                 .entry = entry,
                                 .u = u,
                                 .v = v};
    if (code == PM_SWEEP_ACT_ADD || code == PM_SWEEP_ACT_ALONE) {
        struct pm_sweep_shape rest = c->shape;
        pm_sweep_shape_add(&rest, from_a, -1);
        if (v >= 0)
            pm_sweep_shape_add(&rest, from_b, -1);
        out->additions += pm_order_states(rest.states, rest.width, rest.ones);
    }
    return PM_OK;
}

/* Sorts windows; then actions name their places by index in the window. */
static void settle(struct pm_sweep_passes *out)
{
    for (size_t k = 0; k < out->count; k++) {
        struct pm_sweep_pass *const p = &out->pass[k];
        uint8_t number[PM_SWEEP_SLOTS] = {0};
        uint64_t set = 0;
        for (int i = 0; i < p->windows; i++)
            set |= UINT64_C(1) << p->window[i];
        p->windows = 0;
        for (; set != 0; set &= set - 1) {
            const int place = __builtin_ctzll(set);
            number[place] = (uint8_t)p->windows;
            p->window[p->windows++] = (uint8_t)place;
        }
        for (size_t i = p->first; i < p->first + p->count; i++) {
            out->action[i].a = number[out->action[i].a];
            out->action[i].b = number[out->action[i].b];
        }
    }
}

/* ----------------------------------------------------------------- operations */

/* The low places of the change get the slots that are needed last, instead of the present ones. */
static void arrange(struct compiler *c, struct pm_sweep_change *change)
{
    const int low = change->shape.low, width = change->shape.width;
    for (int i = 0; i < low; i++) {
        int late = i;
        for (int j = i; j < width; j++) {
            if (change->from[j] >= 0 &&
                (change->from[late] < 0 ||
                 next_use(c, change->from[j]) > next_use(c, change->from[late])))
                late = j;
        }
        if (change->fresh >> late & 1 || change->fresh >> i & 1) {
            const uint64_t x = change->fresh >> late & 1, y = change->fresh >> i & 1;
            change->fresh &= ~(UINT64_C(1) << late | UINT64_C(1) << i);
            change->fresh |= x << i | y << late;
        }
        PM_SWAP(change->from[i], change->from[late]);
    }
}

/* Removes the slot of u, which is covered.  Then one of the other slots may become a low one. */
static pm_status drop_slot(struct compiler *c, int u)
{
    const int covered = !c->slot[place_of(c, u)].uncovered;
    struct pm_sweep_shape after = c->shape;

    pm_sweep_shape_add(&after, covered, -1);
    after.low = pm_sweep_shape_low(&after);
    const bool same = after.low == c->shape.low;
    if (same && place_of(c, u) < c->shape.low)
        PM_TRY(exchange(c));
    const int place = place_of(c, u);
    struct pm_sweep_change change = pm_sweep_stay(&c->shape);
    change.move = same ? PM_SWEEP_FALL : PM_SWEEP_REMAKE;
    change.shape = after;
    change.kept = (uint64_t)covered << place;
    for (int i = place; i < after.width; i++)
        change.from[i] = (int8_t)(i + 1);
    if (!same)
        arrange(c, &change);
    PM_TRY(end_pass(c, &change));
    move_slots(c, &change, NULL);
    return PM_OK;
}

static pm_status open_slot(struct compiler *c, int u)
{
    struct pm_sweep_change change;
    const bool row = c->shape.states == PM_ORDER_SQUARE && pm_order_is_row(c->graph, u);
    const struct slot fresh = {.vertex = u, .uncovered = row, .next = c->now};
    const int width = c->shape.width;
    if (width == PM_SWEEP_SLOTS)
        return pm_fail(PM_UNABLE, "a frontier of more than %d vertices", PM_SWEEP_SLOTS);
    change = pm_sweep_stay(&c->shape);
    pm_sweep_shape_add(&change.shape, fresh.uncovered, 1);
    change.shape.low = pm_sweep_shape_low(&change.shape);
    change.from[width] = -1;
    change.fresh = (uint64_t)fresh.uncovered << width;
    change.move = change.shape.low == c->shape.low ? PM_SWEEP_RISE : PM_SWEEP_REMAKE;
    if (change.move == PM_SWEEP_REMAKE)
        arrange(c, &change);
    PM_TRY(end_pass(c, &change));
    move_slots(c, &change, &fresh);
    return PM_OK;
}

static pm_status operate(struct compiler *c, const struct pm_order_operation *o)
{
    if (o->code == PM_ORDER_OPEN)
        return open_slot(c, o->u);
    const int uncovered = c->slot[place_of(c, o->u)].uncovered;
    switch (o->code) {
    case PM_ORDER_ADD:
        return act(c, PM_SWEEP_ACT_ADD, o->u, o->v, uncovered, c->slot[place_of(c, o->v)].uncovered,
                   o->entry);
    case PM_ORDER_ALONE:
        return act(c, PM_SWEEP_ACT_ALONE, o->u, -1, uncovered, 0, -1);
    case PM_ORDER_PASS:
        PM_TRY(act(c, PM_SWEEP_ACT_SCALE, o->u, -1, uncovered, 0, o->entry));
        c->out->action[c->out->actions - 1].v = o->v;
        struct slot *const heir = &c->slot[place_of(c, o->u)];
        heir->vertex = o->v;
        heir->next = c->now + 1;
        heir->uncovered = !uncovered;
        return PM_OK;
    case PM_ORDER_DROP:
        return drop_slot(c, o->u);
    case PM_ORDER_OPEN:
        break;
    }
    return PM_OK;
}

/* Processes the operations before `end`; then no pass is open. */
static pm_status compile_until(struct compiler *c, size_t end)
{
    for (; c->now < end; c->now++) {
        PM_TRY(pm_budget_ask());
        PM_TRY(operate(c, &c->program->operation[c->now]));
    }
    return end_pass(c, NULL);
}

static void set_mark(struct pm_sweep_mark *mark, const struct compiler *c)
{
    mark->pass = c->out->count;
    mark->shape = c->shape;
    mark->uncovered = 0;
    for (int i = 0; i < c->shape.width; i++) {
        mark->vertex[i] = c->slot[i].vertex;
        mark->uncovered |= (uint64_t)c->slot[i].uncovered << i;
    }
}

static pm_status compile(struct compiler *c, struct pm_sweep_mark *mark, int marks)
{
    const struct pm_order_program *const p = c->program;
    for (int k = 0; k < marks; k++) {
        PM_TRY(compile_until(c, mark[k].operation));
        set_mark(&mark[k], c);
    }
    if (marks == 0)
        PM_TRY(compile_until(c, p->count));
    settle(c->out);
    return pm_sweep_replay(c->out, c->graph, p, c->now);
}

pm_status pm_sweep_passes_new(struct pm_sweep_passes **passes, const struct pm_order_graph *graph,
                              const struct pm_order_program *program)
{
    return pm_sweep_passes_until(passes, NULL, 0, graph, program);
}

pm_status pm_sweep_passes_until(struct pm_sweep_passes **passes, struct pm_sweep_mark *mark,
                                int marks, const struct pm_order_graph *graph,
                                const struct pm_order_program *program)
{
    struct compiler c = {.graph = graph, .program = program, .shape = {.states = graph->states}};
    PM_NEW(c.out, 1);
    c.out->room_numbers = PM_SWEEP_PAD;
    PM_GIVE(passes, c.out, compile(&c, mark, marks), pm_sweep_passes_free);
}

void pm_sweep_passes_free(struct pm_sweep_passes *passes)
{
    if (passes == NULL)
        return;
    PM_FREE(passes->pass, passes->action, passes);
}
