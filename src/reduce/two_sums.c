/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `pairs`: a small set S of vertices that hangs on two or three others, its ends, becomes
 * edges between them or few vertices (2-sums and 3-sums; Straub, Thierauf and Wagner, Counting the
 * number of perfect matchings in K5-free graphs, 2014).
 *
 * Every perfect matching joins S to a set T of ends; the size of S tells whether that of T is odd.
 * Let h(T) be the hafnian of S and T without the edges between ends.  If the size of S is even, h()
 * and h(a, b) count the matchings inside; edges ab with the weights h(a, b) / h() and the factor
 * h() do the same, since two edges of a triangle have a common end.  If it is odd, a vertex with
 * edges of weights h(a) to all ends a does, unless all three ends can be joined to S.  Then it is a
 * triangle: each corner has an edge of weight 1 to an end a, and the opposite side the weight h(a)
 * / h(a, b, c), with the factor h(a, b, c).  All these leave a planar graph where pieces that are
 * not planar hang on vertices of one.
 *
 * S grows from a vertex: the neighbour follows that has the fewest neighbours which are new, until
 * S has two neighbours, or as long as it has three.  This finds small dense pieces, but not every
 * S. Cost: some hundred steps for each vertex.  Pieces with three ends are replaced if they have
 * more edges than a cubic graph without ends: few of a planar graph have, and there, other methods
 * are as fast. */
#include "reduce/rewrite.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* LARGEST: vertices of S, whose hafnians are computed, of its subsets; BORDER: its neighbours
 * while it grows.  SMALL: matrices with fewer lines take no time anyway. */
enum { LARGEST = 10, BORDER = 12, SMALL = 14, ENDS = 3 };

/* Dense: more edges than this for each vertex, those to the ends included. */
static const double DENSE = 1.5;

struct piece {
    int size, ends, vertex[LARGEST + ENDS]; /* S, then its ends */
    int left;                               /* vertices of what replaces it: 0, 1 or 3 */
    int entry[LARGEST + ENDS][LARGEST + ENDS];
};

/* Hafnians of sets of the vertices of one piece. */
struct hafnians {
    struct pm_gauss *of; /* of each set; NULL: no memory yet */
    bool *known;
    unsigned *list, count; /* the sets that are known */
};

struct search {
    const struct pm_matrix *a;
    int *seen; /* the vertex from which S grew that had this one in S or as a neighbour, plus 1 */
    bool *taken, *end; /* vertices of all S, and all ends */
    struct piece *piece;
    size_t count, room;
    struct hafnians hafnians;
};

/* ------------------------------------------------------------------ pieces */

static void find_entries(struct piece *p, const struct pm_matrix *a)
{
    const int all = p->size + p->ends;

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

/* True if S, with three ends, has many edges, and what replaces it has fewer vertices. */
static bool is_dense(const struct search *s, const struct piece *p)
{
    double edges = 0;

    for (int i = 0; i < p->size; i++)
        for (int k = s->a->start[p->vertex[i]]; k < s->a->start[p->vertex[i] + 1]; k++) {
            int j = 0;
            while (j < p->size && p->vertex[j] != s->a->col[k])
                j++;
            edges += j < p->size ? 0.5 : 1;
        }
    return p->size > (p->size % 2 == 0 ? 3 : 4) && edges > DENSE * p->size;
}

/* Grows S from vertex v; false: it has no two neighbours, and no three while it is dense. */
static bool grow(struct search *s, struct piece *p, int v)
{
    int border[BORDER] = {v}, count = 1, best = 0;
    const int stamp = v + 1;
    struct piece three = {.size = 0};

    p->size = 0;
    s->seen[v] = stamp;
    while (p->size < LARGEST && add_vertex(s, p, border, &count, best, stamp)) {
        const bool some = count == 3 ? is_dense(s, p) : p->size > 1 && count == 2;
        if (some) {
            p->ends = count;
            memcpy(p->vertex + p->size, border, sizeof *border * (size_t)count);
            three = *p;
        }
        if (count == 0 || (p->size > 1 && count <= 2))
            break;
        int least = INT_MAX;
        for (int k = 0; k < count; k++) {
            const int new = count_new(s, border[k], stamp);
            if (new < least || (new == least &&border[k] < border[best]))
                best = k;
            least = new < least ? new : least;
        }
    }
    *p = three;
    return p->size > 0;
}

/* Takes the piece that grows from v, if there is one, and none of its vertices is in another. */
static pm_status find_piece(struct search *s, int v)
{
    struct piece p;

    PM_TRY(pm_budget_ask());
    if (s->taken[v] || s->end[v] || !grow(s, &p, v))
        return PM_OK;
    for (int k = 0; k < p.size + p.ends; k++)
        if (s->taken[p.vertex[k]] || (k < p.size && s->end[p.vertex[k]]))
            return PM_OK;
    for (int k = 0; k < p.size; k++)
        s->taken[p.vertex[k]] = true;
    for (int k = 0; k < p.ends; k++)
        s->end[p.vertex[p.size + k]] = true;
    find_entries(&p, s->a);
    PM_TRY(pm_alloc_grow((void **)&s->piece, &s->room, s->count + 1, sizeof *s->piece));
    s->piece[s->count++] = p;
    return PM_OK;
}

/* ------------------------------------------------------------------ hafnians */

static pm_status hafnians_new(struct hafnians *h)
{
    const size_t sets = (size_t)1 << (LARGEST + ENDS);

    PM_NEW(h->known, sets);
    PM_NEW(h->list, sets);
    PM_NEW(h->of, sets);
    return PM_OK;
}

/* Begins another piece. */
static void hafnians_forget(struct hafnians *h)
{
    for (; h->count > 0; h->count--) {
        const unsigned set = h->list[h->count - 1];
        pm_gauss_clear(&h->of[set]);
        h->known[set] = false;
    }
}

static void hafnians_clear(struct hafnians *h)
{
    hafnians_forget(h);
    PM_FREE(h->of, h->known, h->list);
}

/* The hafnian of the vertices of the piece in the set `left`. */
static const struct pm_gauss *small_hafnian(struct hafnians *h, const struct pm_matrix *a,
                                            const struct piece *p, unsigned left)
{
    struct pm_gauss *const sum = &h->of[left];
    struct pm_gauss x;
    int v = 0;

    if (h->known[left])
        return sum;
    h->known[left] = true;
    h->list[h->count++] = left;
    pm_gauss_init(sum);
    pm_gauss_set_si(sum, left == 0);
    if (left == 0)
        return sum;
    while (!(left >> v & 1))
        v++;
    pm_gauss_init(&x);
    for (int w = v + 1; left >> w != 0; w++)
        if ((left >> w & 1) && p->entry[v][w] >= 0) {
            pm_entry_get(&x, a, p->entry[v][w]);
            pm_gauss_mul(&x, &x, small_hafnian(h, a, p, left & ~(1u << v | 1u << w)));
            pm_gauss_add(sum, sum, &x);
        }
    pm_gauss_clear(&x);
    return sum;
}

/* ------------------------------------------------------------------ the new matrix */

static pm_status add_edge(struct pm_triplets *t, int u, int v, const struct pm_gauss *x)
{
    if (pm_gauss_is_zero(x))
        return PM_OK;
    PM_TRY(pm_triplets_add(t, u, v, x->re, t->complex_values ? x->im : NULL));
    return pm_triplets_add(t, v, u, x->re, t->complex_values ? x->im : NULL);
}

/* The vertices of S and of all ends that are in the set. */
static unsigned with_ends(const struct piece *p, unsigned ends)
{
    return ((1u << p->size) - 1) | ends << p->size;
}

/* Adds what replaces a piece; place[] = the new number of a vertex, -1: none.  The first vertices
 * of S have those of the vertices that are left. */
static pm_status replace(struct pm_triplets *t, struct pm_gauss *factor, struct search *s,
                         const struct piece *p, const int *place)
{
    const int *const end = p->vertex + p->size;
    const unsigned all = (1u << p->ends) - 1;
    struct hafnians *const h = &s->hafnians;
    struct pm_gauss x;
    pm_status status = PM_OK;

    hafnians_forget(h);
    pm_gauss_init(&x);
    const struct pm_gauss *const whole =
        small_hafnian(h, s->a, p, with_ends(p, p->left == 0 ? 0 : all));
    if (p->left != 1)
        pm_gauss_mul(factor, factor, whole);
    for (int i = 0; i < p->ends && p->left == 1; i++)
        PM_THEN(status, add_edge(t, place[p->vertex[0]], place[end[i]],
                                 small_hafnian(h, s->a, p, with_ends(p, 1u << i))));
    for (int i = 0; i < p->ends && p->left != 1; i++)
        for (int j = 0; j < i; j++) { /* the side that is opposite to the other end */
            const unsigned both = 1u << i | 1u << j;
            const unsigned set = with_ends(p, p->left == 0 ? both : all & ~both);
            pm_gauss_div(&x, small_hafnian(h, s->a, p, set), whole);
            const int *const from = p->left == 0 ? end : p->vertex;
            PM_THEN(status, add_edge(t, place[from[i]], place[from[j]], &x));
        }
    pm_gauss_set_si(&x, 1);
    for (int i = 0; i < p->ends && p->left == 3; i++)
        PM_THEN(status, add_edge(t, place[p->vertex[i]], place[end[i]], &x));
    pm_gauss_clear(&x);
    return status;
}

/* Finds how many vertices are left of each piece.  Pieces of even size whose h() is 0 stay; only
 * numbers can make it so, or edges that no matching uses. */
static pm_status drop_empty(struct search *s)
{
    size_t kept = 0;

    for (size_t k = 0; k < s->count; k++) {
        struct piece *const p = s->piece + k;
        const bool odd = p->size % 2 == 1;
        PM_TRY(pm_budget_ask());
        hafnians_forget(&s->hafnians);
        const bool some =
            (!odd || p->ends == 3) &&
            !pm_gauss_is_zero(small_hafnian(&s->hafnians, s->a, p, with_ends(p, odd ? 7 : 0)));
        p->left = !odd ? 0 : some ? 3 : 1;
        if (odd || some) {
            s->piece[kept++] = *p;
            continue;
        }
        for (int i = 0; i < p->size; i++)
            s->taken[p->vertex[i]] = false;
    }
    s->count = kept;
    return PM_OK;
}

/* *out = the matrix without the pieces. */
static pm_status rebuild(struct pm_matrix **out, struct pm_gauss *factor, struct search *s)
{
    const struct pm_matrix *const a = s->a;
    int *const place = s->seen, rows = 0;
    struct pm_triplets t;
    pm_status status = PM_OK;

    for (size_t k = 0; k < s->count; k++)
        for (int i = 0; i < s->piece[k].left; i++)
            s->end[s->piece[k].vertex[i]] = true; /* its number stays in use */
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
        PM_TRY_GOTO(status, replace(&t, factor, s, s->piece + k, place), done);
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

static void clear(struct search *s)
{
    hafnians_clear(&s->hafnians);
    PM_FREE(s->seen, s->taken, s->end, s->piece);
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
    if (s.count > 0)
        PM_TRY_GOTO(status, hafnians_new(&s.hafnians), done);
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
    snprintf(rewrite->note, sizeof rewrite->note,
             "%d vertices -> %d, %zu piece%s on two or three vertices", a->rows, rest->rows, pieces,
             pieces == 1 ? "" : "s");
    status = pm_rewrite_push(rewrite, rest);
    if (status != PM_OK)
        pm_matrix_free(rest);
    return status;
}
