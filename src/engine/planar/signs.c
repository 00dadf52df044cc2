/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds signs for the entries of a matrix, so that its determinant or Pfaffian counts matchings. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

pm_status pm_signs_entries(signed char *entry, const struct pm_matrix *a, enum pm_kind kind,
                           const struct pm_plane *plane, const bool *along)
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
            const int h = half[shift + a->col[k]];
            const bool drawn = h >= 0 && plane->head[h ^ 1] == i;
            entry[k] = !drawn ? 0 : along[h] ? 1 : -1;
        }
    }
    free(half);
    return PM_OK;
}

pm_status pm_signs_term(int *term, const signed char *entry, const struct pm_matrix *a,
                        enum pm_kind kind, const int *mate)
{
    const int shift = kind == PM_HAFNIAN ? 0 : a->rows;
    int *u, *v = NULL, pairs = 0, sign = 1;
    pm_status status = PM_OK;

    PM_NEW(u, a->rows);
    PM_NEW_GOTO(status, v, a->rows, done);
    for (int i = 0; i < a->rows; i++)
        if (i < mate[i]) {
            u[pairs] = i;
            v[pairs++] = mate[i];
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                if (shift + a->col[k] == mate[i])
                    sign *= entry[k];
        }
    PM_TRY_GOTO(status, pm_pairs_sign(term, pairs, u, v), done);
    *term *= sign;
done:
    PM_FREE(u, v);
    return status;
}

pm_status pm_signs_new(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                       const struct pm_plane *plane, const bool *along, const int *mate)
{
    PM_NEW(signs->entry, pm_matrix_nnz(a));
    PM_TRY(pm_signs_entries(signs->entry, a, kind, plane, along));
    return pm_signs_term(&signs->term, signs->entry, a, kind, mate);
}

pm_status pm_signs_planar(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                          const struct pm_plane *plane, const int *mate)
{
    bool *along;

    PM_NEW(along, plane->halves);
    pm_status status = pm_plane_orient(along, plane);
    if (status == PM_OK)
        status = pm_signs_new(signs, a, kind, plane, along, mate);
    free(along);
    return status;
}

void pm_signs_clear(struct pm_signs *signs)
{
    free(signs->entry);
    *signs = (struct pm_signs){0};
}
