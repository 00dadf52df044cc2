/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/rotation.h"

#include "base/alloc.h"
#include "model/graph.h"

#include <stdlib.h>

struct ray {
    double x, y;
    int to;
};

/* By the angle: first the half of the plane, then the turn from one to the other. */
static int compare_rays(const void *a, const void *b)
{
    const struct ray *const p = a, *const q = b;
    const int half_p = p->y < 0 || (p->y == 0 && p->x < 0);
    const int half_q = q->y < 0 || (q->y == 0 && q->x < 0);

    if (half_p != half_q)
        return half_p - half_q;
    const double turn = p->x * q->y - p->y * q->x;
    return turn > 0 ? -1 : turn < 0 ? 1 : p->to - q->to;
}

/* One pass over the entries: counts neighbours in start[v + 1], or, with next, files them. */
static void visit(struct pm_rotation *r, int *next, const struct pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a;
    const int shift = problem->kind == PM_HAFNIAN ? 0 : a->rows;

    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            const int j = shift + a->col[k];
            if (i == j)
                continue;
            if (next == NULL) {
                r->start[i + 1]++;
                r->start[j + 1] += shift > 0;
            } else {
                r->to[next[i]++] = j;
                if (shift > 0)
                    r->to[next[j]++] = i;
            }
        }
}

static int vertex_of(const struct pm_problem *problem, int v)
{
    const bool column = problem->kind != PM_HAFNIAN && v >= problem->a->rows;

    return column ? pm_problem_col_vertex(problem, v - problem->a->rows)
                  : pm_problem_row_vertex(problem, v);
}

static void sort_neighbours(struct pm_rotation *r, struct ray *ray,
                            const struct pm_problem *problem, const struct pm_graph *graph)
{
    for (int v = 0; v < r->vertices; v++) {
        const int first = r->start[v], degree = r->start[v + 1] - first;
        for (int k = 0; k < degree; k++) {
            ray[k].to = r->to[first + k];
            pm_graph_step(graph, vertex_of(problem, v), vertex_of(problem, ray[k].to), &ray[k].x,
                          &ray[k].y);
        }
        qsort(ray, (size_t)degree, sizeof *ray, compare_rays);
        for (int k = 0; k < degree; k++)
            r->to[first + k] = ray[k].to;
    }
}

pm_status pm_rotation_new(struct pm_rotation **out, const struct pm_problem *problem,
                          const struct pm_graph *graph)
{
    const int n = problem->a->rows;
    struct pm_rotation *r;
    int *next = NULL;
    struct ray *ray = NULL;
    pm_status status = PM_OK;

    PM_NEW(r, 1);
    r->vertices = problem->kind == PM_HAFNIAN ? n : 2 * n;
    PM_NEW_GOTO(status, r->start, r->vertices + 1, done);
    visit(r, NULL, problem);
    for (int v = 0; v < r->vertices; v++)
        r->start[v + 1] += r->start[v];
    PM_NEW_GOTO(status, r->to, r->start[r->vertices], done);
    PM_NEW_GOTO(status, next, r->vertices, done);
    PM_NEW_GOTO(status, ray, r->vertices, done);
    for (int v = 0; v < r->vertices; v++)
        next[v] = r->start[v];
    visit(r, next, problem);
    sort_neighbours(r, ray, problem, graph);
done:
    free(next);
    free(ray);
    if (status == PM_OK)
        *out = r;
    else
        pm_rotation_free(r);
    return status;
}

void pm_rotation_free(struct pm_rotation *rotation)
{
    if (rotation == NULL)
        return;
    free(rotation->start);
    free(rotation->to);
    free(rotation);
}
