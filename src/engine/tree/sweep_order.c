/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of the vertices for sweeps: a set of finished vertices grows from a first one.  The next
 * vertex is the one that makes the number of open vertices smallest when it is finished (the
 * frontier method).  For graphs with a band structure this is similar to Cuthill and McKee,
 * Reducing the bandwidth of sparse symmetric matrices, 1969, but it measures the frontier itself.
 * Of equally good vertices, the one that has been open longest is chosen. */
#include "engine/tree/tree_search.h"

#include "base/alloc.h"

#include <stdlib.h>

struct sweep {
    const struct pm_tree *t;
    int *left; /* number of edges of each vertex that are not used yet; 0: the vertex is finished */
    int *since;        /* time when each vertex was opened; 0: not yet */
    int *open, opened; /* the open vertices (the frontier), and their number */
    int *seen, stamp;
};

/* Search steps to look at an edge. */
static const double EDGE_LOOK = 2;

static int other_end(const struct pm_tree *t, int e, int v)
{
    return t->row[e] == v ? t->col[e] : t->row[e];
}

/* The number of vertices by which the frontier grows when v is finished. */
static int growth(const struct sweep *s, int v)
{
    const struct pm_tree *const t = s->t;
    int g = s->since[v] ? -1 : 0;

    pm_tree_look(t, EDGE_LOOK * (4 + t->degree[v]));
    for (int i = t->start[v]; i < t->start[v + 1]; i++) {
        const int u = other_end(t, t->incident[i], v);
        if (!s->left[u])
            continue;
        if (s->left[u] == 1)
            g -= s->since[u] != 0;
        else
            g += s->since[u] == 0;
    }
    return g;
}

static void consider(struct sweep *s, int v, int since, int *best, int *best_growth,
                     int *best_since)
{
    if (s->seen[v] == s->stamp || !s->left[v])
        return;
    s->seen[v] = s->stamp;
    const int g = growth(s, v);
    if (*best < 0 || g < *best_growth || (g == *best_growth && since < *best_since)) {
        *best = v;
        *best_growth = g;
        *best_since = since;
    }
}

/* Returns the next vertex, an open one or a neighbour of one, or -1 if no vertex is open. */
static int choose(struct sweep *s)
{
    const struct pm_tree *const t = s->t;
    int best = -1, best_growth = 0, best_since = 0;

    s->stamp++;
    for (int i = 0; i < s->opened; i++) {
        const int v = s->open[i];
        consider(s, v, s->since[v], &best, &best_growth, &best_since);
        for (int k = t->start[v]; k < t->start[v + 1]; k++)
            consider(s, other_end(t, t->incident[k], v), s->since[v], &best, &best_growth,
                     &best_since);
    }
    return best;
}

static void finish(struct sweep *s, int v, int now)
{
    const struct pm_tree *const t = s->t;

    for (int i = t->start[v]; i < t->start[v + 1]; i++) {
        const int u = other_end(t, t->incident[i], v);
        if (!s->left[u])
            continue;
        s->left[u]--;
        if (!s->since[u]) {
            s->since[u] = now;
            s->open[s->opened++] = u;
        }
    }
    s->left[v] = 0;
    s->since[v] = now;
    int kept = 0;
    for (int i = 0; i < s->opened; i++) {
        if (s->left[s->open[i]])
            s->open[kept++] = s->open[i];
    }
    s->opened = kept;
}

static pm_status init(struct sweep *s, const struct pm_tree *tree)
{
    const int vertices = tree->vertices;

    s->t = tree;
    PM_NEW(s->left, vertices);
    PM_NEW(s->since, vertices);
    PM_NEW(s->open, vertices);
    PM_NEW(s->seen, vertices);
    for (int v = 0; v < vertices; v++)
        s->left[v] = tree->degree[v];
    return PM_OK;
}

static void run(struct sweep *s, int *order, int first)
{
    const int vertices = s->t->vertices;
    int count = 0, next_start = 0;

    for (int v = first; v >= 0; v = choose(s)) {
        finish(s, v, ++count);
        order[count - 1] = v;
        if (s->opened)
            continue;
        while (next_start < vertices && !s->left[next_start])
            next_start++;
        if (next_start == vertices)
            break;
        s->open[s->opened++] = next_start; /* continue in another component of the graph */
    }
    /* append the vertices that are not in the order because their neighbours used all their
     * edges */
    for (int v = 0; v < vertices; v++)
        s->seen[v] = 0;
    for (int i = 0; i < count; i++)
        s->seen[order[i]] = 1;
    for (int v = 0; v < vertices; v++) {
        if (!s->seen[v])
            order[count++] = v;
    }
}

pm_status pm_order_sweep(int **order, const struct pm_tree *tree, int first)
{
    struct sweep s = {0};
    int *result = NULL;
    pm_status status;

    PM_NEW_GOTO(status, result, tree->vertices, done);
    PM_TRY_GOTO(status, init(&s, tree), done);
    run(&s, result, first);
    *order = result;
    result = NULL;
done:
    free(s.left);
    free(s.since);
    free(s.open);
    free(s.seen);
    free(result);
    return status;
}

pm_status pm_order_far(int *vertex, const struct pm_tree *tree, int from)
{
    const int vertices = tree->vertices;
    int *queue, *distance;

    PM_NEW(queue, 2 * vertices);
    distance = queue + vertices;
    int count = 1, best = from;
    queue[0] = from;
    distance[from] = 1;
    for (int i = 0; i < count; i++) {
        const int v = queue[i];
        if (distance[v] > distance[best] ||
            (distance[v] == distance[best] && tree->degree[v] < tree->degree[best]))
            best = v;
        for (int k = tree->start[v]; k < tree->start[v + 1]; k++) {
            const int u = other_end(tree, tree->incident[k], v);
            if (!distance[u]) {
                distance[u] = distance[v] + 1;
                queue[count++] = u;
            }
        }
    }
    free(queue);
    *vertex = best;
    return PM_OK;
}
