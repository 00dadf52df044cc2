/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the adjacency lists in two passes over the entries: one counts, one stores. */
#include "model/adjacent.h"

#include "base/alloc.h"

#include <stdlib.h>

void pm_adjacent_clear(struct pm_adjacent *g)
{
    free(g->start);
    free(g->to);
    *g = (struct pm_adjacent){0};
}

/* Adds the rows of each column after the columns of all rows.  While columns are filled, start[] is
 * shifted by one place. */
static void add_columns(struct pm_adjacent *g, const struct pm_matrix *a)
{
    const int nnz = pm_matrix_nnz(a);

    for (int k = 0; k < nnz; k++)
        g->start[a->rows + a->col[k] + 2]++;
    g->start[a->rows + 1] = nnz;
    for (int v = a->rows + 2; v <= g->count + 1; v++)
        g->start[v] += g->start[v - 1];
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            g->to[g->start[a->rows + a->col[k] + 1]++] = i;
}

pm_status pm_adjacent_new(struct pm_adjacent *g, const struct pm_matrix *a, enum pm_kind kind)
{
    const bool one_side = kind == PM_HAFNIAN;
    const size_t nnz = (size_t)pm_matrix_nnz(a);
    pm_status status = PM_OK;

    *g = (struct pm_adjacent){.count = a->rows + (one_side ? 0 : a->cols), .rows = a->rows};
    PM_NEW_GOTO(status, g->start, (size_t)g->count + 2, done);
    PM_NEW_GOTO(status, g->to, nnz * (one_side ? 1 : 2), done);
    for (int i = 0; i <= a->rows; i++)
        g->start[i] = a->start[i];
    for (size_t k = 0; k < nnz; k++)
        g->to[k] = a->col[k] + (one_side ? 0 : a->rows);
    if (!one_side)
        add_columns(g, a);
done:
    if (status != PM_OK)
        pm_adjacent_clear(g);
    return status;
}
