/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each vertex of the widest frontier is tried, and priced by the counts of order.h.  The one whose
 * two halves have the shortest vectors, then the fewest additions, is chosen. */
#include "engine/sweep/slice.h"

#include "base/alloc.h"
#include "base/status.h"

#include <stdlib.h>

/* True if a unit has the edge from v to x. */
static bool keeps(const struct pm_sweep_slices *slices, const int *place, uint64_t unit, int v,
                  int x)
{
    for (int i = 0; i < slices->count; i++) {
        const bool late = unit >> i & 1;
        if ((v == slices->vertex[i] && (place[x] >= slices->turn[i]) != late) ||
            (x == slices->vertex[i] && (place[v] >= slices->turn[i]) != late))
            return false;
    }
    return true;
}

static pm_status cut(struct pm_order_graph *part, const struct pm_order_graph *graph,
                     const int *place, const struct pm_sweep_slices *slices, uint64_t unit)
{
    int ends = 0;
    *part = *graph;
    part->start = part->near = part->entry = NULL;
    part->alone = NULL;
    PM_NEW(part->start, graph->vertices + 1);
    PM_NEW(part->near, 2 * (size_t)graph->edges);
    PM_NEW(part->entry, 2 * (size_t)graph->edges);
    PM_NEW(part->alone, graph->vertices);
    for (int v = 0; v < graph->vertices; v++) {
        part->alone[v] = graph->alone[v];
        for (int i = graph->start[v]; i < graph->start[v + 1]; i++) {
            if (!keeps(slices, place, unit, v, graph->near[i]))
                continue;
            part->near[ends] = graph->near[i];
            part->entry[ends++] = graph->entry[i];
        }
        part->start[v + 1] = ends;
    }
    part->edges = ends / 2;
    for (int i = 0; i < slices->count; i++) /* a vertex that stays alone is counted once, with the
                                             * late edges */
        if (!(unit >> i & 1))
            part->alone[slices->vertex[i]] = false;
    return PM_OK;
}

pm_status pm_sweep_slice_graph(struct pm_order_graph **part, const struct pm_order_graph *graph,
                               const int *sequence, const struct pm_sweep_slices *slices,
                               uint64_t unit)
{
    struct pm_order_graph *p;
    int *place;

    PM_NEW(place, graph->vertices);
    for (int k = 0; k < graph->vertices; k++)
        place[sequence[k]] = k;
    if ((p = pm_alloc(1, sizeof *p)) == NULL) {
        free(place);
        return PM_NOMEM;
    }
    const pm_status status = cut(p, graph, place, slices, unit);
    free(place);
    PM_GIVE(part, p, status, pm_order_graph_free);
}

/* Finds the vertices that have a slot when the vector is longest, and the vertex that is closed
 * then. */
static pm_status find_peak(bool *has, int *closing, const struct pm_order_graph *part,
                           const int *sequence)
{
    struct pm_order_program *p;
    size_t peak = 0;
    double most = 0;

    PM_TRY(pm_order_program_new(&p, part, sequence));
    for (size_t i = 0; i < p->count; i++) {
        const struct pm_order_operation *const o = &p->operation[i];
        const double states = pm_order_states(part->states, o->width, o->ones);
        if (o->code == PM_ORDER_ADD && states > most) {
            most = states;
            peak = i;
        }
    }
    for (size_t i = 0; i <= peak && i < p->count; i++) {
        const struct pm_order_operation *const o = &p->operation[i];
        if (o->code == PM_ORDER_OPEN)
            has[o->u] = true;
        if (o->code == PM_ORDER_DROP || o->code == PM_ORDER_PASS)
            has[o->u] = false;
        if (o->code == PM_ORDER_PASS)
            has[o->v] = true;
    }
    *closing = most > 0 ? p->operation[peak].u : -1;
    pm_order_program_free(p);
    return PM_OK;
}

/* The longest vector, and the additions, of both halves of a unit. */
static pm_status price(double *states, double *additions, const struct pm_order_graph *graph,
                       const int *sequence, const struct pm_sweep_slices *slices, uint64_t unit,
                       enum pm_order_class kind)
{
    *states = *additions = 0;
    for (uint64_t half = 0; half < 2; half++) {
        struct pm_order_graph *part;
        struct pm_order_counts counts;
        PM_TRY(pm_sweep_slice_graph(&part, graph, sequence, slices,
                                    unit | half << (slices->count - 1)));
        part->states = kind;
        const pm_status status = pm_order_count(&counts, part, sequence);
        pm_order_graph_free(part);
        PM_TRY(status);
        *states = counts.states > *states ? counts.states : *states;
        *additions += counts.additions;
    }
    return PM_OK;
}

static pm_status slice_choose(struct pm_sweep_slices *slices, const struct pm_order_graph *graph,
                              const int *sequence, uint64_t unit, enum pm_order_class kind,
                              const bool *has, int closing)
{
    const int last = slices->count++;
    double least = 0, fewest = 0;
    int best = -1, turn = 0;

    while (sequence[turn] != closing)
        turn++;
    for (int v = 0; v < graph->vertices; v++) {
        double states, additions;
        if (!has[v] || v == closing)
            continue;
        slices->vertex[last] = v;
        slices->turn[last] = turn;
        PM_TRY(price(&states, &additions, graph, sequence, slices, unit, kind));
        if (best < 0 || states < least || (states == least && additions < fewest)) {
            best = v;
            least = states;
            fewest = additions;
        }
    }
    slices->vertex[last] = best;
    if (best >= 0)
        return PM_OK;
    slices->count--;
    return pm_fail(PM_UNABLE, "there is nothing to slice");
}

pm_status pm_sweep_slice_more(struct pm_sweep_slices *slices, const struct pm_order_graph *graph,
                              const int *sequence, uint64_t unit, enum pm_order_class kind)
{
    struct pm_order_graph *part = NULL;
    bool *has = NULL;
    int closing;
    pm_status status = PM_OK;

    if (slices->count == PM_SWEEP_SLICES)
        return pm_fail(PM_UNABLE, "more than %d slices", PM_SWEEP_SLICES);
    PM_NEW_GOTO(status, has, graph->vertices, done);
    PM_TRY_GOTO(status, pm_sweep_slice_graph(&part, graph, sequence, slices, unit), done);
    part->states = kind;
    PM_TRY_GOTO(status, find_peak(has, &closing, part, sequence), done);
    if (closing < 0)
        status = pm_fail(PM_UNABLE, "there is nothing to slice");
    else
        status = slice_choose(slices, graph, sequence, unit, kind, has, closing);
done:
    pm_order_graph_free(part);
    free(has);
    return status;
}
