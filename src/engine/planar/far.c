/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs that are planar but for a few edges, the far ones.
 *
 * Every perfect matching has a set of far edges.  The weight of all matchings with the set S is
 * that of S times that of the perfect matchings of the planar graph without the ends of S.  So the
 * sum over all matchings has one planar term, a leaf, for each set S that is a matching.  Far edges
 * with a common vertex form a star, of which S has at most one edge: a vertex with d far edges, for
 * example one that stands for free vertices, makes 1 + d leaves, and k edges without common
 * vertices make 2^k.
 *
 * All leaves have one drawing and one order of elimination.  A leaf leaves out the edges at the
 * ends of S, so that faces become one, and gets an orientation of its own.  The term of a leaf
 * needs a perfect matching, which is found from one of the whole graph.  Cost of the signs of a
 * leaf: linear in the edges, and a few augmenting paths. */
#include "base/alloc.h"
#include "base/status.h"
#include "engine/planar/planar.h"
#include "model/blossom.h"

#include <stdlib.h>
#include <string.h>

static const double MOST_LEAVES = 1 << 26;

/* ------------------------------------------------------------------ stars */

/* The vertex with the largest number of far edges that are in no star; -1: there are none left. */
static int centre_of(const int *degree, int vertices)
{
    int best = -1;

    for (int v = 0; v < vertices; v++)
        if (degree[v] > 0 && (best < 0 || degree[v] > degree[best]))
            best = v;
    return best;
}

/* Moves the far edges to stars.  out[] as in pm_far_find(); it becomes false. */
static pm_status make_stars(struct pm_far *far, bool *out, int *degree)
{
    const struct pm_adjacent *const g = &far->graph;

    for (int u = 0; u < g->vertices; u++)
        for (int k = g->start[u]; k < g->start[u + 1]; k++)
            degree[u] += out[k];
    far->leaves = 1;
    for (int u; (u = centre_of(degree, g->vertices)) >= 0;) {
        for (int k = g->start[u]; k < g->start[u + 1]; k++) {
            const int v = g->to[k];
            if (!out[k] || degree[v] == 0)
                continue;
            far->u[far->edges] = u;
            far->v[far->edges++] = v;
            degree[v]--;
            for (int h = g->start[v]; h < g->start[v + 1]; h++)
                out[h] = out[h] && g->to[h] != u;
            out[k] = false;
        }
        degree[u] = 0;
        far->star[++far->stars] = far->edges;
        far->leaves *= 1 + far->edges - far->star[far->stars - 1];
        if (far->leaves > MOST_LEAVES)
            return pm_fail(PM_UNABLE, "more than %.0f planar graphs", MOST_LEAVES);
    }
    return PM_OK;
}

/* far->drawn = the graph without the edges that are marked in out[]. */
static pm_status leave_out(struct pm_far *far, const bool *out)
{
    const struct pm_adjacent *const g = &far->graph;
    struct pm_adjacent *const d = &far->drawn;
    int at = 0;

    *d = (struct pm_adjacent){.vertices = g->vertices, .rows = g->rows};
    PM_NEW(d->start, g->vertices + 1);
    PM_NEW(d->to, g->start[g->vertices]);
    for (int u = 0; u < g->vertices; u++) {
        for (int k = g->start[u]; k < g->start[u + 1]; k++)
            if (!out[k])
                d->to[at++] = g->to[k];
        d->start[u + 1] = at;
    }
    return PM_OK;
}

pm_status pm_far_new(struct pm_far **out, const struct pm_matrix *a, enum pm_kind kind,
                     const int *mate, const bool *marks)
{
    struct pm_far *far;
    bool *left = NULL;
    int *degree = NULL;
    pm_status status;

    PM_NEW(far, 1);
    far->kind = kind;
    PM_TRY_GOTO(status, pm_matrix_copy(&far->a, a), done);
    PM_TRY_GOTO(status, pm_adjacent_new(&far->graph, a, kind), done);
    const int vertices = far->graph.vertices, halves = far->graph.start[vertices];
    PM_NEW_GOTO(status, left, halves, done);
    PM_NEW_GOTO(status, degree, vertices, done);
    PM_NEW_GOTO(status, far->u, halves, done);
    PM_NEW_GOTO(status, far->v, halves, done);
    PM_NEW_GOTO(status, far->star, vertices + 1, done);
    PM_NEW_GOTO(status, far->mate, vertices, done);
    memcpy(far->mate, mate, (size_t)vertices * sizeof *mate);
    memcpy(left, marks, (size_t)halves * sizeof *left);
    PM_TRY_GOTO(status, leave_out(far, marks), done);
    PM_TRY_GOTO(status, pm_plane_new(&far->plane, &far->drawn), done);
    status = make_stars(far, left, degree);
done:
    PM_FREE(left, degree);
    PM_GIVE(out, far, status, pm_far_free);
}

void pm_far_free(struct pm_far *far)
{
    if (far == NULL)
        return;
    pm_matrix_free(far->a);
    pm_adjacent_clear(&far->graph);
    pm_adjacent_clear(&far->drawn);
    pm_plane_free(far->plane);
    PM_FREE(far->mate, far->u, far->v, far->star, far);
}

/* ------------------------------------------------------------------ a leaf */

pm_status pm_far_rest(struct pm_matrix **rest, const struct pm_far *far)
{
    const struct pm_matrix *const a = far->a;
    const struct pm_adjacent *const g = &far->drawn;
    const int shift = far->kind == PM_HAFNIAN ? 0 : a->rows;
    struct pm_matrix *b;
    int at = 0;

    PM_TRY(pm_matrix_new(&b, a->rows, a->cols, pm_matrix_nnz(a), a->im != NULL));
    for (int i = 0; i < a->rows; i++) {
        for (int k = a->start[i], h = g->start[i]; k < a->start[i + 1] && h < g->start[i + 1]; k++)
            if (shift + a->col[k] == g->to[h]) {
                pm_matrix_put(b, at++, a->col[k], a, k);
                h++;
            }
        b->start[i + 1] = at;
    }
    *rest = b;
    return PM_OK;
}

bool pm_far_take(int *mate, const struct pm_far *far, uint64_t leaf)
{
    for (int v = 0; v < far->graph.vertices; v++)
        mate[v] = -1;
    for (int s = 0; s < far->stars; s++) {
        const int size = far->star[s + 1] - far->star[s];
        const int choice = (int)(leaf % (uint64_t)(size + 1)), e = far->star[s] + choice - 1;
        leaf /= (uint64_t)(size + 1);
        if (choice == 0)
            continue;
        const int u = far->u[e], v = far->v[e];
        if (mate[u] >= 0 || mate[v] >= 0)
            return false;
        mate[u] = v;
        mate[v] = u;
    }
    return true;
}

/* Completes the perfect matching mate[] by edges of the drawing. */
static pm_status complete(int *mate, bool *perfect, const struct pm_far *far)
{
    const struct pm_adjacent *const g = &far->drawn;
    struct pm_forest f;

    *perfect = true;
    PM_TRY(pm_blossom_init(&f, g->vertices, g->start, g->to));
    for (int v = 0; v < g->vertices; v++) {
        const int w = far->mate[v];
        f.match[v] = mate[v];
        if (mate[v] >= 0)
            f.label[v] = PM_INNER; /* no tree enters it, and pm_blossom_forget() leaves it so */
        for (int k = g->start[v]; mate[v] < 0 && mate[w] < 0 && k < g->start[v + 1]; k++)
            if (g->to[k] == w)
                f.match[v] = w;
    }
    /* pm_blossom_match_all() would begin with pairs that it may not take */
    for (int v = 0; v < g->vertices && *perfect; v++)
        if (f.match[v] < 0) {
            *perfect = pm_blossom_grow(&f, v);
            pm_blossom_forget(&f);
        }
    memcpy(mate, f.match, (size_t)g->vertices * sizeof *mate);
    pm_blossom_clear(&f);
    return PM_OK;
}

/* Takes the half-edge h out of the rotation at its start; it becomes a rotation of its own. */
static void unlink_half(struct pm_plane *plane, int h)
{
    const int start = plane->head[h ^ 1], before = pm_plane_before(plane, h);

    if (plane->first[start] == h)
        plane->first[start] = before == h ? -1 : plane->next[h];
    plane->next[before] = plane->next[h];
    plane->next[h] = h;
}

/* *plane = the drawing without the edges of the vertices that have a partner in mate[]. */
static pm_status draw_rest(struct pm_plane **out, const struct pm_far *far, const int *mate)
{
    const struct pm_plane *const whole = far->plane;
    const size_t vertices = (size_t)whole->vertices, halves = (size_t)whole->halves;
    struct pm_plane *plane;

    PM_TRY(pm_plane_room(&plane, whole->vertices, whole->halves));
    memcpy(plane->first, whole->first, vertices * sizeof *plane->first);
    memcpy(plane->head, whole->head, halves * sizeof *plane->head);
    memcpy(plane->next, whole->next, halves * sizeof *plane->next);
    for (int v = 0; v < plane->vertices; v++)
        while (mate[v] >= 0 && plane->first[v] >= 0) {
            const int h = plane->first[v];
            unlink_half(plane, h);
            unlink_half(plane, h ^ 1);
        }
    *out = plane;
    return PM_OK;
}

pm_status pm_far_sheets(struct pm_sheets *sheets, int *mate, bool *some, const struct pm_far *far,
                        uint64_t leaf)
{
    struct pm_plane *plane = NULL;

    *sheets = (struct pm_sheets){.rank = 0};
    *some = pm_far_take(mate, far, leaf);
    if (!*some)
        return PM_OK;
    pm_status status = draw_rest(&plane, far, mate);
    PM_THEN(status, complete(mate, some, far));
    if (status == PM_OK && *some)
        status = pm_sheets_find(sheets, far->a, far->kind, plane, mate);
    pm_plane_free(plane);
    return status;
}
