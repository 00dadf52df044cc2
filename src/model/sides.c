/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breadth-first search from each vertex that has no component yet. */
#include "model/sides.h"

#include "base/alloc.h"

#include <stdlib.h>

/* Appends the neighbours of v that have no component yet to the queue. */
static int visit(struct pm_sides *s, int *queue, int tail, const struct pm_matrix *a, int v)
{
    struct pm_component *const c = s->component + s->of[v];

    c->size[s->side[v]]++;
    for (int k = a->start[v]; k < a->start[v + 1]; k++) {
        const int w = a->col[k];
        if (w == v)
            continue;
        if (s->of[w] < 0) {
            s->of[w] = s->of[v];
            s->side[w] = !s->side[v];
            queue[tail++] = w;
        } else if (s->side[w] == s->side[v]) {
            c->bipartite = false;
        }
    }
    return tail;
}

static pm_status search(struct pm_sides *s, int *queue, const struct pm_matrix *a)
{
    size_t room = 0;

    for (int v = 0; v < a->rows; v++)
        s->of[v] = -1;
    for (int v = 0; v < a->rows; v++) {
        if (s->of[v] >= 0)
            continue;
        PM_TRY(pm_alloc_grow((void **)&s->component, &room, (size_t)s->components + 1,
                             sizeof *s->component));
        s->component[s->components] = (struct pm_component){.bipartite = true, .first = v};
        s->of[v] = s->components++;
        queue[0] = v;
        for (int head = 0, tail = 1; head < tail; head++)
            tail = visit(s, queue, tail, a, queue[head]);
    }
    return PM_OK;
}

pm_status pm_sides_find(struct pm_sides *sides, const struct pm_matrix *a)
{
    pm_status status = PM_OK;
    struct pm_sides s = {0};
    int *queue = NULL;

    PM_NEW_GOTO(status, s.of, a->rows, done);
    PM_NEW_GOTO(status, s.side, a->rows, done);
    PM_NEW_GOTO(status, queue, a->rows, done);
    PM_TRY_GOTO(status, search(&s, queue, a), done);
done:
    free(queue);
    if (status == PM_OK)
        *sides = s;
    else
        pm_sides_clear(&s);
    return status;
}

void pm_sides_clear(struct pm_sides *sides)
{
    PM_FREE(sides->component, sides->of, sides->side);
    *sides = (struct pm_sides){0};
}
