/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operations and the cost of closing one vertex, by the rules of order.h.
 *
 * The place of a vertex is its position in the sequence.  At the turn of a vertex u with place t, a
 * vertex is closed if its place is before t, or if the places of all its neighbours are before t.
 * Any other vertex has a slot if it has a neighbour with a place before t.  So it is sufficient to
 * know the first and the last neighbour of every vertex.  The effect of a turn depends on the set
 * of vertices before it, and not on their order. */
#pragma once

#include "engine/order/order.h"

#include <math.h>

#define PM_ORDER_ROW (PM_ORDER_WIDTH + 1)

/* The cost of operations; it is multiplied by k if the vector is k times too long. */
struct pm_order_price {
    enum pm_order_class states;
    double add[PM_ORDER_ROW * PM_ORDER_ROW], alone[PM_ORDER_ROW * PM_ORDER_ROW]; /* [width][ones] */
    double move[PM_ORDER_ROW * PM_ORDER_ROW]; /* of open and drop: the vector's length */
};

/* most_states: longer vectors have to be made in slices.  The caller must free() the prices. */
pm_status pm_order_price_new(struct pm_order_price **price, enum pm_order_class states,
                             double most_states);

/* Changes the prices to those of another limit. */
void pm_order_price_limit(struct pm_order_price *price, double most_states);

/* The number of states that an edge adds to others; that alone adds. */
double pm_order_added(enum pm_order_class states, int width, int ones);
double pm_order_left(enum pm_order_class states, int width, int ones);

/* A number of one of the tables; 0 if there is no such state. */
static inline double pm_order_price_of(const double *table, int width, int ones)
{
    if (width > PM_ORDER_WIDTH)
        return INFINITY;
    return (unsigned)ones > (unsigned)width ? 0 : table[width * PM_ORDER_ROW + ones];
}

/* A sequence, and the place of every vertex. */
struct pm_order_line {
    const struct pm_order_graph *graph;
    int *vertex, *place; /* vertex[place[v]] = v */
    int *first, *last;   /* of the neighbours of v, those with the first and the last place; v
                          * itself if it has no neighbours */
};

/* The size of the frontier, and the costs that have been counted so far. */
struct pm_order_meter {
    enum pm_order_class states;
    int width, ones;
    const struct pm_order_price *price; /* only if not `full` */
    double cost;                        /* additions at their prices; only if not `full` */
    struct pm_order_counts counts;      /* only if `full` */
    struct pm_order_program *program;   /* where operations are written if `full`; or NULL */
};

#define PM_ORDER_INLINE static inline __attribute__((always_inline))

PM_ORDER_INLINE void pm_order_write(struct pm_order_meter *m, enum pm_order_code code, int u, int v,
                                    int entry)
{
    if (m->program)
        m->program->operation[m->program->count++] =
            (struct pm_order_operation){code, u, v, entry, m->width, m->ones};
}

PM_ORDER_INLINE void pm_order_move(struct pm_order_meter *m, bool full)
{
    if (!full) {
        m->cost += pm_order_price_of(m->price->move, m->width, m->ones);
        return;
    }
    const double length = pm_order_states(m->states, m->width, m->ones);
    m->counts.moved += length;
    m->counts.states = length > m->counts.states ? length : m->counts.states;
    m->counts.width = m->width > m->counts.width ? m->width : m->counts.width;
}

PM_ORDER_INLINE void pm_order_open(struct pm_order_meter *m, bool row, int u, bool full)
{
    m->width++;
    m->ones += m->states == PM_ORDER_SQUARE && row;
    pm_order_move(m, full);
    if (full)
        pm_order_write(m, PM_ORDER_OPEN, u, -1, -1);
}

PM_ORDER_INLINE void pm_order_add(struct pm_order_meter *m, int u, int v, int entry, bool full)
{
    if (!full) {
        m->cost += pm_order_price_of(m->price->add, m->width, m->ones);
        return;
    }
    m->counts.additions += pm_order_added(m->states, m->width, m->ones);
    pm_order_write(m, PM_ORDER_ADD, u, v, entry);
}

PM_ORDER_INLINE void pm_order_leave(struct pm_order_meter *m, int u, bool full)
{
    if (!full) {
        m->cost += pm_order_price_of(m->price->alone, m->width, m->ones);
        return;
    }
    m->counts.additions += pm_order_left(m->states, m->width, m->ones);
    pm_order_write(m, PM_ORDER_ALONE, u, -1, -1);
}

PM_ORDER_INLINE void pm_order_drop(struct pm_order_meter *m, bool row, int u, bool full)
{
    m->width--;
    if (m->states == PM_ORDER_EVEN)
        m->ones ^= 1;
    else
        m->ones -= m->states == PM_ORDER_SQUARE && !row;
    pm_order_move(m, full);
    if (full)
        pm_order_write(m, PM_ORDER_DROP, u, -1, -1);
}

PM_ORDER_INLINE void pm_order_pass(struct pm_order_meter *m, int u, int v, int entry, bool full)
{
    m->ones ^= m->states == PM_ORDER_EVEN;
    if (full)
        pm_order_write(m, PM_ORDER_PASS, u, v, entry);
}

/* Closes the neighbours of u whose last neighbour is u.  fresh: those that have no slot yet;
 * otherwise those that have one. */
PM_ORDER_INLINE void pm_order_finish(struct pm_order_meter *m, const struct pm_order_line *line,
                                     int u, bool fresh, bool full)
{
    const struct pm_order_graph *const g = line->graph;
    const int turn = line->place[u];
    for (int i = g->start[u]; i < g->start[u + 1]; i++) {
        const int v = g->near[i];
        if (line->place[v] < turn || line->last[v] != u || (line->first[v] == u) != fresh)
            continue;
        if (fresh)
            pm_order_open(m, pm_order_is_row(g, v), v, full);
        pm_order_add(m, u, v, g->entry[i], full);
        if (g->alone[v])
            pm_order_leave(m, v, full);
        pm_order_drop(m, pm_order_is_row(g, v), v, full);
    }
}

/* The turn of u.  full: also counts `counts` and writes operations; it must be a constant. */
PM_ORDER_INLINE void pm_order_close(struct pm_order_meter *m, const struct pm_order_line *line,
                                    int u, bool full)
{
    const struct pm_order_graph *const g = line->graph;
    const int *const place = line->place;
    const int turn = place[u];
    int heir = -1, heirs = 0, fresh = 0;
    if (line->last[u] != u && place[line->last[u]] < turn)
        return; /* closed with its last neighbour */
    if (line->first[u] == u || place[line->first[u]] > turn)
        pm_order_open(m, pm_order_is_row(g, u), u, full);
    pm_order_finish(m, line, u, false, full);
    for (int i = g->start[u]; i < g->start[u + 1]; i++) {
        const int v = g->near[i];
        if (place[v] < turn)
            continue;
        if (line->last[v] == u)
            fresh += line->first[v] == u;
        else if (line->first[v] == u)
            heir = heirs++ ? heir : i;
    }
    if (fresh)
        pm_order_finish(m, line, u, true, full);
    for (int i = g->start[u]; i < g->start[u + 1]; i++) {
        const int v = g->near[i];
        if (place[v] > turn && line->first[v] != u && line->last[v] != u)
            pm_order_add(m, u, v, g->entry[i], full);
    }
    if (g->alone[u])
        pm_order_leave(m, u, full);
    for (int i = heir + 1; heirs > 1 && i < g->start[u + 1]; i++) {
        const int v = g->near[i];
        if (place[v] < turn || line->first[v] != u || line->last[v] == u)
            continue;
        pm_order_open(m, pm_order_is_row(g, v), v, full);
        pm_order_add(m, u, v, g->entry[i], full);
    }
    if (heirs)
        pm_order_pass(m, u, g->near[heir], g->entry[heir], full);
    else
        pm_order_drop(m, pm_order_is_row(g, u), u, full);
}

/* Makes a line of the graph's vertices in the given sequence. */
pm_status pm_order_line_new(struct pm_order_line **line, const struct pm_order_graph *graph,
                            const int *sequence);
void pm_order_line_free(struct pm_order_line *line); /* NULL is fine */

/* Finds the first and the last neighbour of v again. */
void pm_order_line_look(struct pm_order_line *line, int v);

/* *order = the sequence in which the vertices are closed: a vertex that is closed together with a
 * neighbour follows it. */
pm_status pm_order_line_order(struct pm_order **order, const struct pm_order_line *line);
