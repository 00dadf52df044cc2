/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums over matchings that leave vertices free, as one permanent or one hafnian: the matchings of
 * all sizes, and those that leave exactly K vertices free.
 *
 * All sizes.
 *
 * Matrix: each line of the shorter side gets a new line of the other side, with a single entry 1.
 * A line that is left out of a matching is matched with its new line.  The permanent of (A | I) is
 * the sum over all matchings of A.  Free lines may have weights x of the shorter and y of the
 * longer side: entries are divided by y / c, with c the first y; then c x stands for 1, and the
 * product of all y / c, times c for each line that the longer side has more, is a factor.
 *
 * Graph: vertex v may be matched with a new partner t_v instead of a neighbour.  The unused
 * partners must always have exactly one perfect matching.  So each t_v is a corner of a triangle;
 * its two other corners are joined to the triangles before and after it.  The first and the last
 * triangle are single vertices.  A triangle has a perfect matching where an odd number of its
 * corners is matched outside, and then exactly one.  So each link of the chain of triangles is
 * forced, one after another.  The last link fits, since the number of vertices that a matching
 * leaves out has the parity of the order.  (A matchgate of odd parity: Valiant, Holographic
 * algorithms, SIAM J. Comput. 37, 2008.) A sweep along the chain needs only one more vertex in its
 * frontier than a sweep of the graph in the same order.  That order is a breadth-first order or the
 * given one, whichever has the narrower frontier.  Cost: linear.
 *
 * Exactly K free vertices.  K new vertices are joined to all others by edges of weight 1: they are
 * the partners of the free vertices, in K! ways.  One more edge, of weight 1 / K!, removes this
 * factor.  (Berge, Graphs and Hypergraphs, 1973, chapter 8, adds vertices like that.)  In a
 * bipartite graph with m and n vertices, (K - n + m) / 2 of the new vertices are in the second side
 * and (K + n - m) / 2 in the first.  A new vertex stays in the frontier of a sweep all the time: K
 * bits more. */
#include "base/alloc.h"
#include "base/budget.h"
#include "base/status.h"
#include "base/argument.h"
#include "model/adjacent.h"
#include "model/blossom.h"
#include "model/variant.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- matrices */

/* *factor = the product of all weights y / c of the longer side, times c^surplus. */
static void find_factor(fmpq_t factor, const fmpq *y, int longer, int surplus)
{
    fmpq_one(factor);
    if (longer > 0)
        fmpq_pow_si(factor, y, surplus);
    for (int j = 1; j < longer; j++)
        if (!fmpq_equal(y + j, y)) {
            fmpq_mul(factor, factor, y + j);
            fmpq_div(factor, factor, y);
        }
}

/* Puts entry k of a, divided by y[j] / y[0]. */
static void put_divided(struct pm_matrix *b, int to, const struct pm_matrix *a, int k,
                        const fmpq *y, int j)
{
    fmpq_t by;

    pm_matrix_put(b, to, a->col[k], a, k);
    if (fmpq_equal(y, y + j))
        return;
    fmpq_init(by);
    fmpq_div(by, y, y + j);
    fmpq_mul(b->re + to, b->re + to, by);
    if (b->im != NULL)
        fmpq_mul(b->im + to, b->im + to, by);
    fmpq_clear(by);
}

/* (A | I), or A above I where A has more rows than columns, with weights of the rows and columns
 * that stay free.  One more row and column have the factor, if it is not 1. */
static pm_status widen(struct pm_matrix **out, const struct pm_matrix *a, const fmpq *row,
                       const fmpq *col)
{
    const bool tall = a->rows > a->cols;
    const int shorter = tall ? a->cols : a->rows, nnz = pm_matrix_nnz(a);
    const int longer = tall ? a->rows : a->cols;
    const fmpq *const x = tall ? col : row, *const y = tall ? row : col;
    struct pm_matrix *b;
    fmpq_t factor;
    int count = 0;

    if (nnz > INT_MAX - shorter - 1)
        return pm_fail(PM_UNABLE, "%d entries are too many for a total", nnz);
    fmpq_init(factor);
    find_factor(factor, y, longer, longer - shorter);
    const int more = !fmpq_is_one(factor);
    const pm_status status =
        pm_matrix_new(&b, a->rows + (tall ? shorter : 0) + more,
                      a->cols + (tall ? 0 : shorter) + more, nnz + shorter + more, a->im != NULL);
    if (status != PM_OK) {
        fmpq_clear(factor);
        return status;
    }
    for (int i = 0; i < b->rows - more; i++) {
        for (int k = i < a->rows ? a->start[i] : nnz; k < a->start[i < a->rows ? i + 1 : a->rows];
             k++)
            put_divided(b, count++, a, k, y, tall ? i : a->col[k]);
        if (!tall || i >= a->rows) {
            b->col[count] = tall ? i - a->rows : a->cols + i;
            fmpq_mul(b->re + count, x + (tall ? i - a->rows : i), y);
            count++;
        }
        b->start[i + 1] = count;
    }
    if (more) {
        b->col[count] = b->cols - 1;
        fmpq_set(b->re + count++, factor);
        b->start[b->rows] = count;
    }
    fmpq_clear(factor);
    *out = b;
    return PM_OK;
}

/* --------------------------------------------------------------------- graphs */

/* Adds an entry; if `mirrored`, also at the transposed place. */
static pm_status put(struct pm_triplets *t, int row, int col, const fmpq_t x, bool mirrored)
{
    PM_TRY(pm_triplets_add(t, row, col, x, NULL));
    return mirrored ? pm_triplets_add(t, col, row, x, NULL) : PM_OK;
}

static pm_status put_one(struct pm_triplets *t, int row, int col, bool mirrored)
{
    fmpq_t one;

    fmpq_init(one);
    fmpq_one(one);
    const pm_status status = put(t, row, col, one, mirrored);
    fmpq_clear(one);
    return status;
}

static pm_status put_all(struct pm_triplets *t, const struct pm_matrix *a)
{
    PM_EACH_ENTRY(a, i, k)
        PM_TRY(pm_triplets_copy(t, i, a->col[k], a, k));
    return PM_OK;
}

/* The vertices of a symmetric matrix in breadth-first order, starting at the first vertex of each
 * component. */
static pm_status breadth_first(int *order, const struct pm_matrix *a)
{
    int count = 0;
    bool *seen;

    PM_NEW(seen, a->rows);
    for (int root = 0; root < a->rows; root++) {
        if (seen[root])
            continue;
        seen[root] = true;
        order[count++] = root;
        for (int next = count - 1; next < count; next++)
            for (int k = a->start[order[next]]; k < a->start[order[next] + 1]; k++)
                if (!seen[a->col[k]]) {
                    seen[a->col[k]] = true;
                    order[count++] = a->col[k];
                }
    }
    free(seen);
    return PM_OK;
}

/* *width = the largest frontier of this order: the vertices that have come, or that have a
 * neighbour that has come, but are not finished. */
static pm_status measure(int *width, const int *order, const struct pm_matrix *a)
{
    const int n = a->rows;
    int *place = NULL, *change = NULL, frontier = 0;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, place, n, done);
    PM_NEW_GOTO(status, change, n + 1, done);
    for (int i = 0; i < n; i++)
        place[order[i]] = i;
    for (int v = 0; v < n; v++) {
        int first = place[v];
        for (int k = a->start[v]; k < a->start[v + 1]; k++)
            first = first < place[a->col[k]] ? first : place[a->col[k]];
        change[first]++;
        change[place[v] + 1]--;
    }
    *width = 0;
    for (int i = 0; i < n; i++) {
        frontier += change[i];
        *width = *width > frontier ? *width : frontier;
    }
done:
    PM_FREE(place, change);
    return status;
}

/* Chooses the order with the narrower frontier. */
static pm_status choose_order(int *order, const struct pm_matrix *a)
{
    const int n = a->rows;
    int breadth, own;

    for (int v = 0; v < n; v++)
        order[v] = v;
    PM_TRY(measure(&own, order, a));
    PM_TRY(breadth_first(order, a));
    PM_TRY(measure(&breadth, order, a));
    for (int v = 0; own < breadth && v < n; v++)
        order[v] = v;
    return PM_OK;
}

/* Adds the chain of partners of the vertices in this order; their numbers start at a->rows. */
static pm_status put_chain(struct pm_triplets *t, const int *order, int n, const fmpq *weight)
{
    int at = n;

    for (int i = 0; i < n; i++) {
        const bool end = i == 0 || i == n - 1;
        if (!end) {
            PM_TRY(put_one(t, at, at + 1, true));
            PM_TRY(put_one(t, at + 1, at + 2, true));
            PM_TRY(put_one(t, at, at + 2, true));
        }
        PM_TRY(put(t, order[i], end ? at : at + 1, weight + order[i], true));
        if (i > 0) /* joins the last corner of the previous triangle to the first of this one */
            PM_TRY(put_one(t, at - 1, at, true));
        at += end ? 1 : 3;
    }
    return PM_OK;
}

static pm_status chain(struct pm_matrix **out, const struct pm_matrix *a, const fmpq *weight)
{
    const int n = a->rows, order = n + (n < 3 ? n : 3 * n - 4);
    struct pm_triplets t;
    int *first = NULL;
    pm_status status;

    pm_triplets_init(&t, order, order, a->im != NULL);
    PM_NEW_GOTO(status, first, n, done);
    PM_TRY_GOTO(status, choose_order(first, a), done);
    PM_TRY_GOTO(status, put_all(&t, a), done);
    PM_TRY_GOTO(status, put_chain(&t, first, n, weight), done);
    status = pm_matrix_from_triplets(out, &t);
done:
    pm_triplets_clear(&t);
    free(first);
    return status;
}

/* --------------------------------------------------------- K free vertices */

/* *out = the matrix without lines that were added only to make it square. */
static pm_status drop_padding(struct pm_matrix **out, const struct pm_problem *problem)
{
    const int rows = pm_problem_vertex_lines(problem, false);
    const int cols = pm_problem_vertex_lines(problem, true);
    const int lines = rows > cols ? rows : cols;
    pm_status status;
    int *line;

    PM_NEW(line, lines);
    for (int k = 0; k < lines; k++)
        line[k] = k;
    status = pm_matrix_sub(out, problem->a, rows, line, cols, line);
    free(line);
    return status;
}

/* Adds the entry 1 / (x! y!). */
static pm_status put_share(struct pm_triplets *t, int row, int col, int x, int y, bool mirrored)
{
    fmpq_t share;
    fmpz_t second;

    fmpq_init(share);
    fmpz_init(second);
    fmpz_one(fmpq_numref(share));
    fmpz_fac_ui(fmpq_denref(share), (ulong)x);
    fmpz_fac_ui(second, (ulong)y);
    fmpz_mul(fmpq_denref(share), fmpq_denref(share), second);
    const pm_status status = put(t, row, col, share, mirrored);
    fmpz_clear(second);
    fmpq_clear(share);
    return status;
}

/* Joins `partners` new lines, from `first` on, to lines 0 .. lines - 1 of the other side. */
static pm_status put_partners(struct pm_triplets *t, int first, int partners, int lines, bool rows,
                              bool mirrored)
{
    for (int p = first; p < first + partners; p++)
        for (int v = 0; v < lines; v++)
            PM_TRY(put_one(t, rows ? p : v, rows ? v : p, mirrored));
    return PM_OK;
}

/* *out = `a` with x new columns and y new rows, or for a general graph with y new vertices. */
static pm_status add_partners(struct pm_matrix **out, const struct pm_matrix *a, int x, int y,
                              bool mirrored)
{
    const int shares = x > 1 || y > 1, rows = a->rows + y, cols = a->cols + (mirrored ? y : x);
    const int more = shares * (mirrored ? 2 : 1);
    struct pm_triplets t;
    pm_status status;

    pm_triplets_init(&t, rows + more, cols + more, a->im != NULL);
    PM_TRY_GOTO(status, put_all(&t, a), done);
    PM_TRY_GOTO(status, put_partners(&t, a->rows, y, a->cols, true, mirrored), done);
    PM_TRY_GOTO(status, put_partners(&t, a->cols, x, a->rows, false, false), done);
    if (shares)
        PM_TRY_GOTO(status, put_share(&t, rows, cols + more - 1, x, y, mirrored), done);
    status = pm_matrix_from_triplets(out, &t);
done:
    pm_triplets_clear(&t);
    return status;
}

/* *out = a matrix without matchings. */
static pm_status no_matchings(struct pm_matrix **out)
{
    struct pm_triplets t;

    pm_triplets_init(&t, 2, 2, false);
    const pm_status status = pm_matrix_from_triplets(out, &t);
    pm_triplets_clear(&t);
    return status;
}

/* -------------------------------------------------------------------- problem */

/* *out = a problem of the same kind with this matrix, which it owns, also after a failure. */
static pm_status wrap(pm_problem **out, const struct pm_problem *problem, struct pm_matrix *a)
{
    const pm_status status = pm_problem_wrap(out, problem->field, a);

    if (status != PM_OK) {
        pm_matrix_free(a);
        return status;
    }
    (*out)->kind = problem->kind;
    (*out)->memory = problem->memory;
    return PM_OK;
}

static pm_status copy_vertices(int **to, const int *from, int count)
{
    if (from == NULL)
        return PM_OK;
    PM_NEW(*to, count);
    memcpy(*to, from, (size_t)count * sizeof **to);
    return PM_OK;
}

/* Keeps a copy of the problem as the base of a wider one. */
static pm_status keep_base(pm_problem *wider, const pm_problem *problem)
{
    struct pm_matrix *a;

    PM_TRY(pm_matrix_copy(&a, problem->a));
    PM_TRY(wrap(&wider->base, problem, a));
    PM_TRY(pm_labels_copy(&wider->base->vertex_name, &problem->vertex_name));
    PM_TRY(pm_labels_copy(&wider->base->row_name, &problem->row_name));
    PM_TRY(pm_labels_copy(&wider->base->col_name, &problem->col_name));
    PM_TRY(copy_vertices(&wider->base->row_vertex, problem->row_vertex, a->rows));
    return copy_vertices(&wider->base->col_vertex, problem->col_vertex, a->cols);
}

/* The vertices that a largest matching leaves free. */
static pm_status find_least(int *free_vertices, const struct pm_matrix *a, enum pm_kind kind)
{
    struct pm_adjacent graph;

    PM_TRY(pm_adjacent_new(&graph, a, kind));
    const pm_status status = pm_blossom_left(free_vertices, graph.vertices, graph.start, graph.to);
    pm_adjacent_clear(&graph);
    return status;
}

static pm_status unmatched(pm_problem **out, const struct pm_problem *problem, int free_vertices)
{
    const bool general = problem->kind == PM_HAFNIAN;
    struct pm_matrix *a = NULL, *wider = NULL;
    pm_problem *made = NULL;

    PM_TRY(pm_variant_check(problem));
    if (free_vertices < PM_UNMATCHED_LEAST)
        return pm_fail(PM_INPUT, "%d vertices cannot stay free", free_vertices);
    PM_TRY(pm_problem_without_gadgets(problem, "free vertices"));
    PM_TRY(pm_problem_unrequired(problem));
    PM_TRY(drop_padding(&a, problem));
    if (free_vertices == PM_UNMATCHED_LEAST) {
        const pm_status found = find_least(&free_vertices, a, problem->kind);
        if (found != PM_OK) {
            pm_matrix_free(a);
            return found;
        }
    }
    const int all = general ? a->rows : a->rows + a->cols, surplus = a->cols - a->rows;
    const int x = general ? 0 : (free_vertices - surplus) / 2, y = free_vertices - x;
    const bool none = free_vertices > all || (all - free_vertices) % 2 != 0 ||
                      (!general && (free_vertices < surplus || free_vertices < -surplus));
    pm_status status = none ? no_matchings(&wider) : add_partners(&wider, a, x, y, general);
    pm_matrix_free(a);
    PM_THEN(status, wrap(&made, problem, wider));
    PM_THEN(status, keep_base(made, problem));
    if (status == PM_OK && free_vertices > 1 && made->field == PM_FIELD_PATTERN)
        made->field = PM_FIELD_INTEGER;
    if (status == PM_OK)
        made->free_vertices = free_vertices;
    PM_GIVE(out, made, status, pm_problem_free);
}

/* A problem of this matrix, which keeps a copy of `problem` and of the weights. */
static pm_status total_problem(pm_problem *made, const struct pm_problem *problem,
                               const fmpq *alone)
{
    const int lines = pm_problem_lines(problem);
    bool whole = true, ones = true;

    PM_TRY(keep_base(made, problem));
    made->free_vertices = PM_FREE_ANY;
    for (int v = 0; v < lines; v++) {
        whole = whole && fmpz_is_one(fmpq_denref(alone + v));
        ones = ones && fmpq_is_one(alone + v);
    }
    if (ones)
        return PM_OK;
    PM_NEW(made->alone, lines);
    for (int v = 0; v < lines; v++)
        fmpq_set(made->alone + v, alone + v);
    if (made->field == PM_FIELD_PATTERN || (made->field == PM_FIELD_INTEGER && !whole))
        made->field = whole ? PM_FIELD_INTEGER : PM_FIELD_REAL;
    return PM_OK;
}

static pm_status total(pm_problem **out, const struct pm_problem *problem, const fmpq *alone)
{
    enum { LINES_MOST = 1 << 28 };
    struct pm_matrix *a = NULL, *wider = NULL;
    pm_problem *made = NULL;

    PM_TRY(pm_variant_check(problem));
    PM_TRY(pm_problem_without_gadgets(problem, "total"));
    PM_TRY(pm_problem_unrequired(problem));
    if (problem->a->rows > LINES_MOST || problem->a->cols > LINES_MOST)
        return pm_fail(PM_UNABLE, "%d x %d: too large for a total", problem->a->rows,
                       problem->a->cols);
    PM_TRY(drop_padding(&a, problem));
    pm_status status = problem->kind == PM_HAFNIAN
                           ? chain(&wider, a, alone)
                           : widen(&wider, a, alone, alone + problem->a->rows);
    pm_matrix_free(a);
    PM_THEN(status, wrap(&made, problem, wider));
    PM_THEN(status, total_problem(made, problem, alone));
    PM_GIVE(out, made, status, pm_problem_free);
}

pm_status pm_total_weighted(pm_problem **out, const struct pm_problem *problem, const fmpq *alone)
{
    PM_RETURN_WITHIN(problem->memory, true, total(out, problem, alone));
}

pm_status pm_problem_unmatched(pm_problem **out, const pm_problem *problem, int free_vertices)
{
    PM_ARGUMENTS(out, problem);
    PM_RETURN_WITHIN(problem->memory, true, unmatched(out, problem, free_vertices));
}

pm_status pm_problem_total(pm_problem **out, const pm_problem *problem)
{
    fmpq *one;

    PM_ARGUMENTS(out, problem);
    PM_NEW(one, pm_problem_lines(problem) + 1);
    for (int v = 0; v < pm_problem_lines(problem); v++)
        fmpq_one(one + v);
    const pm_status status = pm_total_weighted(out, problem, one);
    free(one);
    return status;
}
