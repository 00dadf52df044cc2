/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orientation of a drawing, in linear time.
 *
 * For each face, count the edges that point along its boundary walk (an edge with the face on both
 * sides counts once).  If this number is odd for all faces but one of each component of a plane
 * graph, then all perfect matchings have the same sign in the Pfaffian of the oriented adjacency
 * matrix, for any weights (Kasteleyn, The statistics of dimers on a lattice, Physica 27, 1961, and
 * Graph theory and crystal physics, 1967; Temperley and Fisher, Philosophical Magazine 6, 1961).  A
 * breadth-first tree of faces crosses some edges.  All other edges get any direction.  Then, from
 * the leaves of the tree up, each edge that the tree crosses is directed so that the number for the
 * face below it becomes odd.
 *
 * To change the direction of rotation at a vertex is to multiply its row and column by i, where a
 * twisted edge stands for an entry i or -i.  So at a face, where all vertices can be given the same
 * direction, an edge counts as reversed if one of its ends does not have that of the face. */
#include "engine/planar/planar.h"

/* True if the edge of a step points along it, as the face sees it. */
static bool points_along(const bool *along, int step, const struct pm_plane *plane)
{
    return along[step / 2] != (step % 2 || pm_plane_twisted(plane, step / 2));
}

void pm_faces_orient(bool *along, const struct pm_faces *faces, const struct pm_plane *plane)
{
    for (int h = 0; h < plane->halves; h++)
        along[h] = h % 2 == 0;
    for (int k = faces->count - 1; k >= 0; k--) {
        const int enter = faces->enter[faces->queue[k]];
        bool odd = false;
        if (enter < 0)
            continue;
        int step = enter;
        do {
            odd ^= points_along(along, step, plane);
            step = pm_step_next(plane, step);
        } while (step != enter);
        if (!odd) {
            along[enter / 2] = !along[enter / 2];
            along[enter / 2 ^ 1] = !along[enter / 2 ^ 1];
        }
    }
}

pm_status pm_plane_orient(bool *along, const struct pm_plane *plane)
{
    struct pm_faces faces;

    const pm_status status = pm_faces_find(&faces, plane, NULL);
    if (status == PM_OK)
        pm_faces_orient(along, &faces, plane);
    pm_faces_clear(&faces);
    return status;
}
