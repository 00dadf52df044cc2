/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BLISS finds the automorphism (model/symmetry.h).  It is asked only if both halves have the same
 * degrees, which is the exception.  The rest is linear in the edges. */
#include "engine/sweep/swap.h"

#include "base/alloc.h"
#include "model/symmetry.h"

#include <stdlib.h>

struct halves {
    const struct pm_sweep_graph *graph;
    bool *right; /* the vertex is in the second half */
    int *image;  /* of each vertex */
};

/* True if equally many vertices on both sides have d neighbours, and equally many have d of them on
 * the other side, for each d. */
static pm_status compare_degrees(bool *equal, const struct halves *h)
{
    const struct pm_sweep_graph *const g = h->graph;
    int *more; /* by how many the first side has more, for each d */

    PM_NEW(more, 2 * (size_t)g->vertices);
    for (int v = 0; v < g->vertices; v++) {
        const int one = h->right[v] ? -1 : 1;
        int across = 0;
        for (int i = g->start[v]; i < g->start[v + 1]; i++)
            across += h->right[g->near[i]] != h->right[v];
        more[g->start[v + 1] - g->start[v]] += one;
        more[g->vertices + across] += one;
    }
    *equal = true;
    for (int d = 0; d < 2 * g->vertices; d++)
        *equal &= more[d] == 0;
    free(more);
    return PM_OK;
}

static pm_status ask(bool *found, const struct halves *h)
{
    const struct pm_sweep_graph *const g = h->graph;
    int *from, *to = NULL;
    struct pm_coloured all = {.vertices = g->vertices};
    pm_status status;

    PM_NEW(from, g->edges);
    PM_NEW_GOTO(status, to, (size_t)g->edges, done);
    for (int v = 0; v < g->vertices; v++)
        for (int i = g->start[v]; i < g->start[v + 1]; i++)
            if (g->near[i] > v) {
                from[all.edges] = v;
                to[all.edges++] = g->near[i];
            }
    all.from = from;
    all.to = to;
    status = pm_symmetry_swap(found, h->image, &all, h->right);
done:
    free(from);
    free(to);
    return status;
}

pm_status pm_sweep_swap(int **image, const struct pm_sweep_graph *graph, const int *sequence)
{
    const size_t n = (size_t)graph->vertices;
    struct halves h = {.graph = graph};
    bool found = false;
    pm_status status;

    *image = NULL;
    PM_NEW_GOTO(status, h.right, n, done);
    PM_NEW_GOTO(status, h.image, n, done);
    for (size_t k = n / 2; k < n; k++)
        h.right[sequence[k]] = true;
    status = compare_degrees(&found, &h);
    if (found && status == PM_OK)
        status = ask(&found, &h);
    if (found && status == PM_OK) {
        *image = h.image;
        h.image = NULL;
    }
done:
    free(h.right);
    free(h.image);
    return status == PM_UNABLE ? PM_OK : status;
}
