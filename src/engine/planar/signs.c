/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds signs for the entries of a matrix, so that its determinant or Pfaffian counts matchings. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

/* The factors of the entries: + from the row to the column, if the edge points so; of edges of the
 * matching that are not drawn, from the lower vertex to the higher one. */
static pm_status set_entries(signed char *entry, const struct pm_matrix *a, enum pm_kind kind,
                             const struct pm_plane *plane, const bool *along, const int *mate)
{
    const int shift = kind == PM_HAFNIAN ? 0 : a->rows;
    int *half;

    PM_NEW(half, plane->vertices);
    for (int v = 0; v < plane->vertices; v++)
        half[v] = -1;
    for (int i = 0; i < a->rows; i++) {
        const int first = plane->first[i];
        for (int h = first; h >= 0;) {
            half[plane->head[h]] = h;
            h = plane->next[h] == first ? -1 : plane->next[h];
        }
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            const int j = shift + a->col[k], h = half[j];
            const bool drawn = h >= 0 && plane->head[h ^ 1] == i;
            const signed char factor = drawn && pm_plane_twisted(plane, h) ? 2 : 1;
            entry[k] = !drawn && mate[i] != j                           ? 0
                       : (drawn && along[h]) || (!drawn && i < mate[i]) ? factor
                                                                        : (signed char)-factor;
        }
    }
    free(half);
    return PM_OK;
}

/* *turns = n, where i^n is the factor of the term of the matching `mate` in the determinant or
 * Pfaffian of K. */
static pm_status find_turns(int *turns, const signed char *entry, const struct pm_matrix *a,
                            enum pm_kind kind, const int *mate)
{
    const int shift = kind == PM_HAFNIAN ? 0 : a->rows;
    int *u, *v = NULL, pairs = 0, sign = 1;
    pm_status status = PM_OK;

    *turns = 0;
    PM_NEW(u, a->rows);
    PM_NEW_GOTO(status, v, a->rows, done);
    for (int i = 0; i < a->rows; i++)
        if (i < mate[i]) {
            u[pairs] = i;
            v[pairs++] = mate[i];
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                if (shift + a->col[k] == mate[i])
                    *turns += (entry[k] < 0 ? 2 : 0) + abs(entry[k]) - 1;
        }
    PM_TRY_GOTO(status, pm_pairs_sign(&sign, pairs, u, v), done);
    *turns = (*turns + (sign < 0 ? 2 : 0)) % 4;
done:
    PM_FREE(u, v);
    return status;
}

pm_status pm_signs_new(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                       const struct pm_plane *plane, const bool *along, const int *mate)
{
    PM_NEW(signs->entry, pm_matrix_nnz(a));
    PM_TRY(set_entries(signs->entry, a, kind, plane, along, mate));
    PM_TRY(find_turns(&signs->turns, signs->entry, a, kind, mate));
    signs->turns = (4 - signs->turns) % 4;
    return PM_OK;
}
