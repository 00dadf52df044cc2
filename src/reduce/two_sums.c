/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `pairs`: a small set S of vertices that hangs on two others, a and b, becomes an edge or a
 * vertex (2-sums; Straub, Thierauf and Wagner, Counting the number of perfect matchings in
 * K5-free graphs, 2014).
 *
 * Every perfect matching joins S to none, one or both of a and b; the size of S tells whether that
 * number is odd.  Let h(T) be the hafnian of S and T without the edge ab.  If the size of S is
 * even, h() and h(a, b) count the matchings inside; an edge ab with the weight h(a, b) / h() and
 * the factor h() do the same.  If it is odd, a vertex with edges of weights h(a) to a and h(b) to b
 * does.  So pieces that are not planar, on pairs of vertices of a planar graph, leave a planar one.
 *
 * S grows from a vertex: the neighbour follows that has the fewest neighbours which are new, until
 * S has two neighbours.  This finds small dense pieces, but not every S.  Cost: some hundred steps
 * for each vertex. */
#include "reduce/rewrite.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* LARGEST: vertices of S, whose hafnians are computed by their definition; BORDER: its neighbours
 * while it grows.  SMALL: matrices with fewer lines take no time anyway. */
enum { LARGEST = 10, BORDER = 12, SMALL = 14 };

struct piece {
    int size, vertex[LARGEST + 2]; /* S, then a and b */
    int entry[LARGEST + 2][LARGEST + 2];
};

struct search {
    const struct pm_matrix *a;
    int *seen; /* the vertex from which S grew that had this one in S or as a neighbour, plus 1 */
    bool *taken, *end; /* vertices of all S, and all a and b */
    struct piece *piece;
    size_t count, room;
};

static void clear(struct search *s)
{
    PM_FREE(s->seen, s->taken, s->end, s->piece);
}

/* ------------------------------------------------------------------ pieces */

static void find_entries(struct piece *p, const struct pm_matrix *a)
{
    const int all = p->size + 2;

    for (int i = 0; i < all; i++)
        for (int j = 0; j < all; j++) {
            const int row = p->vertex[i];
            p->entry[i][j] = -1;
            for (int k = a->start[row]; k < a->start[row + 1]; k++)
                if (a->col[k] == p->vertex[j] && (i < p->size || j < p->size))
                    p->entry[i][j] = k;
        }
}

/* The number of neighbours of w that are new to the S of this stamp; from BORDER + 1 on, all
 * numbers are alike, because add_vertex() fails. */
static int count_new(const struct search *s, int w, int stamp)
{
    int count = 0;

    for (int k = s->a->start[w]; k < s->a->start[w + 1] && count <= BORDER; k++)
        count += s->seen[s->a->col[k]] != stamp;
    return count;
}

/* Moves the neighbour number `at` of border[] into S; false: too many come. */
static bool add_vertex(struct search *s, struct piece *p, int *border, int *count, int at,
                       int stamp)
{
    const int v = border[at];

    p->vertex[p->size++] = v;
    border[at] = border[--*count];
    for (int k = s->a->start[v]; k < s->a->start[v + 1]; k++) {
        const int w = s->a->col[k];
        if (s->seen[w] == stamp)
            continue;
        if (*count == BORDER)
            return false;
        s->seen[w] = stamp;
        border[(*count)++] = w;
    }
    return true;
}

/* Grows S from vertex v; false: it has always more than two neighbours, or none. */
static bool grow(struct search *s, struct piece *p, int v)
{
    int border[BORDER] = {v}, count = 1, best = 0;
    const int stamp = v + 1;

    p->size = 0;
    s->seen[v] = stamp;
    while (p->size < LARGEST && add_vertex(s, p, border, &count, best, stamp)) {
        if (p->size > 1 && count <= 2) {
            memcpy(p->vertex + p->size, border, sizeof *border * (size_t)count);
            return count == 2;
        }
        int least = INT_MAX;
        for (int k = 0; k < count; k++) {
            const int new = count_new(s, border[k], stamp);
            if (new < least || (new == least &&border[k] < border[best]))
                best = k;
            least = new < least ? new : least;
        }
        if (count == 0)
            return false;
    }
    return false;
}

/* Takes the piece that grows from v, if there is one, and none of its vertices is in another. */
static pm_status find_piece(struct search *s, int v)
{
    struct piece p;

    PM_TRY(pm_budget_ask());
    if (s->taken[v] || s->end[v] || !grow(s, &p, v))
        return PM_OK;
    for (int k = 0; k < p.size + 2; k++)
        if (s->taken[p.vertex[k]] || (k < p.size && s->end[p.vertex[k]]))
            return PM_OK;
    for (int k = 0; k < p.size; k++)
        s->taken[p.vertex[k]] = true;
    s->end[p.vertex[p.size]] = s->end[p.vertex[p.size + 1]] = true;
    find_entries(&p, s->a);
    PM_TRY(pm_alloc_grow((void **)&s->piece, &s->room, s->count + 1, sizeof *s->piece));
    s->piece[s->count++] = p;
    return PM_OK;
}

/* ------------------------------------------------------------------ hafnians */

/* *sum = the hafnian of the vertices of the piece in the set `left`. */
static void small_hafnian(struct pm_gauss *sum, const struct pm_matrix *a, const struct piece *p,
                          unsigned left)
{
    struct pm_gauss x, y;
    int v = 0;

    pm_gauss_set_si(sum, left == 0);
    if (left == 0)
        return;
    while (!(left >> v & 1))
        v++;
    PM_EACH(pm_gauss_init, &x, &y);
    for (int w = v + 1; left >> w != 0; w++)
        if ((left >> w & 1) && p->entry[v][w] >= 0) {
            small_hafnian(&x, a, p, left & ~(1u << v | 1u << w));
            pm_entry_get(&y, a, p->entry[v][w]);
            pm_gauss_mul(&x, &x, &y);
            pm_gauss_add(sum, sum, &x);
        }
    PM_EACH(pm_gauss_clear, &x, &y);
}

/* ------------------------------------------------------------------ the new matrix */

static pm_status add_edge(struct pm_triplets *t, int u, int v, const struct pm_gauss *x)
{
    if (pm_gauss_is_zero(x))
        return PM_OK;
    PM_TRY(pm_triplets_add(t, u, v, x->re, t->complex_values ? x->im : NULL));
    return pm_triplets_add(t, v, u, x->re, t->complex_values ? x->im : NULL);
}

/* Adds what replaces a piece; place[] = the new number of a vertex, -1: none, and that of an odd S
 * at its first vertex. */
static pm_status replace(struct pm_triplets *t, struct pm_gauss *factor, const struct pm_matrix *a,
                         const struct piece *p, const int *place)
{
    const unsigned inside = (1u << p->size) - 1, one = 1u << p->size;
    const int u = place[p->vertex[p->size]], v = place[p->vertex[p->size + 1]];
    struct pm_gauss x, y;
    pm_status status;

    PM_EACH(pm_gauss_init, &x, &y);
    if (p->size % 2 == 0) {
        small_hafnian(&y, a, p, inside);
        pm_gauss_mul(factor, factor, &y);
        small_hafnian(&x, a, p, inside | one | one << 1);
        pm_gauss_div(&x, &x, &y);
        status = add_edge(t, u, v, &x);
    } else {
        small_hafnian(&x, a, p, inside | one);
        small_hafnian(&y, a, p, inside | one << 1);
        status = add_edge(t, place[p->vertex[0]], u, &x);
        PM_THEN(status, add_edge(t, place[p->vertex[0]], v, &y));
    }
    PM_EACH(pm_gauss_clear, &x, &y);
    return status;
}

/* Pieces whose h() is 0 stay; only numbers can make it so, or edges that no matching uses. */
static pm_status drop_empty(struct search *s)
{
    size_t kept = 0;
    struct pm_gauss x;
    pm_status status = PM_OK;

    pm_gauss_init(&x);
    for (size_t k = 0; k < s->count; k++) {
        const struct piece *const p = s->piece + k;
        PM_TRY_GOTO(status, pm_budget_ask(), done);
        if (p->size % 2 == 0)
            small_hafnian(&x, s->a, p, (1u << p->size) - 1);
        if (p->size % 2 == 1 || !pm_gauss_is_zero(&x)) {
            s->piece[kept++] = *p;
            continue;
        }
        for (int i = 0; i < p->size; i++)
            s->taken[p->vertex[i]] = false;
    }
    s->count = kept;
done:
    pm_gauss_clear(&x);
    return status;
}

/* *out = the matrix without the pieces. */
static pm_status rebuild(struct pm_matrix **out, struct pm_gauss *factor, struct search *s)
{
    const struct pm_matrix *const a = s->a;
    int *const place = s->seen, rows = 0;
    struct pm_triplets t;
    pm_status status = PM_OK;

    for (size_t k = 0; k < s->count; k++)
        if (s->piece[k].size % 2 == 1)
            s->end[s->piece[k].vertex[0]] = true; /* its number stays in use */
    for (int v = 0; v < a->rows; v++)
        place[v] = !s->taken[v] || s->end[v] ? rows++ : -1;
    pm_triplets_init(&t, rows, rows, a->im != NULL);
    for (int v = 0; v < a->rows; v++) {
        PM_TRY_GOTO(status, pm_budget_ask(), done);
        for (int k = a->start[v]; k < a->start[v + 1]; k++)
            if (!s->taken[v] && !s->taken[a->col[k]])
                PM_TRY_GOTO(status, pm_triplets_copy(&t, place[v], place[a->col[k]], a, k), done);
    }
    for (size_t k = 0; k < s->count; k++) {
        PM_TRY_GOTO(status, pm_budget_ask(), done);
        PM_TRY_GOTO(status, replace(&t, factor, a, s->piece + k, place), done);
    }
    PM_TRY_GOTO(status, pm_matrix_from_triplets(out, &t), done);
    if (a->origin == NULL)
        goto done;
    PM_NEW_GOTO(status, (*out)->origin, 2 * (size_t)rows, done);
    for (int v = 0; v < a->rows; v++)
        if (place[v] >= 0)
            (*out)->origin[place[v]] = (*out)->origin[rows + place[v]] =
                s->taken[v] ? -1 : a->origin[v];
done:
    if (status != PM_OK) {
        pm_matrix_free(*out);
        *out = NULL;
    }
    pm_triplets_clear(&t);
    return status;
}

/* *out = a smaller matrix; NULL: there are no pieces. */
static pm_status one_round(struct pm_matrix **out, struct pm_gauss *factor, size_t *pieces,
                           const struct pm_matrix *a)
{
    struct search s = {.a = a};
    pm_status status;

    *out = NULL;
    PM_NEW_GOTO(status, s.seen, a->rows, done);
    PM_NEW_GOTO(status, s.taken, a->rows, done);
    PM_NEW_GOTO(status, s.end, a->rows, done);
    for (int v = 0; v < a->rows; v++)
        PM_TRY_GOTO(status, find_piece(&s, v), done);
    PM_TRY_GOTO(status, drop_empty(&s), done);
    *pieces += s.count;
    status = s.count > 0 ? rebuild(out, factor, &s) : PM_OK;
done:
    clear(&s);
    return status;
}

pm_status pm_two_sums_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    const struct pm_matrix *now = a;
    struct pm_matrix *rest = NULL, *next;
    size_t pieces = 0;
    pm_status status = PM_OK;

    while (now->rows >= SMALL) {
        status = one_round(&next, &rewrite->factor, &pieces, now);
        if (status != PM_OK || next == NULL)
            break;
        pm_matrix_free(rest);
        now = rest = next;
    }
    if (status != PM_OK || rest == NULL) {
        pm_matrix_free(rest);
        return status;
    }
    rewrite->changed = true;
    snprintf(rewrite->note, sizeof rewrite->note, "%d vertices -> %d, %zu piece%s on two vertices",
             a->rows, rest->rows, pieces, pieces == 1 ? "" : "s");
    status = pm_rewrite_push(rewrite, rest);
    if (status != PM_OK)
        pm_matrix_free(rest);
    return status;
}
