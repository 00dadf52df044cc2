/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What steps do to the open vertices of tables. */
#include "proof/steps.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

pm_status pm_proof_steps_add(struct pm_proof_steps *s, enum pm_proof_code code, int u)
{
    if (s->count == s->room)
        PM_TRY(pm_alloc_grow((void **)&s->step, &s->room, s->count + 1, sizeof *s->step));
    s->step[s->count++] = (struct pm_proof_step){code, u};
    return PM_OK;
}

void pm_proof_steps_free(struct pm_proof_steps *steps)
{
    if (steps == NULL)
        return;
    PM_FREE(steps->step, steps);
}

bool pm_proof_is_open(const struct pm_proof_open *t, int v)
{
    for (int k = 0; k < t->count; k++)
        if (t->vertex[k] == v)
            return true;
    return false;
}

static bool open_vertex(struct pm_proof_open *t, int v)
{
    const bool was_open = pm_proof_is_open(t, v);

    if (!was_open)
        t->vertex[t->count++] = v;
    return was_open;
}

static void close_vertex(struct pm_proof_open *t, const struct pm_proved_problem *s, int u)
{
    int k = 0;

    while (t->vertex[k] != u)
        k++;
    t->vertex[k] = t->vertex[--t->count];
    *(s->column != NULL && s->column[u] ? &t->cols : &t->rows) += 1;
}

bool pm_proof_group_next(struct pm_proof_group *g, const struct pm_proved_problem *s,
                         struct pm_proof_open *table, const int *turn, int u, int first)
{
    int ahead = 0;

    *g = (struct pm_proof_group){.u = u, .closes = true, .u_open = open_vertex(table, u)};
    for (int k = s->start[u]; k < s->start[u + 1]; k++) {
        const int v = s->near[k];
        if (turn[v] < turn[u] || ahead++ < first)
            continue;
        if (g->edges == PM_PROOF_GROUP) {
            g->closes = false;
            break;
        }
        g->v[g->edges] = v;
        g->edge[g->edges] = s->near_edge[k];
        g->v_open[g->edges++] = open_vertex(table, v);
    }
    if (g->closes)
        close_vertex(table, s, u);
    return g->closes;
}

void pm_proof_open_copy(struct pm_proof_open *to, const struct pm_proof_open *from)
{
    int *const vertex = to->vertex;

    *to = *from;
    to->vertex = memcpy(vertex, from->vertex, (size_t)from->count * sizeof *vertex);
}

void pm_proof_open_join(struct pm_proof_open *left, const struct pm_proof_open *right)
{
    for (int i = 0; i < right->count; i++)
        open_vertex(left, right->vertex[i]);
    left->rows += right->rows;
    left->cols += right->cols;
}

enum pm_order_class pm_proof_states(const struct pm_proved_problem *s)
{
    bool is_free = false;

    for (int v = 0; v < s->vertices; v++)
        is_free = is_free || s->stays[v];
    for (int e = 0; e < s->edges; e++)
        is_free = is_free || s->u[e] == s->v[e];
    return is_free ? PM_ORDER_FREE : s->column != NULL ? PM_ORDER_SQUARE : PM_ORDER_EVEN;
}

int pm_proof_open_ones(const struct pm_proof_open *t, enum pm_order_class states,
                       const struct pm_proved_problem *s)
{
    int rows = 0;

    if (states != PM_ORDER_SQUARE)
        return states == PM_ORDER_EVEN ? (t->rows + t->cols) & 1 : 0;
    for (int k = 0; k < t->count; k++)
        rows += !s->column[t->vertex[k]];
    return rows + t->rows - t->cols;
}
