/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The automorphism group of a graph; bliss.c finds it.  BLISS knows colours of vertices only, and
 * no parallel edges.  So parallel edges are summed, and a loop becomes a colour of its vertex.  An
 * edge becomes a coloured vertex, unless it has the same weight as the first edge. */
#include "model/symmetry.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "model/graph.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *x, const void *y, void *matrix)
{
    const struct pm_matrix *const a = matrix;
    const int k = *(const int *)x, l = *(const int *)y;
    const int order = fmpq_cmp(a->re + k, a->re + l);

    return order != 0 || a->im == NULL ? order : fmpq_cmp(a->im + k, a->im + l);
}

pm_status pm_symmetry_classify(int *class, int *classes, const struct pm_matrix *a)
{
    const int nnz = pm_matrix_nnz(a);
    int *sorted;

    PM_NEW(sorted, nnz);
    for (int k = 0; k < nnz; k++)
        sorted[k] = k;
    qsort_r(sorted, (size_t)nnz, sizeof *sorted, compare, (void *)a);
    *classes = 0;
    for (int k = 0; k < nnz; k++) {
        *classes += k == 0 || compare(sorted + k - 1, sorted + k, (void *)a) != 0;
        class[sorted[k]] = *classes - 1;
    }
    free(sorted);
    return PM_OK;
}

/* Sums parallel edges; each pair of vertices is left once. */
static pm_status merge(struct pm_matrix **out, const struct pm_graph *graph)
{
    const struct pm_triplets *const edge = &graph->edge;
    struct pm_triplets sum;
    pm_status status = PM_OK;

    pm_triplets_init(&sum, edge->rows, edge->rows, edge->complex_values);
    for (size_t k = 0; k < edge->count && status == PM_OK; k++) {
        const bool turned = !graph->directed && edge->row[k] > edge->col[k];
        status = pm_triplets_add(&sum, turned ? edge->col[k] : edge->row[k],
                                 turned ? edge->row[k] : edge->col[k], edge->re + k,
                                 edge->complex_values ? edge->im + k : NULL);
        if (status == PM_OK && graph->directed && !pm_graph_is_arc(graph, k) &&
            edge->row[k] != edge->col[k])
            status = pm_triplets_add(&sum, edge->col[k], edge->row[k], edge->re + k,
                                     edge->complex_values ? edge->im + k : NULL);
    }
    PM_THEN(status, pm_matrix_from_triplets(out, &sum));
    pm_triplets_clear(&sum);
    return status;
}

/* Fills *g with vertices, loops and edges from the entries and their classes; memory is allocated
 * before. */
static void fill(struct pm_coloured *g, int *colour, int *from, int *to, const struct pm_matrix *a,
                 const int *class, int classes)
{
    int plain = -1;

    PM_EACH_ENTRY(a, i, k) {
        const int j = a->col[k];
        if (i == j) {
            colour[i] = 1 + class[k];
            continue;
        }
        plain = plain < 0 ? class[k] : plain;
        const int middle = class[k] == plain ? j : g->vertices;
        from[g->edges] = i;
        to[g->edges++] = middle;
        if (middle == j)
            continue;
        colour[g->vertices++] = 1 + classes + class[k];
        from[g->edges] = middle;
        to[g->edges++] = j;
    }
}

pm_status pm_graph_symmetry(pm_symmetry **symmetry, const pm_graph *graph)
{
    PM_ARGUMENTS(symmetry, graph);
    struct pm_coloured g = {.vertices = graph->edge.rows, .directed = graph->directed};
    struct pm_matrix *a = NULL;
    int *class = NULL, *colour = NULL, *from = NULL, *to = NULL, classes;
    struct pm_symmetry *s = NULL;
    pm_status status;

    PM_TRY_GOTO(status, merge(&a, graph), done);
    const size_t nnz = (size_t)pm_matrix_nnz(a), n = (size_t)a->rows;
    PM_NEW_GOTO(status, class, nnz, done);
    PM_NEW_GOTO(status, colour, n + nnz, done);
    PM_NEW_GOTO(status, from, 2 * nnz, done);
    PM_NEW_GOTO(status, to, 2 * nnz, done);
    PM_TRY_GOTO(status, pm_symmetry_classify(class, &classes, a), done);
    g.colour = colour;
    g.from = from;
    g.to = to;
    fill(&g, colour, from, to, a, class, classes);
    PM_TRY_GOTO(status, pm_symmetry_find(&s, &g), done);
    for (size_t k = 0; k < s->generators; k++)
        memmove(s->image + k * n, s->image + k * (size_t)s->vertices, n * sizeof *s->image);
    s->vertices = (int)n;
    *symmetry = s;
done:
    pm_matrix_free(a);
    PM_FREE(class, colour, from, to);
    return status;
}
