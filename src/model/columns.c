/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph has a vertex for each row and each column in every layer, joined to the same line's
 * vertex in the next layer.  Equal entries share a number, and zero has the number 0.  Row and
 * column are joined in layer l if bit l of the number of their entry is set (McKay and Piperno, the
 * manual of nauty and Traces, on graphs with coloured edges). */
#include "model/columns.h"

#include "base/alloc.h"
#include "base/compare.h"
#include "base/splitmix.h"

#include <stdlib.h>
#include <string.h>

static int layers_of(int classes)
{
    int layers = 1;

    while (classes >> layers != 0)
        layers++;
    return layers;
}

/* True if no two columns have the same entries in any order. */
static pm_status all_differ(bool *differ, const struct pm_matrix *a, const int *class)
{
    uint64_t *sum;

    PM_NEW(sum, a->cols);
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        sum[a->col[k]] += pm_random_mix((uint64_t) class[k]);
    pm_alloc_sort(sum, (size_t)a->cols, sizeof *sum, pm_compare_words);
    *differ = true;
    for (int j = 1; j < a->cols; j++)
        *differ = *differ && sum[j] != sum[j - 1];
    free(sum);
    return PM_OK;
}

static void join(struct pm_columns *c, int from, int to)
{
    c->from[c->graph.edges] = from;
    c->to[c->graph.edges++] = to;
}

static void fill(struct pm_columns *c, const struct pm_matrix *a, int layers)
{
    const int lines = a->rows + a->cols;

    for (int layer = 0; layer < layers; layer++) {
        const int here = layer * lines;
        for (int k = 0; k < lines; k++) {
            c->colour[here + k] = 4 * layer + (k >= a->rows);
            if (layer > 0)
                join(c, here - lines + k, here + k);
        }
        PM_EACH_ENTRY(a, i, k)
            if ((c->class[k] + 1) >> layer & 1)
                join(c, here + i, here + a->rows + a->col[k]);
    }
    c->graph.vertices = layers * lines;
}

pm_status pm_columns_init(struct pm_columns *c, const struct pm_matrix *a)
{
    const size_t nnz = (size_t)pm_matrix_nnz(a), lines = (size_t)a->rows + (size_t)a->cols;

    *c = (struct pm_columns){.columns = a->cols, .first = a->rows};
    PM_NEW(c->class, nnz);
    PM_TRY(pm_symmetry_classify(c->class, &c->classes, a));
    PM_TRY(all_differ(&c->differ, a, c->class));
    if (c->differ)
        return PM_OK;
    const size_t layers = (size_t)layers_of(c->classes);
    PM_NEW(c->colour, layers * lines);
    PM_NEW(c->from, layers * (lines + nnz));
    PM_NEW(c->to, layers * (lines + nnz));
    fill(c, a, (int)layers);
    c->graph.colour = c->colour;
    c->graph.from = c->from;
    c->graph.to = c->to;
    return PM_OK;
}

void pm_columns_clear(struct pm_columns *c)
{
    PM_FREE(c->class, c->colour, c->from, c->to);
    c->class = c->colour = c->from = c->to = NULL;
}

pm_status pm_columns_keep(struct pm_symmetry **group, struct pm_columns *c, uint64_t set, int fixed)
{
    const size_t n = (size_t)c->columns;
    struct pm_symmetry *s;

    for (int j = 0; j < c->columns; j++)
        c->colour[c->first + j] = j == fixed ? 3 : set >> j & 1 ? 2 : 1;
    PM_TRY(pm_symmetry_find(&s, &c->graph));
    for (size_t g = 0; g < s->generators; g++)
        for (size_t j = 0; j < n; j++)
            s->image[g * n + j] =
                s->image[g * (size_t)s->vertices + (size_t)c->first + j] - c->first;
    s->vertices = c->columns;
    *group = s;
    return PM_OK;
}
