/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawings of graphs; their faces, and a forest of faces, in linear time. */
#include "base/alloc.h"
#include "base/status.h"
#include "engine/planar/planar.h"

static void find_faces(struct pm_faces *faces, const struct pm_plane *plane)
{
    for (int side = 0; side < plane->halves; side++)
        faces->of[side] = -1;
    for (int side = 0; side < plane->halves; side++) {
        const int first = pm_plane_twisted(plane, side) ? 2 * side - side % 2 : 2 * side;
        if (faces->of[side] >= 0)
            continue;
        for (int step = first; faces->of[pm_step_side(plane, step)] < 0;
             step = pm_step_next(plane, step))
            faces->of[pm_step_side(plane, step)] = faces->count;
        faces->walk[faces->count++] = first;
    }
}

/* Makes a breadth-first forest of faces. */
static void find_forest(struct pm_faces *faces, const struct pm_plane *plane, const bool *closed)
{
    int tail = 0;

    for (int f = 0; f < faces->count; f++)
        faces->enter[f] = -2;
    for (int root = 0; root < faces->count; root++) {
        if (faces->enter[root] != -2)
            continue;
        faces->enter[root] = -1;
        faces->queue[tail++] = root;
        for (int head = tail - 1; head < tail; head++) {
            const int first = faces->walk[faces->queue[head]];
            int step = first;
            do {
                const int across = pm_step_across(plane, step);
                const int other = faces->of[pm_step_side(plane, across)];
                if (faces->enter[other] == -2 && (closed == NULL || !closed[step / 4])) {
                    faces->enter[other] = across;
                    faces->queue[tail++] = other;
                }
                step = pm_step_next(plane, step);
            } while (step != first);
        }
    }
}

pm_status pm_faces_find(struct pm_faces *faces, const struct pm_plane *plane, const bool *closed)
{
    *faces = (struct pm_faces){.count = 0};
    PM_NEW(faces->of, plane->halves);
    PM_NEW(faces->walk, plane->halves);
    PM_NEW(faces->queue, plane->halves);
    PM_NEW(faces->enter, plane->halves);
    find_faces(faces, plane);
    find_forest(faces, plane, closed);
    return PM_OK;
}

void pm_faces_clear(struct pm_faces *faces)
{
    PM_FREE(faces->of, faces->walk, faces->queue, faces->enter);
}

pm_status pm_plane_room(struct pm_plane **out, int vertices, int halves)
{
    struct pm_plane *plane;
    pm_status status = PM_OK;

    PM_NEW(plane, 1);
    plane->vertices = vertices;
    plane->halves = halves;
    PM_NEW_GOTO(status, plane->first, vertices, done);
    PM_NEW_GOTO(status, plane->head, halves, done);
    PM_NEW_GOTO(status, plane->next, halves, done);
    for (int v = 0; v < vertices; v++)
        plane->first[v] = -1;
done:
    PM_GIVE(out, plane, status, pm_plane_free);
}

void pm_plane_free(struct pm_plane *plane)
{
    if (plane == NULL)
        return;
    PM_FREE(plane->first, plane->head, plane->next, plane->twisted, plane);
}
