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

/* The neighbours in the order of the matrix, which is of no use yet. */
static pm_status neighbours_new(struct pm_rotation **out, const struct pm_problem *problem)
{
    const int n = problem->a->rows;
    struct pm_rotation *r;
    int *next = NULL;
    pm_status status = PM_OK;

    PM_NEW(r, 1);
    r->vertices = problem->kind == PM_HAFNIAN ? n : 2 * n;
    PM_NEW_GOTO(status, r->start, r->vertices + 1, done);
    visit(r, NULL, problem);
    for (int v = 0; v < r->vertices; v++)
        r->start[v + 1] += r->start[v];
    PM_NEW_GOTO(status, r->to, r->start[r->vertices], done);
    PM_NEW_GOTO(status, next, r->vertices, done);
    for (int v = 0; v < r->vertices; v++)
        next[v] = r->start[v];
    visit(r, next, problem);
done:
    free(next);
    if (status == PM_OK)
        *out = r;
    else
        pm_rotation_free(r);
    return status;
}

pm_status pm_rotation_new(struct pm_rotation **out, const struct pm_problem *problem,
                          const struct pm_graph *graph)
{
    struct pm_rotation *r;
    struct ray *const ray = pm_alloc((size_t)problem->a->rows, sizeof *ray);
    pm_status status = ray != NULL ? PM_OK : PM_NOMEM;

    if (status == PM_OK)
        status = neighbours_new(&r, problem);
    if (status == PM_OK) {
        sort_neighbours(r, ray, problem, graph);
        *out = r;
    }
    free(ray);
    return status;
}

void pm_rotation_write(FILE *file, const struct pm_rotation *rotation)
{
    for (int k = 0; k < rotation->start[rotation->vertices]; k++)
        fprintf(file, " %d", rotation->to[k] + 1);
}

/* The neighbours of v in the order of *text, which moves on; false: these are others.  Of its
 * neighbours that were not read yet, seen[] is v + 1. */
static bool read_neighbours(struct pm_rotation *r, int *seen, int v, const char **text)
{
    for (int k = r->start[v]; k < r->start[v + 1]; k++)
        seen[r->to[k]] = v + 1;
    for (int k = r->start[v]; k < r->start[v + 1]; k++) {
        char *end;
        const long to = **text == ' ' ? strtol(*text + 1, &end, 10) : 0;
        if (to < 1 || to > r->vertices || seen[to - 1] != v + 1)
            return false;
        seen[to - 1] = 0;
        r->to[k] = (int)to - 1;
        *text = end;
    }
    return true;
}

pm_status pm_rotation_read(struct pm_rotation **out, const struct pm_problem *problem,
                           const char *text)
{
    struct pm_rotation *r = NULL;
    int *seen = NULL;
    pm_status status = PM_OK;

    if (problem->a->rows != problem->a->cols)
        return pm_fail(PM_INPUT, "an embedding is of a square matrix");
    PM_TRY_GOTO(status, neighbours_new(&r, problem), done);
    PM_NEW_GOTO(status, seen, r->vertices, done);
    for (int v = 0; v < r->vertices && status == PM_OK; v++)
        if (!read_neighbours(r, seen, v, &text))
            status = pm_fail(PM_INPUT, "the embedding has other neighbours of vertex %d", v + 1);
    if (status == PM_OK && *text != '\0')
        status = pm_fail(PM_INPUT, "the embedding has too many neighbours");
done:
    free(seen);
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
