/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognises an Aztec diamond of order n.  The vertices above and below the cells are rows of the
 * matrix, n + 1 lines of n; those on the left and right are columns, n lines of n + 1.  Vertices
 * at the border have two edges, others have four.  So a corner is found, and from there one vertex
 * after the other. */
#include "engine/planar/aztec.h"

#include "base/alloc.h"
#include "model/adjacent.h"

#include <math.h>

/* What is known of the places of the vertices. */
struct places {
    int order;
    struct pm_adjacent graph;
    bool *placed; /* for each vertex */
    int *row;     /* the vertex above cell (r, c) is row[r n + c], the one below it is n later */
    int *col;     /* the vertex on its left is col[r (n + 1) + c], the one on its right is next */
};

static int degree(const struct places *p, int v)
{
    return p->graph.start[v + 1] - p->graph.start[v];
}

/* Gives a neighbour of v its place: one that has none yet, and two edges, if `border`. */
static bool place(int *at, struct places *p, int v, bool border)
{
    for (int k = p->graph.start[v]; k < p->graph.start[v + 1]; k++) {
        const int w = p->graph.to[k];
        if (p->placed[w] || (border && degree(p, w) != 2))
            continue;
        p->placed[w] = true;
        *at = w;
        return true;
    }
    return false;
}

/* A row with two edges that has such a neighbour; they get their places. */
static bool place_corner(struct places *p)
{
    for (int v = 0; v < p->graph.rows; v++)
        if (degree(p, v) == 2 && place(p->col, p, v, true)) {
            p->placed[v] = true;
            p->row[0] = v;
            return true;
        }
    return false;
}

static bool place_cell(struct places *p, int r, int c)
{
    int *const above = p->row + r * p->order + c, *const left = p->col + r * (p->order + 1) + c;

    if (r == 0 && c > 0 && !place(above, p, *left, true))
        return false;
    if (c == 0 && r > 0 && !place(left, p, *above, true))
        return false;
    return place(above + p->order, p, *left, false) && place(left + 1, p, *above, false);
}

/* The entries of cell k; false: one is not there. */
static bool find_entries(int *entry, const struct places *p, const struct pm_matrix *a, int k)
{
    const int *const row = p->row + k, *const col = p->col + k + k / p->order;

    for (int q = 0; q < PM_CELL; q++) {
        entry[q] = pm_matrix_entry(a, row[q / 2 * p->order], col[q % 2] - a->rows);
        if (entry[q] < 0 || fmpq_sgn(a->re + entry[q]) <= 0)
            return false;
    }
    return true;
}

static bool find_places(struct places *p)
{
    bool found = place_corner(p);

    for (int k = 0; k < p->order * p->order && found; k++)
        found = place_cell(p, k / p->order, k % p->order);
    return found;
}

/* *found is false for other graphs, which may have as many vertices and edges. */
static pm_status fill(struct pm_aztec *aztec, bool *found, const struct pm_matrix *a)
{
    struct places p = {.order = aztec->order};
    const size_t cells = (size_t)p.order * (size_t)p.order;
    pm_status status;

    PM_NEW_GOTO(status, aztec->entry, cells * PM_CELL, done);
    PM_NEW_GOTO(status, p.placed, 2 * (size_t)a->rows, done);
    PM_NEW_GOTO(status, p.row, a->rows, done);
    PM_NEW_GOTO(status, p.col, a->rows, done);
    PM_TRY_GOTO(status, pm_adjacent_new(&p.graph, a, PM_PERMANENT), done);
    *found = find_places(&p);
    for (size_t k = 0; k < cells && *found; k++)
        *found = find_entries(aztec->entry + k * PM_CELL, &p, a, (int)k);
done:
    pm_adjacent_clear(&p.graph);
    PM_FREE(p.placed, p.row, p.col);
    return status;
}

pm_status pm_aztec_find(struct pm_aztec **out, const struct pm_matrix *a)
{
    const int order = (int)lround(sqrt(pm_matrix_nnz(a) / (double)PM_CELL));
    struct pm_aztec *aztec;
    bool found = false;

    *out = NULL;
    if (order < 1 || pm_matrix_nnz(a) != PM_CELL * order * order || a->rows != a->cols ||
        a->rows != order * (order + 1))
        return PM_OK;
    PM_NEW(aztec, 1);
    aztec->order = order;
    const pm_status status = fill(aztec, &found, a);
    if (status == PM_OK && found)
        *out = aztec;
    else
        pm_aztec_free(aztec);
    return status;
}

void pm_aztec_free(struct pm_aztec *aztec)
{
    if (aztec != NULL)
        free(aztec->entry);
    free(aztec);
}

bool pm_aztec_is_uniform(const struct pm_aztec *aztec, const struct pm_matrix *a)
{
    for (int k = PM_CELL; k < PM_CELL * aztec->order * aztec->order; k++)
        if (!fmpq_equal(a->re + aztec->entry[k], a->re + aztec->entry[k % PM_CELL]))
            return false;
    return true;
}
