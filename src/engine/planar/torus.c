/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs on a torus: their matchings are counted by four Pfaffians (Kasteleyn, The statistics of
 * dimers on a lattice, Physica 27, 1961, section 5; with the signs of Cimasoni and Reshetikhin,
 * Dimers on surface graphs and spin structures I, Communications in Mathematical Physics 275,
 * 2007).
 *
 * The embedding comes from the input and is checked: it must be an embedding of this graph, and its
 * faces must make the surface a torus (Euler: V - E + F = 0).  Take an orientation in which every
 * face has an odd number of edges along its boundary.  The sign that the orientation gives a
 * matching depends on how the difference between the matching and a fixed matching winds round the
 * torus: the sign is (-1)^q for a quadratic form q on the homology modulo 2.  Let C1, C2 be two
 * simple closed curves that cut the surface to a disk.  Each has a dual curve of edges, D1 and D2,
 * which crosses it once and does not cross the other.  Reversing the edges of D1 changes only
 * q(C1), and those of D2 only q(C2).  So four orientations give the four forms.  Half the sum of
 * the four Pfaffians counts every matching once, if the Pfaffian of the form with q(C1) = q(C2) = 1
 * is taken with a minus sign. */
#include "base/alloc.h"
#include "base/status.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ embedding */

/* The half-edge from u to v, or -1 if there is none. half[] is as in number_halves(). */
static int half_of(const struct pm_adjacent *graph, const int *half, int u, int v)
{
    for (int k = graph->start[u]; k < graph->start[u + 1]; k++)
        if (graph->to[k] == v)
            return half[k];
    return -1;
}

/* Numbers the half-edges: half[k] is the one to the neighbour graph->to[k].  The two half-edges of
 * an edge are h and h ^ 1. */
static void number_halves(struct pm_plane *plane, int *half, const struct pm_adjacent *graph)
{
    int next = 0;

    for (int u = 0; u < graph->vertices; u++)
        for (int k = graph->start[u]; k < graph->start[u + 1]; k++) {
            const int v = graph->to[k];
            half[k] = u < v ? next : half_of(graph, half, v, u) ^ 1;
            next += u < v ? 2 : 0;
            plane->head[half[k]] = v;
        }
}

/* Reads the order around each vertex.  Returns false if a vertex does not have the same neighbours
 * in both. */
static bool take_order(struct pm_plane *plane, const int *half, const struct pm_adjacent *graph,
                       const struct pm_rotation *around)
{
    for (int h = 0; h < plane->halves; h++)
        plane->next[h] = -1;
    for (int v = 0; v < graph->vertices; v++) {
        const int first = around->start[v], degree = around->start[v + 1] - first;
        plane->first[v] = -1;
        if (degree != graph->start[v + 1] - graph->start[v])
            return false;
        for (int k = 0; k < degree; k++) {
            const int h = half_of(graph, half, v, around->to[first + k]);
            const int after = half_of(graph, half, v, around->to[first + (k + 1) % degree]);
            if (h < 0 || after < 0 || plane->next[h] >= 0)
                return false;
            plane->next[h] = after;
            plane->first[v] = h;
        }
    }
    return true;
}

pm_status pm_plane_given(struct pm_plane **out, const struct pm_adjacent *graph,
                         const struct pm_rotation *around)
{
    const int n = graph->vertices, halves = graph->start[n];
    struct pm_plane *plane;
    int *half = NULL;
    pm_status status = PM_OK;

    PM_NEW(plane, 1);
    plane->vertices = n;
    plane->halves = halves;
    PM_NEW_GOTO(status, plane->first, n, done);
    PM_NEW_GOTO(status, plane->head, halves, done);
    PM_NEW_GOTO(status, plane->next, halves, done);
    PM_NEW_GOTO(status, half, halves, done);
    number_halves(plane, half, graph);
    if (around->vertices != n || !take_order(plane, half, graph, around))
        status = pm_fail(PM_UNABLE, "the graph is not planar, and the embedding given is not of "
                                    "this graph");
done:
    free(half);
    PM_GIVE(out, plane, status, pm_plane_free);
}

/* ------------------------------------------------------------------ curves */

struct torus {
    const struct pm_plane *plane;
    struct pm_faces faces;
    /* for each vertex: the half-edge to its parent in a spanning tree of edges by which no face
     * is entered (pm_faces.enter) */
    int *up;
    int *depth;
    bool *used;   /* true for each edge of that tree, and of the tree of faces */
    int extra[2]; /* a half-edge of each of the two edges that are in neither tree */
};

static void torus_clear(struct torus *t)
{
    pm_faces_clear(&t->faces);
    PM_FREE(t->up, t->depth, t->used);
}

/* Makes a breadth-first tree of the vertices from edges by which no face is entered.  Returns the
 * number of vertices that it reaches. */
static int grow_tree(struct torus *t, int *queue)
{
    const struct pm_plane *const plane = t->plane;
    int tail = 1;

    for (int v = 0; v < plane->vertices; v++)
        t->depth[v] = -1;
    queue[0] = 0;
    t->depth[0] = 0;
    t->up[0] = -1;
    for (int head = 0; head < tail; head++) {
        const int v = queue[head];
        for (int h = plane->first[v]; h >= 0;) {
            const int w = plane->head[h];
            if (!t->used[h / 2] && t->depth[w] < 0) {
                t->depth[w] = t->depth[v] + 1;
                t->up[w] = h ^ 1;
                queue[tail++] = w;
            }
            h = plane->next[h] == plane->first[v] ? -1 : plane->next[h];
        }
    }
    for (int v = 0; v < plane->vertices; v++)
        if (t->depth[v] > 0)
            t->used[t->up[v] / 2] = true;
    return tail;
}

/* Checks that the surface is a connected torus, and finds the two extra edges. */
static pm_status find_extra(struct torus *t)
{
    const struct pm_plane *const plane = t->plane;
    int *queue, found = 0;

    PM_TRY(pm_faces_find(&t->faces, plane));
    const int characteristic = plane->vertices - plane->halves / 2 + t->faces.count;
    if (characteristic != 0 || plane->vertices == 0)
        return pm_fail(PM_UNABLE,
                       "the graph is not planar, and the embedding given has the Euler "
                       "characteristic %d, which is not that of a torus",
                       characteristic);
    PM_NEW(t->up, plane->vertices);
    PM_NEW(t->depth, plane->vertices);
    PM_NEW(t->used, plane->halves / 2);
    PM_NEW(queue, plane->vertices);
    for (int f = 0; f < t->faces.count; f++)
        if (t->faces.enter[f] >= 0)
            t->used[t->faces.enter[f] / 2] = true;
    const int reached = grow_tree(t, queue);
    free(queue);
    if (reached < plane->vertices)
        return pm_fail(PM_UNABLE, "the embedding given is not of one piece");
    for (int h = 0; h < plane->halves; h += 2)
        if (!t->used[h / 2] && found++ < 2)
            t->extra[found - 1] = h;
    return found == 2 ? PM_OK : pm_fail(PM_WRONG, "a torus with %d curves", found);
}

/* curve[] = the half-edges of the closed walk that consists of an extra edge and the tree paths of
 * its ends.  Returns its length. */
static int curve_of(int *curve, const struct torus *t, int extra)
{
    const struct pm_plane *const plane = t->plane;
    int length = 0, back = plane->vertices, u = plane->head[extra], v = plane->head[extra ^ 1];

    curve[length++] = extra;
    while (u != v) {
        if (t->depth[u] >= t->depth[v]) {
            curve[length++] = t->up[u];
            u = plane->head[t->up[u]];
        } else {
            curve[--back] = t->up[v] ^ 1; /* stored backwards from the end of curve[] */
            v = plane->head[t->up[v]];
        }
    }
    while (back < plane->vertices)
        curve[length++] = curve[back++];
    return length;
}

/* The form q of a closed curve, modulo 2: 1 + the number of edges along the curve + the number of
 * its vertices whose partner is on the left of the curve. */
static bool form_of(const int *curve, int length, const struct pm_plane *plane, const bool *along,
                    const int *mate)
{
    bool odd = true;

    for (int k = 0; k < length; k++) {
        const int in = curve[k], out = curve[(k + 1) % length];
        odd ^= along[in];
        for (int h = plane->next[in ^ 1]; h != out; h = plane->next[h])
            odd ^= mate[plane->head[in]] == plane->head[h];
    }
    return odd;
}

/* Reverses the edges of the dual curve of an extra edge: the extra edge itself, and the edges by
 * which the two faces beside it, and all their ancestors in the tree of faces, are entered. */
static void turn_dual(bool *along, const struct torus *t, int extra)
{
    const struct pm_faces *const faces = &t->faces;

    along[extra] = !along[extra];
    along[extra ^ 1] = !along[extra ^ 1];
    for (int side = 0; side < 2; side++)
        for (int f = faces->of[extra ^ side]; faces->enter[f] >= 0;) {
            const int h = faces->enter[f];
            along[h] = !along[h];
            along[h ^ 1] = !along[h ^ 1];
            f = faces->of[h ^ 1];
        }
}

/* ------------------------------------------------------------------ signs */

/* signs[0 .. 3] = the four sets of signs, from an orientation whose form has the values form[0] and
 * form[1] on the two curves. */
static pm_status four_signs(struct pm_signs *signs, const struct torus *t, bool *along,
                            const bool *form, const struct pm_matrix *a, enum pm_kind kind,
                            const int *mate)
{
    for (int k = 0; k < 4; k++) {
        /* the dual curves are reversed in the order of a Gray code: 00, 01, 11, 10 */
        const bool turned[2] = {k >= 2, k == 1 || k == 2};
        if (k > 0)
            turn_dual(along, t, t->extra[k != 2]);
        PM_TRY(pm_signs_new(&signs[k], a, kind, t->plane, along, mate));
        if ((form[0] ^ turned[0]) && (form[1] ^ turned[1]))
            signs[k].term = -signs[k].term;
    }
    return PM_OK;
}

pm_status pm_signs_torus(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                         const struct pm_plane *plane, const int *mate)
{
    struct torus t = {.plane = plane};
    bool *along = NULL, form[2];
    int *curve = NULL;
    pm_status status;

    PM_TRY_GOTO(status, find_extra(&t), done);
    PM_NEW_GOTO(status, along, plane->halves, done);
    PM_NEW_GOTO(status, curve, 2 * (size_t)plane->vertices + 1, done);
    PM_TRY_GOTO(status, pm_plane_orient(along, plane), done);
    for (int k = 0; k < 2; k++)
        form[k] = form_of(curve, curve_of(curve, &t, t.extra[k]), plane, along, mate);
    status = four_signs(signs, &t, along, form, a, kind, mate);
done:
    torus_clear(&t);
    PM_FREE(along, curve);
    return status;
}

pm_status pm_torus_ring(int *ring, int *length, const struct pm_plane *plane)
{
    struct torus t = {.plane = plane};
    int *curve = NULL;
    pm_status status;

    PM_TRY_GOTO(status, find_extra(&t), done);
    PM_NEW_GOTO(status, curve, 2 * (size_t)plane->vertices + 1, done);
    const bool second = curve_of(curve, &t, t.extra[1]) < curve_of(curve, &t, t.extra[0]);
    *length = curve_of(curve, &t, t.extra[second]);
    for (int k = 0; k < *length; k++)
        ring[k] = plane->head[curve[k]];
done:
    torus_clear(&t);
    free(curve);
    return status;
}
