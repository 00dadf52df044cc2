/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pfaffian orientation of a plane graph, in linear time.
 *
 * For each face, count the edges that point along its boundary walk (an edge with the face on both
 * sides counts once).  If this number is odd for all faces but one of each component, then all
 * perfect matchings have the same sign in the Pfaffian of the oriented adjacency matrix, for any
 * weights (Kasteleyn, The statistics of dimers on a lattice, Physica 27, 1961, and Graph theory and
 * crystal physics, 1967; Temperley and Fisher, Philosophical Magazine 6, 1961).  A breadth-first
 * tree of faces crosses some edges.  All other edges get any direction.  Then, from the leaves of
 * the tree up, each edge that the tree crosses is directed so that the number for the face below it
 * becomes odd. */
#include "engine/planar/planar.h"

static void set_right(bool *along, const struct pm_faces *faces, const struct pm_plane *plane)
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
            h = pm_face_next(plane, h);
        } while (h != enter);
        if (!odd) {
            along[enter] = !along[enter];
            along[enter ^ 1] = !along[enter ^ 1];
        }
    }
}

pm_status pm_plane_orient(bool *along, const struct pm_plane *plane)
{
    struct pm_faces faces;

    const pm_status status = pm_faces_find(&faces, plane);
    if (status == PM_OK)
        set_right(along, &faces, plane);
    pm_faces_clear(&faces);
    return status;
}
