/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pfaffian orientation of a plane graph, in linear time.
 *
 * If every face but one of each component has an odd number of edges that point along its
 * boundary walk (an edge with the face on both sides counts once), then all perfect matchings have
 * the same sign in the Pfaffian of the oriented adjacency matrix, whatever the weights are
 * (Kasteleyn, The statistics of dimers on a lattice, Physica 27, 1961, and Graph theory and
 * crystal physics, 1967; Temperley and Fisher, Philosophical Magazine 6, 1961).  Edges that a
 * breadth-first tree of faces does not cross point anywhere; each edge that it crosses then sets
 * right the face below it, from the leaves up. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

struct faces {
    int count;
    int *of;    /* halves: the face whose boundary walk the half-edge is on */
    int *walk;  /* count: a half-edge of each face */
    int *queue; /* count: faces, breadth first */
    int *enter; /* count: the half-edge of a face that its parent shares; -1: a root */
};

static int face_next(const struct pm_plane *plane, int h)
{
    return plane->next[h ^ 1];
}

static void find_faces(struct faces *faces, const struct pm_plane *plane)
{
    for (int h = 0; h < plane->halves; h++)
        faces->of[h] = -1;
    for (int first = 0; first < plane->halves; first++) {
        if (faces->of[first] >= 0)
            continue;
        for (int h = first; faces->of[h] < 0; h = face_next(plane, h))
            faces->of[h] = faces->count;
        faces->walk[faces->count++] = first;
    }
}

/* A breadth-first forest of faces, one tree a component. */
static void find_forest(struct faces *faces, const struct pm_plane *plane)
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
                h = face_next(plane, h);
            } while (h != first);
        }
    }
}

static void set_right(bool *along, const struct faces *faces, const struct pm_plane *plane)
{
    for (int h = 0; h < plane->halves; h++)
        along[h] = h % 2 == 0;
    for (int k = faces->count - 1; k >= 0; k--) {
        const int f = faces->queue[k], enter = faces->enter[f];
        bool odd = false;
        if (enter < 0)
            continue;
        int h = enter;
        do {
            odd ^= along[h];
            h = face_next(plane, h);
        } while (h != enter);
        if (!odd) {
            along[enter] = !along[enter];
            along[enter ^ 1] = !along[enter ^ 1];
        }
    }
}

pm_status pm_plane_orient(bool *along, const struct pm_plane *plane)
{
    struct faces faces = {.count = 0};
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, faces.of, plane->halves, done);
    PM_NEW_GOTO(status, faces.walk, plane->halves, done);
    PM_NEW_GOTO(status, faces.queue, plane->halves, done);
    PM_NEW_GOTO(status, faces.enter, plane->halves, done);
    find_faces(&faces, plane);
    find_forest(&faces, plane);
    set_right(along, &faces, plane);
done:
    free(faces.of);
    free(faces.walk);
    free(faces.queue);
    free(faces.enter);
    return status;
}
