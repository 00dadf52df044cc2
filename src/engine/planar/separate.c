/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a small set of vertices that splits a graph into parts.  The vertices get heights; those of
 * at least some height that have a lower neighbour are such a set.  The heights are
 *
 *   - distances from a vertex far from another one (the first step of Lipton and Tarjan, A
 * separator theorem for planar graphs, SIAM J. Applied Mathematics 36, 1979);
 *   - differences of distances from four vertices, two and two, like the corners of a sheet: in a
 *     lattice, they are proportional to a coordinate.
 *
 * The set is the one with the least cost; the smaller of its two sides has at least a quarter of
 * the vertices if possible. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CORNERS = 4 };

struct search {
    const struct pm_adjacent *graph;
    int *far[CORNERS]; /* the distances of all vertices from each corner */
    int *height, *queue;
    int *below, *set; /* for each height: the number of vertices below it; the size of the set */
    int *best, bests; /* the best set so far */
    double cost;
};

/* level[v] = the distance of v from `root` in a connected graph; other vertices get 0. */
static void measure(int *level, int *queue, const struct pm_adjacent *graph, int root)
{
    int tail = 0;

    for (int v = 0; v < graph->vertices; v++)
        level[v] = -1;
    level[root] = 0;
    queue[tail++] = root;
    for (int head = 0; head < tail; head++) {
        const int v = queue[head];
        for (int k = graph->start[v]; k < graph->start[v + 1]; k++)
            if (level[graph->to[k]] < 0) {
                level[graph->to[k]] = level[v] + 1;
                queue[tail++] = graph->to[k];
            }
    }
}

/* The vertex with the largest 2 x[v] + min(y[v], z[v]).  NULL: nothing is added. */
static int farthest(const struct search *s, const int *x, const int *y, const int *z)
{
    int best = 0, most = -1;

    for (int v = 0; v < s->graph->vertices; v++) {
        const int sum = 2 * x[v] + (y == NULL ? 0 : y[v] < z[v] ? y[v] : z[v]);
        if (sum > most) {
            most = sum;
            best = v;
        }
    }
    return best;
}

/* Finds four vertices far from each other: two ends, and two far from both. */
static void find_corners(struct search *s)
{
    int *const *const far = s->far;

    measure(far[0], s->queue, s->graph, 0);
    measure(far[0], s->queue, s->graph, farthest(s, far[0], NULL, NULL));
    measure(far[1], s->queue, s->graph, farthest(s, far[0], NULL, NULL));
    measure(far[2], s->queue, s->graph, farthest(s, far[2], far[0], far[1])); /* from zeros */
    measure(far[3], s->queue, s->graph, farthest(s, far[2], far[0], far[1]));
    measure(far[2], s->queue, s->graph, farthest(s, far[3], far[0], far[1]));
}

/* Takes the best set of these heights, if it costs less than the best so far. */
static void cut(struct search *s, double weight)
{
    const struct pm_adjacent *const graph = s->graph;
    const int n = graph->vertices;
    int least = s->height[0], most = least;

    for (int v = 1; v < n; v++) {
        least = s->height[v] < least ? s->height[v] : least;
        most = s->height[v] > most ? s->height[v] : most;
    }
    const int heights = most - least + 2;
    int at = least; /* there is no set below this height */
    memset(s->below, 0, (size_t)heights * sizeof *s->below);
    memset(s->set, 0, (size_t)heights * sizeof *s->set);
    for (int v = 0; v < n; v++) {
        int low = s->height[v];
        for (int k = graph->start[v]; k < graph->start[v + 1]; k++)
            low = s->height[graph->to[k]] < low ? s->height[graph->to[k]] : low;
        s->below[s->height[v] + 1 - least]++;
        s->set[low + 1 - least]++;
        s->set[s->height[v] + 1 - least]--;
    }
    for (int h = 1; h < heights; h++) {
        s->below[h] += s->below[h - 1];
        s->set[h] += s->set[h - 1];
        const int above = n - s->below[h] - s->set[h];
        const double less = s->below[h] < above ? s->below[h] : above, set = s->set[h];
        const double cost = weight * set * (less < n / 4.0 - set ? n : 1.5 - less / n);
        if (set == 0 || cost >= s->cost)
            continue;
        s->cost = cost;
        at = h + least;
    }
    for (int v = 0, first = true; v < n && at > least; v++) {
        bool lower = false;
        for (int k = graph->start[v]; k < graph->start[v + 1]; k++)
            lower = lower || s->height[graph->to[k]] < at;
        if (s->height[v] < at || !lower)
            continue;
        s->bests = first ? 0 : s->bests;
        first = false;
        s->best[s->bests++] = v;
    }
}

/* A level of distances has vertices of one colour in a bipartite graph; the neighbours of such a
 * set are LEVEL times as many pairs as those of a set with both colours. */
static const double LEVEL = 4.0 / 3;

static void cut_all(struct search *s)
{
    find_corners(s);
    for (int other = 1; other < CORNERS; other++) {
        const int *const with = s->far[other], *const a = s->far[1 + other % 3],
                         *const b = s->far[1 + (other + 1) % 3];
        for (int v = 0; v < s->graph->vertices; v++)
            s->height[v] = s->far[0][v] + with[v] - a[v] - b[v];
        if (other > 1)
            cut(s, 1);
    }
    memcpy(s->height, s->far[0], (size_t)s->graph->vertices * sizeof *s->height);
    cut(s, LEVEL);
}

pm_status pm_graph_separate(int *own, int *owns, const struct pm_adjacent *graph)
{
    const int n = graph->vertices;
    struct search s = {.graph = graph, .best = own, .cost = HUGE_VAL};
    pm_status status = PM_OK;

    for (int k = 0; k < CORNERS; k++)
        PM_NEW_GOTO(status, s.far[k], n, done);
    PM_NEW_GOTO(status, s.height, n, done);
    PM_NEW_GOTO(status, s.queue, n, done);
    PM_NEW_GOTO(status, s.below, 4 * (size_t)n + 2, done);
    PM_NEW_GOTO(status, s.set, 4 * (size_t)n + 2, done);
    cut_all(&s);
    *owns = s.bests;
done:
    for (int k = 0; k < CORNERS; k++)
        free(s.far[k]);
    PM_FREE(s.height, s.queue, s.below, s.set);
    return status;
}
