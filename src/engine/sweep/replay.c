/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiler of passes decides where slots are.  This file decides nothing: it knows only what
 * each action and each change means for the slots (pass.h), and what each operation asks for
 * (order.h).  It takes time proportional to the number of actions and places, and no time that
 * depends on the length of vectors. */
#include "engine/sweep/passes.h"

struct place {
    int vertex;
    int uncovered; /* the bit of a vertex that is not covered */
};

struct replay {
    const struct pm_order_graph *graph;
    const struct pm_order_operation *next, *end;
    struct pm_sweep_shape shape;
    struct place place[PM_SWEEP_SLOTS];
};

/* The bit of a new slot that is not covered: any value, but in a square matrix the one of its
 * side. */
static bool may_open(const struct replay *r, int u, int uncovered)
{
    return r->graph->states != PM_ORDER_SQUARE || uncovered == pm_order_is_row(r->graph, u);
}

/* The place of an action's operand; NULL: its index is not in the window. */
static struct place *operand(struct replay *r, const struct pm_sweep_pass *pass, int index)
{
    return index < pass->windows ? &r->place[pass->window[index]] : NULL;
}

/* True if the action reads the states in which this vertex is not covered. */
static bool reads_uncovered(const struct place *place, int vertex, int from)
{
    return place != NULL && place->vertex == vertex && place->uncovered == from;
}

/* True if the action carries out the next operation. */
static bool is_next(struct replay *r, const struct pm_sweep_pass *pass,
                    const struct pm_sweep_action *action)
{
    static const enum pm_order_code codes[] = {[PM_SWEEP_ACT_ADD] = PM_ORDER_ADD,
                                               [PM_SWEEP_ACT_ALONE] = PM_ORDER_ALONE,
                                               [PM_SWEEP_ACT_SCALE] = PM_ORDER_PASS};
    struct place *const a = operand(r, pass, action->a);

    if (r->next == r->end || r->next->code != codes[action->act])
        return false;
    const struct pm_order_operation *const o = r->next++;
    switch (action->act) {
    case PM_SWEEP_ACT_ADD:
        return reads_uncovered(a, o->u, action->from_a) && action->entry == o->entry &&
               reads_uncovered(operand(r, pass, action->b), o->v, action->from_b);
    case PM_SWEEP_ACT_ALONE:
        return reads_uncovered(a, o->u, action->from_a);
    case PM_SWEEP_ACT_SCALE:
        if (!reads_uncovered(a, o->u, action->from_a) || action->entry != o->entry)
            return false;
        *a = (struct place){o->v, !a->uncovered};
        return true;
    }
    return false;
}

/* True if the window has ascending places that are not low. */
static bool is_window(const struct pm_sweep_pass *pass)
{
    bool good = pass->windows <= PM_SWEEP_WINDOW;

    for (int i = 0; i < pass->windows && good; i++)
        good = pass->window[i] < pass->shape.width &&
               pass->window[i] >= (i == 0 ? pass->shape.low : pass->window[i - 1] + 1);
    return good;
}

/* True if the change moves places only as its kind allows; `removed` is a set of old places. */
static bool is_move(const struct pm_sweep_change *change, const struct pm_sweep_shape *old,
                    uint64_t removed)
{
    const int width = change->shape.width, low = change->shape.low;
    const bool same = low == old->low;
    const bool one = change->move == PM_SWEEP_RISE || change->move == PM_SWEEP_FALL;
    int gone = 0;

    for (int i = 0; i < width; i++) {
        gone += (int)(removed >> i & 1);
        if (one && change->from[i] != (i < old->width - gone ? i + gone : -1))
            return false;
    }
    switch (change->move) {
    case PM_SWEEP_STAY:
        return pm_sweep_shape_equal(&change->shape, old);
    case PM_SWEEP_EXCHANGE:
        return pm_sweep_shape_equal(&change->shape, old) && removed == 0;
    case PM_SWEEP_RISE:
        return same && width == old->width + 1 && removed == 0;
    case PM_SWEEP_FALL:
        return same && width == old->width - 1 && removed >> low != 0;
    case PM_SWEEP_REMAKE:
        return true;
    }
    return false;
}

/* True if the change removes and opens what the next operations drop and open, and has the right
 * shape. */
static bool follows(struct replay *r, const struct pm_sweep_change *change)
{
    const struct pm_sweep_shape old = r->shape;
    const int width = change->shape.width;
    struct place before[PM_SWEEP_SLOTS];
    uint64_t left = (UINT64_C(1) << old.width) - 1;

    for (int i = 0; i < old.width; i++)
        before[i] = r->place[i];
    if (width > PM_SWEEP_SLOTS)
        return false;
    for (int i = 0; i < width; i++) {
        const int from = change->move == PM_SWEEP_STAY ? i : change->from[i];
        if (from >= 0) {
            if (!(left >> from & 1))
                return false;
            left &= ~(UINT64_C(1) << from);
            r->place[i] = before[from];
            continue;
        }
        const int uncovered = (int)(change->fresh >> i & 1);
        if (r->next == r->end || r->next->code != PM_ORDER_OPEN ||
            !may_open(r, r->next->u, uncovered))
            return false;
        r->place[i] = (struct place){r->next++->u, uncovered};
        pm_sweep_shape_add(&r->shape, uncovered, 1);
    }
    for (uint64_t set = left; set != 0; set &= set - 1) {
        const int i = __builtin_ctzll(set), covered = !before[i].uncovered;
        if (r->next == r->end || r->next->code != PM_ORDER_DROP ||
            r->next++->u != before[i].vertex || (int)(change->kept >> i & 1) != covered)
            return false;
        pm_sweep_shape_add(&r->shape, covered, -1);
    }
    r->shape.low = change->shape.low;
    return pm_sweep_shape_equal(&r->shape, &change->shape) && is_move(change, &old, left);
}

static pm_status replay_pass(struct replay *r, const struct pm_sweep_passes *passes, size_t k)
{
    const struct pm_sweep_pass *const p = &passes->pass[k];

    if (!pm_sweep_shape_equal(&p->shape, &r->shape) || !is_window(p))
        return pm_fail(PM_WRONG, "sweep: pass %zu has a wrong shape or window", k);
    for (size_t i = p->first; i < p->first + p->count; i++)
        if (!is_next(r, p, &passes->action[i]))
            return pm_fail(PM_WRONG, "sweep: action %zu, in pass %zu, is not the next operation", i,
                           k);
    return follows(r, &p->change)
               ? PM_OK
               : pm_fail(PM_WRONG, "sweep: the change after pass %zu is wrong", k);
}

pm_status pm_sweep_replay(const struct pm_sweep_passes *passes, const struct pm_order_graph *graph,
                          const struct pm_order_program *program, size_t count)
{
    struct replay r = {.graph = graph,
                       .next = program->operation,
                       .end = program->operation + count,
                       .shape = {.states = graph->states}};

    for (size_t k = 0; k < passes->count; k++)
        PM_TRY(replay_pass(&r, passes, k));
    return r.next == r.end ? PM_OK
                           : pm_fail(PM_WRONG, "sweep: the passes end before the operations");
}
