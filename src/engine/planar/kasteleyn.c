/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the data by which the matchings of a matrix are counted: the embedding, the signs, and the
 * order of elimination. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

/* Finds the signs for a planar graph, or for a graph on a torus. */
static pm_status find_signs(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                            const struct pm_rotation *around, const struct pm_adjacent *graph,
                            const int *mate)
{
    struct pm_plane *plane = NULL;
    pm_status status = pm_plane_new(&plane, graph);

    if (status == PM_OK) {
        k->sheets = 1;
        status = pm_signs_planar(&k->signs[0], a, kind, plane, mate);
    } else if (status == PM_UNABLE) {
        k->sheets = 4;
        PM_TRY(pm_plane_torus(&plane, graph, around));
        status = pm_signs_torus(k->signs, a, kind, plane, mate);
    }
    pm_plane_free(plane);
    return status;
}

pm_status pm_kasteleyn_find(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                            const struct pm_rotation *around)
{
    struct pm_adjacent graph = {0};
    int *mate = NULL;
    bool perfect;
    pm_status status;

    *k = (struct pm_kasteleyn){.fronts = NULL};
    if (a->rows != a->cols)
        return pm_fail(PM_UNABLE, "%d x %d is not square", a->rows, a->cols);
    if (a->rows > INT32_MAX / 4 || pm_matrix_nnz(a) > INT32_MAX / 4)
        return pm_fail(PM_UNABLE, "the graph is too large");
    PM_TRY_GOTO(status, pm_adjacent_new(&graph, a, kind), done);
    PM_NEW_GOTO(status, mate, graph.vertices, done);
    PM_TRY_GOTO(status, pm_match_perfect(mate, &perfect, &graph), done);
    if (!perfect)
        goto done;
    PM_TRY_GOTO(status, find_signs(k, a, kind, around, &graph, mate), done);
    PM_TRY_GOTO(status, pm_fronts_new(&k->fronts, a, kind, mate, NULL), done);
    status = pm_switching_find(&k->alike, k->fronts, k->signs, k->sheets, a);
    for (int s = 0; s < k->fronts->count && status == PM_OK; s++)
        for (int x = 0; x < k->sheets; x++)
            k->steps += k->alike.of[x][s] == x ? pm_fronts_steps(k->fronts, s) : 0;
done:
    free(mate);
    pm_adjacent_clear(&graph);
    return status;
}

void pm_kasteleyn_clear(struct pm_kasteleyn *k)
{
    pm_fronts_free(k->fronts);
    for (int s = 0; s < 4; s++)
        pm_signs_clear(&k->signs[s]);
    pm_switching_clear(&k->alike);
    *k = (struct pm_kasteleyn){.fronts = NULL};
}
