/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rotation that is read must list each neighbour of each vertex exactly once. */
#include "model/rotation.h"

#include "base/alloc.h"
#include "base/status.h"
#include "model/adjacent.h"

#include <stdlib.h>

pm_status pm_rotation_new(struct pm_rotation **out, const struct pm_matrix *a, bool symmetric)
{
    struct pm_adjacent graph;
    struct pm_rotation *r;

    PM_TRY(pm_adjacent_new(&graph, a, symmetric ? PM_HAFNIAN : PM_PERMANENT));
    if ((r = pm_alloc(1, sizeof *r)) == NULL) {
        pm_adjacent_clear(&graph);
        return PM_NOMEM;
    }
    *r = (struct pm_rotation){.vertices = graph.vertices, .start = graph.start, .to = graph.to};
    *out = r;
    return PM_OK;
}

void pm_rotation_write(FILE *file, const struct pm_rotation *rotation)
{
    for (int k = 0; k < rotation->start[rotation->vertices]; k++)
        fprintf(file, " %s%d", rotation->twisted != NULL && rotation->twisted[k] ? "~" : "",
                rotation->to[k] + 1);
}

/* Reads the neighbours of v in the order of *text, and moves *text on; false where the text lists
 * other vertices.  seen[w] is v + 1 for neighbours w of v that have not been read yet. */
static bool read_neighbours(struct pm_rotation *r, int *seen, int v, const char **text)
{
    for (int k = r->start[v]; k < r->start[v + 1]; k++)
        seen[r->to[k]] = v + 1;
    for (int k = r->start[v]; k < r->start[v + 1]; k++) {
        const bool blank = **text == ' ', twisted = blank && (*text)[1] == '~';
        char *end;
        const long to = blank ? strtol(*text + 1 + twisted, &end, 10) : 0;
        if (to < 1 || to > r->vertices || seen[to - 1] != v + 1)
            return false;
        seen[to - 1] = 0;
        r->to[k] = (int)to - 1;
        r->twisted[k] = twisted;
        *text = end;
    }
    return true;
}

pm_status pm_rotation_read(struct pm_rotation **out, const struct pm_matrix *a, bool symmetric,
                           const char *text)
{
    struct pm_rotation *r = NULL;
    int *seen = NULL;
    pm_status status = PM_OK;

    if (a->rows != a->cols)
        return pm_fail(PM_INPUT, "an embedding is of a square matrix");
    PM_TRY_GOTO(status, pm_rotation_new(&r, a, symmetric), done);
    PM_NEW_GOTO(status, seen, r->vertices, done);
    PM_NEW_GOTO(status, r->twisted, r->start[r->vertices], done);
    for (int v = 0; v < r->vertices && status == PM_OK; v++)
        if (!read_neighbours(r, seen, v, &text))
            status = pm_fail(PM_INPUT, "the embedding has other neighbours of vertex %d", v + 1);
    if (status == PM_OK && *text != '\0')
        status = pm_fail(PM_INPUT, "the embedding has too many neighbours");
done:
    free(seen);
    PM_GIVE(out, r, status, pm_rotation_free);
}

void pm_rotation_free(struct pm_rotation *rotation)
{
    if (rotation == NULL)
        return;
    PM_FREE(rotation->start, rotation->to, rotation->twisted, rotation);
}
