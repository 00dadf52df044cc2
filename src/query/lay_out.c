/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions for the vertices of a graph without any.
 *
 * A planar graph without cut vertices is drawn with straight edges that do not cross (Tutte, How to
 * draw a graph, Proceedings of the London Mathematical Society 13, 1963).  The corners of a largest
 * face are on a circle.  Every other vertex is at the mean of its neighbours and of the centres of
 * its faces, which are the means of their corners; without the centres, parts that hang on two
 * vertices would lie on a line.  The centre of c corners has the weight 9 / c^2: it pulls a path
 * along a large face aside, but not all its vertices to one place.  Successive over-relaxation
 * finds these places; its rounds over the edges for each digit grow with sqrt(n) and with the
 * largest inner face.  Other graphs are drawn by springs (model/positions.c). */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/budget.h"
#include "base/clock.h"
#include "base/refusal.h"
#include "engine/planar/planar.h"
#include "model/graph.h"

#include <math.h>

enum { VERTICES_MOST = 5000, SPRINGS_MOST = 3000 };

static const double PI = 3.141592653589793;
static const double STILL = 1e-9; /* the largest move of a round that changes no picture */

struct tutte {
    struct pm_adjacent graph;
    struct pm_plane *plane;
    struct pm_faces faces;
    double *at, *centre; /* of vertices and faces, two numbers for each */
    int *corners;        /* of each face */
    int outer;           /* a largest face */
    int *seen;           /* the last face at each vertex; -1: on the outer face */
};

/* True if the drawing is connected, and no vertex is twice at a face. */
static bool is_solid(struct tutte *t)
{
    const struct pm_plane *const p = t->plane;

    if (p->vertices - p->halves / 2 + t->faces.count != 2 || p->vertices < 3)
        return false;
    for (int f = 0; f < t->faces.count; f++) {
        const int first = t->faces.walk[f] / 2;
        int h = first;
        do {
            if (t->seen[p->head[h]] == f + 1)
                return false;
            t->seen[p->head[h]] = f + 1;
            t->corners[f]++;
            h = p->next[h ^ 1];
        } while (h != first);
    }
    return true;
}

static void place_outer(struct tutte *t)
{
    const struct pm_plane *const p = t->plane;
    int outer = 0;

    for (int f = 1; f < t->faces.count; f++)
        outer = t->corners[f] > t->corners[outer] ? f : outer;
    t->outer = outer;
    for (int k = 0, h = t->faces.walk[outer] / 2; k < t->corners[outer]; k++, h = p->next[h ^ 1]) {
        const double turn = 2 * PI * k / t->corners[outer];
        t->seen[p->head[h]] = -1;
        t->at[2 * p->head[h]] = cos(turn);
        t->at[2 * p->head[h] + 1] = sin(turn);
    }
}

static void find_centres(struct tutte *t)
{
    for (int k = 0; k < 2 * t->faces.count; k++)
        t->centre[k] = 0;
    for (int h = 0; h < t->plane->halves; h++)
        for (int k = 0; k < 2; k++)
            t->centre[2 * t->faces.of[h] + k] +=
                t->at[2 * t->plane->head[h] + k] / t->corners[t->faces.of[h]];
}

/* Moves a vertex by this factor of the way to the mean; returns how far. */
static double move(struct tutte *t, int v, double factor)
{
    const struct pm_plane *const p = t->plane;
    double sum[2] = {0, 0}, count = 0, most = 0;
    int h = p->first[v];

    do {
        const double corners = t->corners[t->faces.of[h]], weight = 9 / (corners * corners);
        for (int k = 0; k < 2; k++)
            sum[k] += t->at[2 * p->head[h] + k] + weight * t->centre[2 * t->faces.of[h] + k];
        count += 1 + weight;
        h = p->next[h];
    } while (h != p->first[v]);
    for (int k = 0; k < 2; k++) {
        const double by = factor * (sum[k] / count - t->at[2 * v + k]);
        t->at[2 * v + k] += by;
        most = fmax(most, fabs(by));
    }
    return most;
}

static void settle(struct tutte *t)
{
    double reach = sqrt(t->plane->vertices), most = 1;

    for (int f = 0; f < t->faces.count; f++)
        reach = f != t->outer ? fmax(reach, t->corners[f] / 2.0) : reach;
    const double factor = 2 / (1 + PI / (reach + PI));
    const int rounds = 100 + 40 * (int)reach;

    for (int round = 0; round < rounds && most > STILL; round++) {
        find_centres(t);
        most = 0;
        for (int v = 0; v < t->plane->vertices; v++)
            if (t->seen[v] >= 0)
                most = fmax(most, move(t, v, factor));
    }
}

static pm_status draw(struct tutte *t, const struct pm_graph *graph)
{
    pm_problem *problem;

    PM_TRY(pm_problem_adjacency(&problem, graph));
    pm_status status = pm_adjacent_new(&t->graph, problem->a, PM_HAFNIAN);
    pm_problem_free(problem);
    PM_THEN(status, pm_plane_new(&t->plane, &t->graph));
    PM_THEN(status, pm_faces_find(&t->faces, t->plane, NULL));
    PM_TRY(status);
    PM_NEW(t->centre, 2 * t->faces.count);
    PM_NEW(t->corners, t->faces.count);
    PM_NEW(t->seen, t->plane->vertices);
    if (!is_solid(t))
        return pm_fail(PM_UNABLE, "the graph has cut vertices");
    place_outer(t);
    settle(t);
    return PM_OK;
}

/* PM_UNABLE: the graph is not planar, or has cut vertices. */
static pm_status draw_planar(double *at, const struct pm_graph *graph)
{
    struct tutte t = {.at = at};

    const pm_status status = draw(&t, graph);
    pm_adjacent_clear(&t.graph);
    pm_plane_free(t.plane);
    pm_faces_clear(&t.faces);
    PM_FREE(t.centre, t.corners, t.seen);
    return status;
}

static pm_status lay_out(struct pm_graph *graph)
{
    const int vertices = graph->edge.rows;
    pm_status status = PM_UNABLE;
    double *at;

    PM_NEW(at, 2 * (size_t)vertices);
    if (vertices <= VERTICES_MOST)
        status = draw_planar(at, graph);
    if (vertices > VERTICES_MOST || (status == PM_UNABLE && !pm_lacks_memory()))
        status = vertices <= SPRINGS_MOST
                     ? pm_graph_springs(at, graph)
                     : pm_fail(PM_UNABLE,
                               "a graph of more than %d vertices gets positions only if it is "
                               "planar and has no cut vertices (at most %d); the file has %d, and "
                               "gives no positions",
                               SPRINGS_MOST, VERTICES_MOST, vertices);
    if (status == PM_OK)
        graph->layout = at;
    else
        free(at);
    return status;
}

pm_status pm_graph_lay_out(pm_graph *graph)
{
    PM_ARGUMENTS(graph);
    if (graph->place != NULL || graph->layout != NULL)
        return PM_OK;
    const double begun = pm_clock(), seconds = graph->seconds;
    struct pm_budget budget = {.memory = graph->memory, .until = seconds > 0 ? begun + seconds : 0};
    pm_budget_open(&budget);
    const pm_status status = pm_budget_close(&budget, lay_out(graph));
    return status == PM_STOPPED && budget.late
               ? pm_refusal_of_lateness("the layout", pm_clock() - begun, seconds, NULL)
               : status;
}
