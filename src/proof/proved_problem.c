/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns a problem back into the graph or matrix that was read.  A bipartite graph has become a
 * biadjacency matrix: its rows and columns get the numbers of their vertices again. */
#include "proof/proved_problem.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/argument.h"
#include "base/text.h"

#include <stdlib.h>

/* ------------------------------------------------------------------------- edges */

struct end {
    int u, v, entry;
};

static int compare_ends(const void *a, const void *b)
{
    const struct end *const x = a, *const y = b;

    return x->u != y->u ? x->u - y->u : x->v - y->v;
}

static bool is_general(const struct pm_proved_problem *s)
{
    return s->core.kind == PM_HAFNIAN;
}

/* The ends of all edges, sorted. */
static int list_ends(struct end *end, const struct pm_proved_problem *s)
{
    const struct pm_matrix *const a = s->core.a;
    int count = 0;

    for (int i = 0; i < a->rows; i++) {
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            if (is_general(s) && a->col[k] <= i)
                continue;
            const int u = s->vertex[i], v = s->vertex[a->col[k] + (is_general(s) ? 0 : a->rows)];
            if (u < s->vertices)
                end[count++] = (struct end){u < v ? u : v, v >= s->vertices ? u : u < v ? v : u, k};
        }
    }
    pm_alloc_sort(end, (size_t)count, sizeof *end, compare_ends);
    return count;
}

static pm_status take_edges(struct pm_proved_problem *s)
{
    const struct pm_matrix *const a = s->core.a;
    const int most = pm_matrix_nnz(a);
    struct end *end;
    pm_status status = PM_OK;

    PM_NEW(end, most);
    s->edges = list_ends(end, s);
    PM_NEW_GOTO(status, s->u, most, done);
    PM_NEW_GOTO(status, s->v, most, done);
    PM_NEW_GOTO(status, s->re, most, done);
    if (a->im != NULL)
        PM_NEW_GOTO(status, s->im, most, done);
    for (int e = 0; e < s->edges; e++) {
        s->u[e] = end[e].u;
        s->v[e] = end[e].v;
        fmpz_set(s->re + e, fmpq_numref(a->re + end[e].entry));
        if (a->im != NULL)
            fmpz_set(s->im + e, fmpq_numref(a->im + end[e].entry));
    }
done:
    free(end);
    return status;
}

/* left_out[e] = edge e is a loop, or between blocks. */
static pm_status leave_out(bool *left_out, const struct pm_proved_problem *s)
{
    int *block;

    PM_NEW(block, s->vertices + s->core.a->rows + s->core.a->cols);
    for (int k = 0; s->block != NULL && k < s->core.a->rows + s->core.a->cols; k++)
        block[s->vertex[k]] = s->block[k];
    for (int e = 0; e < s->edges; e++)
        left_out[e] = s->u[e] == s->v[e] || block[s->u[e]] != block[s->v[e]];
    free(block);
    return PM_OK;
}

/* Neighbours ascend, since edges do. */
pm_status pm_proved_problem_list_near(struct pm_proved_problem *s)
{
    bool *left_out;

    PM_FREE(s->start, s->near, s->near_edge);
    s->start = s->near = s->near_edge = NULL;
    PM_NEW(s->start, s->vertices + 3);
    PM_NEW(s->near, 2 * s->edges);
    PM_NEW(s->near_edge, 2 * s->edges);
    PM_NEW(left_out, s->edges);
    pm_status status = leave_out(left_out, s);
    for (int e = 0; e < s->edges; e++) {
        if (left_out[e])
            continue;
        s->start[s->u[e] + 2]++;
        s->start[s->v[e] + 2]++;
    }
    for (int v = 2; v < s->vertices + 3; v++)
        s->start[v] += s->start[v - 1];
    for (int side = 0; side < 2; side++) /* first the smaller neighbours */
        for (int e = 0; e < s->edges; e++) {
            if (left_out[e])
                continue;
            const int at = s->start[(side == 0 ? s->v[e] : s->u[e]) + 1]++;
            s->near[at] = side == 0 ? s->u[e] : s->v[e];
            s->near_edge[at] = e;
        }
    free(left_out);
    return status;
}

int pm_proved_problem_edge(const struct pm_proved_problem *s, int u, int v)
{
    const int low = u < v ? u : v, high = u < v ? v : u;
    int first = 0, end = s->edges;

    while (end - first > 1) {
        const int middle = first + (end - first) / 2;
        const bool behind = s->u[middle] != low ? s->u[middle] > low : s->v[middle] > high;
        *(behind ? &end : &first) = middle;
    }
    return first;
}

/* ---------------------------------------------------------------------- vertices */

/* The vertex of row or column k of a graph's matrix; -1: the line was added to make it square. */
static pm_status name_vertices(struct pm_proved_problem *s, const pm_problem *problem)
{
    const struct pm_matrix *const a = s->core.a;
    const int lines = a->rows + (is_general(s) ? 0 : a->cols);

    PM_NEW(s->vertex, lines);
    for (int k = 0; k < lines; k++) {
        const int *const map = k < a->rows ? problem->row_vertex : problem->col_vertex;
        s->vertex[k] = map != NULL ? map[k < a->rows ? k : k - a->rows] : k;
        s->vertices += s->vertex[k] >= 0 && (problem->looped == 0 || k < problem->looped);
    }
    for (int k = 0, next = s->vertices; k < lines; k++) /* lines without a vertex have no edges */
        if (s->vertex[k] < 0)
            s->vertex[k] = next++;
    s->rows = s->vertices;
    s->cols = -1;
    return PM_OK;
}

/* A matrix with more rows than columns is turned for the searches. */
static pm_status name_lines(struct pm_proved_problem *s)
{
    const int m = s->core.a->rows, n = s->core.a->cols;
    struct pm_matrix *turned;

    PM_NEW(s->vertex, (size_t)m + (size_t)n);
    s->rows = m;
    s->cols = n;
    s->vertices = m + n;
    for (int k = 0; k < m + n; k++)
        s->vertex[k] = m <= n ? k : k < n ? m + k : k - n;
    if (m > n) {
        PM_TRY(pm_matrix_transpose(&turned, s->own));
        pm_matrix_free(s->own);
        s->core.a = s->own = turned;
    }
    return PM_OK;
}

static pm_status mark(struct pm_proved_problem *s)
{
    const int m = s->core.a->rows, n = s->core.a->cols;

    PM_NEW(s->stays, s->vertices);
    for (int v = 0; v < s->vertices; v++)
        s->stays[v] = s->what != PM_PROVE_VALUE;
    if (is_general(s))
        return PM_OK;
    PM_NEW(s->column, s->vertices);
    for (int j = 0; j < n; j++) {
        const int v = s->vertex[m + j];
        if (v < s->vertices) {
            s->column[v] = true;
            s->stays[v] = s->stays[v] || m < n;
        }
    }
    return PM_OK;
}

/* scale = the integer entries divided by the given ones. */
static void find_scale(struct pm_proved_problem *s, const struct pm_matrix *given)
{
    fmpq_t ratio;

    fmpz_one(s->scale);
    if (pm_matrix_nnz(given) == 0)
        return;
    const bool real = !fmpq_is_zero(given->re);
    fmpq_init(ratio);
    fmpq_div(ratio, real ? s->own->re : s->own->im, real ? given->re : given->im);
    fmpz_set(s->scale, fmpq_numref(ratio));
    fmpq_clear(ratio);
}

/* --------------------------------------------------------------------- interface */

/* Leaves out the vertices that stand for loops, whose edges are loops now. */
static pm_status leave_out_loops(struct pm_proved_problem *s)
{
    struct pm_matrix *inner;

    PM_TRY(pm_matrix_sub(&inner, s->own, s->vertices, s->vertex, s->vertices, s->vertex));
    pm_matrix_free(s->own);
    s->core.a = s->own = inner;
    return PM_OK;
}

static pm_status fill_problem(struct pm_proved_problem *s, const pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a;

    PM_TRY(pm_problem_without_gadgets(problem, "proofs"));
    if (s->what != PM_PROVE_VALUE)
        PM_TRY(pm_problem_unrequired(problem));
    PM_TRY(pm_matrix_integers(&s->own, a));
    s->core = (struct pm_core){.a = s->own, .kind = problem->kind};
    find_scale(s, a);
    if ((s->what == PM_PROVE_TOTAL || problem->looped > 0) && !fmpz_is_one(s->scale))
        return pm_fail(PM_UNABLE, "sets of different numbers of edges have no proof if weights "
                                  "are fractions; a list by sizes has one");
    const bool graph =
        is_general(s) || (problem->asked == PM_ASKED_MATCHINGS && a->rows == a->cols);
    PM_TRY(graph ? name_vertices(s, problem) : name_lines(s));
    PM_TRY(take_edges(s));
    if (problem->looped > 0)
        PM_TRY(leave_out_loops(s));
    PM_TRY(pm_proved_problem_list_near(s));
    return mark(s);
}

pm_status pm_proved_problem_new(struct pm_proved_problem **statement, const pm_problem *problem,
                                pm_proved what)
{
    struct pm_proved_problem *s;

    PM_NEW(s, 1);
    fmpz_init(s->scale);
    s->what = what;
    PM_GIVE(statement, s, fill_problem(s, problem), pm_proved_problem_free);
}

void pm_proved_problem_free(struct pm_proved_problem *s)
{
    if (s == NULL)
        return;
    for (int e = 0; e < s->edges; e++) {
        if (s->re != NULL)
            fmpz_clear(s->re + e);
        if (s->im != NULL)
            fmpz_clear(s->im + e);
    }
    fmpz_clear(s->scale);
    pm_matrix_free(s->own);
    PM_FREE(s->u, s->v, s->re, s->im, s->start, s->near, s->near_edge, s->tight, s->tight_end,
            s->block, s->stays, s->column, s->vertex, s);
}

void pm_proved_problem_write(FILE *file, const struct pm_proved_problem *s)
{
    static const char *const asked[] = {
        [PM_PROVE_VALUE] = "perfect", [PM_PROVE_TOTAL] = "total", [PM_PROVE_SIZES] = "sizes"};

    if (s->cols < 0)
        fprintf(file, "graph %d\n", s->vertices);
    else
        fprintf(file, "matrix %d %d\n", s->rows, s->cols);
    fprintf(file, "ask %s\nscale ", asked[s->what]);
    fmpz_fprint(file, s->scale);
    fprintf(file, "\nedges %d\n", s->edges);
    for (int e = 0; e < s->edges; e++) {
        fprintf(file, "%d %d ", s->u[e] + 1, s->v[e] + 1 - (s->cols < 0 ? 0 : s->rows));
        fmpz_fprint(file, s->re + e);
        if (s->im != NULL && !fmpz_is_zero(s->im + e)) {
            fputc(',', file);
            fmpz_fprint(file, s->im + e);
        }
        fputc('\n', file);
    }
}

void pm_proved_problem_write_tight(FILE *file, const struct pm_proved_problem *s)
{
    for (int k = 0, at = 0; k < s->tights; k++) {
        fputs("tight", file);
        while (at < s->tight_end[k])
            fprintf(file, " %d", s->tight[at++] + 1);
        putc('\n', file);
    }
}

pm_status pm_proof_problem(char **text, const pm_problem *problem, pm_proved what)
{
    struct pm_proved_problem *statement;
    struct pm_text out;

    PM_ARGUMENTS(text, problem);
    PM_TRY(pm_proved_problem_new(&statement, problem, what));
    pm_status status = pm_text_open(&out);
    if (status == PM_OK) {
        pm_proved_problem_write(out.file, statement);
        status = pm_text_close(text, &out, status);
    }
    pm_proved_problem_free(statement);
    return status;
}
