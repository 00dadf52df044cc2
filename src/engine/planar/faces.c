/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the faces of an embedded graph, and a forest of faces, in linear time. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

static void find_faces(struct pm_faces *faces, const struct pm_plane *plane)
{
    for (int h = 0; h < plane->halves; h++)
        faces->of[h] = -1;
    for (int first = 0; first < plane->halves; first++) {
        if (faces->of[first] >= 0)
            continue;
        for (int h = first; faces->of[h] < 0; h = pm_face_next(plane, h))
            faces->of[h] = faces->count;
        faces->walk[faces->count++] = first;
    }
}

/* Makes a breadth-first forest of faces, one tree for each component. */
static void find_forest(struct pm_faces *faces, const struct pm_plane *plane)
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
            int h = first;
            do {
                const int other = faces->of[h ^ 1];
                if (faces->enter[other] == -2) {
                    faces->enter[other] = h ^ 1;
                    faces->queue[tail++] = other;
                }
                h = pm_face_next(plane, h);
            } while (h != first);
        }
    }
}

pm_status pm_faces_find(struct pm_faces *faces, const struct pm_plane *plane)
{
    *faces = (struct pm_faces){.count = 0};
    PM_NEW(faces->of, plane->halves);
    PM_NEW(faces->walk, plane->halves);
    PM_NEW(faces->queue, plane->halves);
    PM_NEW(faces->enter, plane->halves);
    find_faces(faces, plane);
    find_forest(faces, plane);
    return PM_OK;
}

void pm_faces_clear(struct pm_faces *faces)
{
    PM_FREE(faces->of, faces->walk, faces->queue, faces->enter);
}

void pm_plane_free(struct pm_plane *plane)
{
    if (plane == NULL)
        return;
    PM_FREE(plane->first, plane->head, plane->next, plane);
}
