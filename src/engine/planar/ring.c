/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a short ring round a torus.  First makes a breadth-first tree of the vertices.  Then makes
 * a tree of the faces that crosses only edges outside the first tree (chords), those that close the
 * longest rings first.  The two chords that the second tree does not cross close the rings of a
 * basis (Erickson and Whittlesey, Greedy optimal homotopy and homology generators, SODA 2005).  The
 * shorter ring is used. */
#include "base/alloc.h"
#include "engine/planar/cut.h"

#include <stdlib.h>

/* An edge, given by a half-edge, and the sum of the distances of its ends from the root. */
struct chord {
    int half, depth;
};

static int compare(const void *x, const void *y)
{
    const struct chord *const a = x, *const b = y;

    return a->depth != b->depth ? b->depth - a->depth : a->half - b->half;
}

/* Makes the breadth-first tree from vertex 0. up[v] = the half-edge from v to its parent, or -1 for
 * the root and for vertices that are not reached; depth[v] = the distance from the root. */
static void grow(int *up, int *depth, int *queue, const struct pm_plane *plane)
{
    int tail = 1;

    for (int v = 0; v < plane->vertices; v++) {
        up[v] = -1;
        depth[v] = -1;
    }
    queue[0] = 0;
    depth[0] = 0;
    for (int head = 0; head < tail; head++) {
        const int v = queue[head], first = plane->first[v];
        for (int h = first; h >= 0; h = plane->next[h] == first ? -1 : plane->next[h])
            if (depth[plane->head[h]] < 0) {
                depth[plane->head[h]] = depth[v] + 1;
                up[plane->head[h]] = h ^ 1;
                queue[tail++] = plane->head[h];
            }
    }
}

static int root_of(int *parent, int face)
{
    while (parent[face] != face)
        face = parent[face] = parent[parent[face]];
    return face;
}

/* ring[] = the vertices of the ring that consists of an edge and the tree paths of its ends.
 * Returns their number. */
static int close_ring(int *ring, int half, const int *up, const int *depth,
                      const struct pm_plane *plane)
{
    int length = 0, u = plane->head[half], v = plane->head[half ^ 1];

    while (u != v) {
        int *const deeper = depth[u] >= depth[v] ? &u : &v;
        ring[length++] = *deeper;
        *deeper = plane->head[up[*deeper]];
    }
    ring[length++] = u;
    return length;
}

/* extra[] = the first two chords that the tree of the faces does not cross.  Returns the number of
 * such chords. */
static int leave_chords(int extra[2], struct chord *chord, int *parent, const int *up,
                        const int *depth, const struct pm_faces *faces,
                        const struct pm_plane *plane)
{
    int chords = 0, left = 0;

    for (int h = 0; h < plane->halves; h += 2) {
        const int u = plane->head[h], v = plane->head[h ^ 1];
        if (up[u] != h && up[u] != (h ^ 1) && up[v] != h && up[v] != (h ^ 1))
            chord[chords++] = (struct chord){h, depth[u] + depth[v]};
    }
    qsort(chord, (size_t)chords, sizeof *chord, compare);
    for (int f = 0; f < faces->count; f++)
        parent[f] = f;
    for (int k = 0; k < chords; k++) {
        const int f = root_of(parent, faces->of[chord[k].half]);
        const int g = root_of(parent, faces->of[chord[k].half ^ 1]);
        if (f != g)
            parent[f] = g;
        else if (left++ < 2)
            extra[left - 1] = chord[k].half;
    }
    return left;
}

pm_status pm_torus_ring(int *ring, int *length, const struct pm_plane *plane)
{
    struct pm_faces faces;
    struct chord *chord = NULL;
    int *up = NULL, *depth = NULL, *room = NULL, extra[2];
    pm_status status;

    PM_TRY_GOTO(status, pm_faces_find(&faces, plane), done);
    PM_NEW_GOTO(status, up, plane->vertices, done);
    PM_NEW_GOTO(status, depth, plane->vertices, done);
    PM_NEW_GOTO(status, room, plane->vertices + faces.count, done);
    PM_NEW_GOTO(status, chord, plane->halves / 2, done);
    grow(up, depth, room, plane);
    if (leave_chords(extra, chord, room, up, depth, &faces, plane) != 2) {
        status = pm_fail(PM_UNABLE, "the embedding given is not in a torus");
        goto done;
    }
    *length = close_ring(ring, extra[0], up, depth, plane);
    const int other = close_ring(room, extra[1], up, depth, plane);
    for (int k = 0; other < *length && k < other; k++)
        ring[k] = room[k];
    *length = other < *length ? other : *length;
done:
    pm_faces_clear(&faces);
    free(chord);
    free(up);
    free(depth);
    free(room);
    return status;
}
