/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signs of a graph that is drawn on a surface (Kasteleyn 1963; Tesler, Matchings in graphs on
 * non-orientable surfaces, Journal of Combinatorial Theory B 78, 2000; Cimasoni, Dimers on graphs
 * in non-orientable surfaces, Letters in Mathematical Physics 87, 2009).
 *
 * Take an orientation that is right at every face (orient.c).  Let M and N be perfect matchings.
 * Their terms differ by the factor i^q(c), where c is the class of their difference in the homology
 * modulo 2, of dimension r, and q is a quadratic form: q(c + d) = q(c) + q(d) + 2 c.d modulo 4.
 * Without twisted edges, it has the values 0 and 2.
 *
 * A spanning tree of the graph, and a tree of faces that does not cross it, leave r edges.  Each
 * closes a curve in the first tree and another one, its dual, in the second.  A dual crosses its
 * own curve once, and no other one.  To reverse the edges that a dual crosses changes q by 2 at its
 * curve.  So the 2^r sets of duals give all 2^r forms q_s(c) = q(c) + 2 s.c, and the sum over all
 * matchings is 2^-r times the sum of w_s Pf(K_s) over all s, with w_s = sum of i^-q_s(c) over all
 * classes c.  The modulus of w_s is 2^(r/2); its argument, a multiple of 45 degrees, is Brown's
 * invariant of q_s, or Arf's.
 *
 * Vertices are turned until no edge of the spanning tree is twisted.  If the tree is contracted to
 * a point, two curves cross if their ends alternate around it; a twisted one crosses itself. */
#include "base/alloc.h"
#include "base/bits.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

struct surface {
    struct pm_plane *plane;
    struct pm_faces faces;
    int *up; /* for each vertex: the half-edge to its parent in the spanning forest; -1: a root */
    int *depth;
    bool *used;  /* the edges of the forest, then also those that the forest of faces crosses */
    int *extra;  /* a half-edge of each of the other edges */
    int rank;    /* their number */
    int *curve;  /* room for the half-edges of a curve */
    bool *along; /* an orientation */
    unsigned crossed_by[PM_RANK_MOST]; /* for each curve: the set of curves that cross it */
    int form[PM_RANK_MOST];            /* q */
};

static void surface_clear(struct surface *s)
{
    pm_faces_clear(&s->faces);
    PM_FREE(s->up, s->depth, s->used, s->extra, s->curve, s->along);
}

/* ------------------------------------------------------------------ trees */

/* Changes the direction of rotation at v. */
static void turn_vertex(struct pm_plane *plane, int v)
{
    const int first = plane->first[v];
    int before = first;

    for (int h = plane->next[first]; h != first;) {
        const int after = plane->next[h];
        plane->next[h] = before;
        plane->twisted[h / 2] = !plane->twisted[h / 2];
        before = h;
        h = after;
    }
    plane->next[first] = before;
    plane->twisted[first / 2] = !plane->twisted[first / 2];
}

/* Makes a breadth-first tree of untwisted edges from vertex `root`. */
static void grow_tree(struct surface *s, int *queue, int root)
{
    struct pm_plane *const plane = s->plane;
    int tail = 1;

    queue[0] = root;
    s->depth[root] = 0;
    for (int head = 0; head < tail; head++) {
        const int v = queue[head];
        for (int h = plane->first[v]; h >= 0;) {
            const int w = plane->head[h];
            if (s->depth[w] < 0) {
                s->depth[w] = s->depth[v] + 1;
                s->up[w] = h ^ 1;
                s->used[h / 2] = true;
                queue[tail++] = w;
                if (pm_plane_twisted(plane, h))
                    turn_vertex(plane, w);
            }
            h = plane->next[h] == plane->first[v] ? -1 : plane->next[h];
        }
    }
}

/* Finds the trees and the extra edges. */
static pm_status find_trees(struct surface *s)
{
    struct pm_plane *const plane = s->plane;
    int *queue;

    PM_NEW(s->up, plane->vertices);
    PM_NEW(s->depth, plane->vertices);
    PM_NEW(s->used, plane->halves / 2);
    PM_NEW(s->extra, plane->halves / 2);
    PM_NEW(s->curve, 2 * (size_t)plane->vertices + 1);
    PM_NEW(queue, plane->vertices);
    for (int v = 0; v < plane->vertices; v++)
        s->depth[v] = s->up[v] = -1;
    for (int v = 0; v < plane->vertices; v++)
        if (s->depth[v] < 0)
            grow_tree(s, queue, v);
    free(queue);
    PM_TRY(pm_faces_find(&s->faces, plane, s->used));
    for (int f = 0; f < s->faces.count; f++)
        if (s->faces.enter[f] >= 0)
            s->used[s->faces.enter[f] / 4] = true;
    for (int h = 0; h < plane->halves; h += 2)
        if (!s->used[h / 2] && !pm_plane_removed(plane, h))
            s->extra[s->rank++] = h;
    return PM_OK;
}

/* s->curve[] = the half-edges of the closed walk that consists of an extra edge, the first one, and
 * the tree paths of its ends.  Returns its length. */
static int curve_of(struct surface *s, int extra)
{
    const struct pm_plane *const plane = s->plane;
    int length = 0, back = 2 * plane->vertices, u = plane->head[extra], v = plane->head[extra ^ 1];

    s->curve[length++] = extra;
    while (u != v) {
        if (s->depth[u] >= s->depth[v]) {
            s->curve[length++] = s->up[u];
            u = plane->head[s->up[u]];
        } else {
            s->curve[--back] = s->up[v] ^ 1; /* stored backwards from the end of curve[] */
            v = plane->head[s->up[v]];
        }
    }
    while (back < 2 * plane->vertices)
        s->curve[length++] = s->curve[back++];
    return length;
}

/* ------------------------------------------------------------------ crossings */

/* Walks around the tree of a root, and gives the ends of extra edges numbers in their order. */
static void number_ends(int *number, int *next, const struct surface *s, int root)
{
    const struct pm_plane *const plane = s->plane;
    const int first = plane->first[root];

    for (int h = first; h >= 0;) {
        const int v = plane->head[h ^ 1], w = plane->head[h];
        const bool in_tree = s->up[v] == h || s->up[w] == (h ^ 1);
        if (!in_tree && !s->used[h / 2])
            number[h] = (*next)++;
        h = plane->next[in_tree ? h ^ 1 : h];
        h = h == first ? -1 : h;
    }
}

static void cross_curves(struct surface *s, const int *number)
{
    for (int j = 0; j < s->rank; j++) {
        const int x = number[s->extra[j]], y = number[s->extra[j] ^ 1];
        for (int k = 0; k < s->rank; k++) {
            const int u = number[s->extra[k]], v = number[s->extra[k] ^ 1];
            const bool one = (x < u) != (y < u), other = (x < v) != (y < v);
            if (j == k ? pm_plane_twisted(s->plane, s->extra[j]) : one != other)
                s->crossed_by[j] |= 1u << k;
        }
    }
}

static pm_status find_crossings(struct surface *s)
{
    int *number, next = 0;

    PM_NEW(number, s->plane->halves);
    for (int v = 0; v < s->plane->vertices; v++)
        if (s->up[v] < 0)
            number_ends(number, &next, s, v);
    cross_curves(s, number);
    free(number);
    return PM_OK;
}

/* ------------------------------------------------------------------ the form */

/* True if the partner of the end of half-edge `in` is between `in` and `out`, on the left. */
static bool is_left(const struct surface *s, int in, int out, const int *mate)
{
    const struct pm_plane *const plane = s->plane;

    for (int h = plane->next[in ^ 1]; h != out; h = plane->next[h])
        if (mate[plane->head[in]] == plane->head[h])
            return true;
    return false;
}

/* The form q of the curve of an extra edge, modulo 4: 2 if it is even, where it is the number of
 * the edges along the curve and of its vertices whose partner is on its left.  A twisted edge, the
 * last one if the curve begins at its head, counts as reversed; where the curve begins, left
 * becomes right, and a partner there makes a quarter turn in one direction or the other. */
static int form_of(struct surface *s, int extra, const int *mate)
{
    const int length = curve_of(s, extra), *const curve = s->curve;
    const bool twisted = pm_plane_twisted(s->plane, extra);
    const int begin = s->plane->head[extra], partner = mate[begin];
    bool odd = true;

    for (int k = 0; k < length; k++) {
        const int in = curve[k], out = curve[(k + 1) % length];
        odd ^= s->along[in] != (k == 0 && twisted);
        if (k > 0 || !twisted)
            odd ^= is_left(s, in, out, mate);
    }
    if (!twisted)
        return odd ? 2 : 0;
    const bool before =
        partner == s->plane->head[extra ^ 1] || is_left(s, extra, curve[1 % length], mate);
    return (odd ? 2 : 0) + (before ? 1 : 3);
}

/* turns[t] = n, where w is a positive multiple of i^n, or of i^n (1 + i), for the set t of duals.
 * The sum over the classes is a Hadamard transform. */
static void find_weights(int *turns, const struct surface *s)
{
    int q[1 << PM_RANK_MOST] = {0}, re[1 << PM_RANK_MOST], im[1 << PM_RANK_MOST];
    const int classes = 1 << s->rank;

    for (int c = 0; c < classes; c++) {
        const int rest = c & (c - 1), j = c > 0 ? pm_gray_bit((uint64_t)c) : 0;
        if (c > 0)
            q[c] = q[rest] + s->form[j] + 2 * pm_popcount(s->crossed_by[j] & (unsigned)rest);
        re[c] = q[c] % 2 ? 0 : 1 - q[c] % 4;
        im[c] = q[c] % 2 ? q[c] % 4 - 2 : 0;
    }
    for (int step = 1; step < classes; step *= 2)
        for (int c = 0; c < classes; c++)
            if (!(c & step)) {
                const int x = re[c], y = im[c];
                re[c] += re[c + step];
                im[c] += im[c + step];
                re[c + step] = x - re[c + step];
                im[c + step] = y - im[c + step];
            }
    for (int c = 0; c < classes; c++)
        turns[c] = re[c] > 0 && im[c] >= 0 ? 0 : re[c] <= 0 && im[c] > 0 ? 1 : re[c] < 0 ? 2 : 3;
}

/* ------------------------------------------------------------------ signs */

/* Reverses the edges that the dual of an extra edge crosses: the extra edge itself, and the edges
 * by which the two faces beside it, and all their ancestors in the tree of faces, are entered. */
static void turn_dual(struct surface *s, int extra)
{
    const struct pm_faces *const faces = &s->faces;
    bool *const along = s->along;

    along[extra] = !along[extra];
    along[extra ^ 1] = !along[extra ^ 1];
    for (int side = 0; side < 2; side++)
        for (int f = faces->of[extra ^ side]; faces->enter[f] >= 0;) {
            const int step = faces->enter[f], h = step / 2;
            along[h] = !along[h];
            along[h ^ 1] = !along[h ^ 1];
            f = faces->of[pm_step_side(s->plane, pm_step_across(s->plane, step))];
        }
}

static pm_status all_signs(struct pm_sheets *sheets, struct surface *s, const struct pm_matrix *a,
                           enum pm_kind kind, const int *mate)
{
    int turns[1 << PM_RANK_MOST];

    find_weights(turns, s);
    PM_NEW(sheets->signs, pm_sheets_count(sheets));
    for (int c = 0; c < pm_sheets_count(sheets); c++) {
        const uint64_t set = pm_gray((uint64_t)c); /* of duals */
        struct pm_signs *const signs = &sheets->signs[set];
        if (c > 0)
            turn_dual(s, s->extra[pm_gray_bit((uint64_t)c)]);
        PM_TRY(pm_signs_new(signs, a, kind, s->plane, s->along, mate));
        signs->turns = (signs->turns + turns[set]) % 4;
    }
    return PM_OK;
}

pm_status pm_sheets_find(struct pm_sheets *sheets, const struct pm_matrix *a, enum pm_kind kind,
                         struct pm_plane *plane, const int *mate)
{
    struct surface s = {.plane = plane};
    pm_status status;

    *sheets = (struct pm_sheets){.rank = 0};
    PM_TRY_GOTO(status, find_trees(&s), done);
    if (s.rank > PM_RANK_MOST) {
        status = pm_fail(PM_UNABLE,
                         "the graph is not planar, and the embedding given needs 2^%d "
                         "Pfaffians; at most 2^%d are computed",
                         s.rank, PM_RANK_MOST);
        goto done;
    }
    PM_NEW_GOTO(status, s.along, plane->halves, done);
    pm_faces_orient(s.along, &s.faces, plane);
    PM_TRY_GOTO(status, find_crossings(&s), done);
    for (int k = 0; k < s.rank; k++) {
        s.form[k] = form_of(&s, s.extra[k], mate);
        sheets->imaginary |= pm_plane_twisted(plane, s.extra[k]);
    }
    sheets->rank = s.rank;
    status = all_signs(sheets, &s, a, kind, mate);
done:
    surface_clear(&s);
    return status;
}

void pm_sheets_clear(struct pm_sheets *sheets)
{
    for (int k = 0; sheets->signs != NULL && k < pm_sheets_count(sheets); k++)
        free(sheets->signs[k].entry);
    free(sheets->signs);
    *sheets = (struct pm_sheets){.rank = 0};
}

/* ------------------------------------------------------------------ the surface alone */

pm_status pm_surface_rank(int *rank, bool *orientable, struct pm_plane *plane)
{
    struct surface s = {.plane = plane};

    const pm_status status = find_trees(&s);
    *rank = s.rank;
    *orientable = true;
    for (int h = 0; h < plane->halves && status == PM_OK; h += 2)
        *orientable = *orientable && !pm_plane_twisted(plane, h);
    surface_clear(&s);
    return status;
}

/* *planar = the graph without the marked vertices is planar. */
static pm_status is_planar_without(bool *planar, const struct pm_adjacent *graph, const bool *out)
{
    struct pm_adjacent rest = {.vertices = graph->vertices, .rows = graph->rows};
    struct pm_plane *plane = NULL;
    int at = 0;
    pm_status status;

    PM_NEW_GOTO(status, rest.start, graph->vertices + 1, done);
    PM_NEW_GOTO(status, rest.to, graph->start[graph->vertices], done);
    for (int v = 0; v < graph->vertices; v++) {
        for (int k = graph->start[v]; k < graph->start[v + 1]; k++)
            if (!out[v] && !out[graph->to[k]])
                rest.to[at++] = graph->to[k];
        rest.start[v + 1] = at;
    }
    status = pm_plane_new(&plane, &rest);
    *planar = status == PM_OK;
    pm_plane_free(plane);
done:
    pm_adjacent_clear(&rest);
    return status == PM_UNABLE ? PM_OK : status;
}

/* The number of the shortest curve of an extra edge that is not negative. */
static int shortest_curve(struct surface *s)
{
    int best = -1, least = 0;

    for (int k = 0; k < s->rank; k++) {
        const int length = s->extra[k] < 0 ? 0 : curve_of(s, s->extra[k]);
        if (length > 0 && (best < 0 || length < least)) {
            best = k;
            least = length;
        }
    }
    return best;
}

pm_status pm_surface_ring(int *ring, int *length, unsigned *curves, struct pm_plane *plane,
                          const struct pm_adjacent *graph)
{
    struct surface s = {.plane = plane};
    bool *out = NULL, planar = false;
    pm_status status;

    *length = 0;
    *curves = 0;
    PM_TRY_GOTO(status, find_trees(&s), done);
    PM_NEW_GOTO(status, out, graph->vertices, done);
    for (int k; !planar && status == PM_OK && (k = shortest_curve(&s)) >= 0;) {
        const int edges = curve_of(&s, s.extra[k]);
        for (int j = 0; j < edges; j++) {
            const int v = plane->head[s.curve[j]];
            if (!out[v])
                ring[(*length)++] = v;
            out[v] = true;
        }
        s.extra[k] = -1;
        *curves |= 1u << k;
        status = is_planar_without(&planar, graph, out);
    }
done:
    surface_clear(&s);
    free(out);
    return status;
}
