/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of rows and columns become lines of the matrix, unless these were too many; then only
 * their numbers are kept, as for a loop hafnian.  The value of pm_solve() needs no more. */
#include "model/variant.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/argument.h"
#include "base/refusal.h"
#include "model/graph.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Matrices with more entries have no copies as lines. */
static const double ENTRIES_MOST = 1 << 20;

/* ------------------------------------------------------------------ checks */

pm_status pm_variant_check(const struct pm_problem *problem)
{
    if (pm_variant_is_folded(problem))
        return pm_fail(PM_UNABLE,
                       "a matrix with these copies has %.3g entries: only its value is computed",
                       (double)pm_problem_entries(problem));
    if (problem->variant != NULL && problem->variant->skew)
        return pm_fail(PM_UNABLE, "only the value of a Pfaffian is computed here");
    if (problem->variant != NULL && problem->variant->cycle != NULL)
        return pm_fail(PM_UNABLE, "with a weight of every cycle, only the sum is computed");
    return problem->variant != NULL && problem->variant->looped
               ? pm_fail(PM_UNABLE, "only the value of a hafnian with loops is computed here; "
                                    "pm_graph_match_loops() makes a graph without loops")
               : PM_OK;
}

/* PM_INPUT: a multiplicity is below 0, or the lines are too many. */
static pm_status check_times(const int *times, int count, const char *what)
{
    int64_t sum = 0;

    for (int k = 0; k < count && times != NULL; k++) {
        if (times[k] < 0)
            return pm_fail(PM_INPUT, "%s %d: %d is no multiplicity", what, k, times[k]);
        sum += times[k];
    }
    return sum <= INT_MAX ? PM_OK : pm_fail(PM_INPUT, "%jd %ss are too many", (intmax_t)sum, what);
}

static pm_status copy_times(int **out, const int *times, int count)
{
    if (times == NULL)
        return PM_OK;
    PM_NEW(*out, count + 1);
    memcpy(*out, times, (size_t)count * sizeof *times);
    return PM_OK;
}

/* ------------------------------------------------------------------ copies */

/* *out = the rows of `a`, each as often as times[] says. */
static pm_status repeat_rows(struct pm_matrix **out, const struct pm_matrix *a, const int *times)
{
    int *list = NULL, *all = NULL, total = 0;
    pm_status status;

    for (int k = 0; k < a->rows; k++)
        total += times[k];
    PM_NEW_GOTO(status, list, total + 1, done);
    total = 0;
    for (int k = 0; k < a->rows; k++)
        for (int copy = 0; copy < times[k]; copy++)
            list[total++] = k;
    PM_NEW_GOTO(status, all, a->cols + 1, done);
    for (int j = 0; j < a->cols; j++)
        all[j] = j;
    status = pm_matrix_sub(out, a, total, list, a->cols, all);
done:
    PM_FREE(list, all);
    return status;
}

static pm_status repeat_matrix(struct pm_matrix **out, const struct pm_matrix *a, int *const *times)
{
    struct pm_matrix *rows = NULL, *turned = NULL, *repeated = NULL;
    pm_status status =
        times[0] != NULL ? repeat_rows(&rows, a, times[0]) : pm_matrix_copy(&rows, a);

    if (status != PM_OK || times[1] == NULL) {
        *out = rows;
        return status;
    }
    PM_TRY_GOTO(status, pm_matrix_transpose(&turned, rows), done);
    PM_TRY_GOTO(status, repeat_rows(&repeated, turned, times[1]), done);
    status = pm_matrix_transpose(out, repeated);
done:
    PM_EACH(pm_matrix_free, rows, turned, repeated);
    return status;
}

/* Refuses copies for which there is no memory: three matrices are there at a time. */
static pm_status check_memory(const struct pm_matrix *a, double entries, uint64_t memory)
{
    const double entry = sizeof *a->col + sizeof *a->re * (a->im != NULL ? 2 : 1);

    if (memory > 0 && 3 * entries * entry > (double)memory)
        return pm_refusal_of_memory("a matrix with these copies", 3 * entries * entry,
                                    (double)memory);
    return entries <= INT_MAX ? PM_OK : pm_fail(PM_UNABLE, "%.0f entries are too many", entries);
}

/* problem->a = the matrix with its copies. */
static pm_status unfold(struct pm_problem *problem)
{
    struct pm_variant *const v = problem->variant;

    struct pm_matrix *a;

    PM_TRY(repeat_matrix(&a, problem->a, v->times));
    v->a = problem->a;
    problem->a = a;
    problem->mirrored = false;
    if (v->times[0] != NULL)
        PM_TRY(pm_labels_repeat(&problem->row_name, v->times[0]));
    return v->times[1] != NULL ? pm_labels_repeat(&problem->col_name, v->times[1]) : PM_OK;
}

static pm_status fold(struct pm_problem *problem, const int *row_times, const int *col_times)
{
    struct pm_variant *v;

    PM_NEW(v, 1);
    pm_status status = copy_times(&v->times[0], row_times, problem->a->rows);
    PM_THEN(status, copy_times(&v->times[1], col_times, problem->a->cols));
    PM_GIVE(&problem->variant, v, status, pm_problem_variant_free);
}

pm_status pm_problem_repeat(pm_problem *problem, const int *row_times, const int *col_times)
{
    PM_ARGUMENTS(problem);
    const struct pm_matrix *const a = problem->a;

    if (problem->kind != PM_PERMANENT || problem->row_vertex != NULL)
        return pm_fail(PM_UNABLE, "lines of a graph's matrix cannot be repeated");
    PM_TRY(pm_variant_check(problem));
    PM_TRY(check_times(row_times, a->rows, "row"));
    PM_TRY(check_times(col_times, a->cols, "column"));
    if (row_times == NULL && col_times == NULL)
        return PM_OK;
    /* the copies that are there are lines like others, and so are those of free lines */
    pm_problem_variant_free(problem->variant);
    problem->variant = NULL;
    pm_problem_free(problem->base);
    problem->base = NULL;
    PM_TRY(fold(problem, row_times, col_times));
    const double entries = (double)pm_problem_entries(problem);
    const bool few = entries <= ENTRIES_MOST && check_memory(a, entries, problem->memory) == PM_OK;
    return few ? unfold(problem) : PM_OK;
}

static pm_status unfold_lines(struct pm_problem **out, const struct pm_problem *problem,
                              uint64_t memory)
{
    struct pm_matrix *a = NULL;
    struct pm_problem *made = NULL;
    pm_status status;

    PM_TRY(check_memory(problem->a, (double)pm_problem_entries(problem), memory));
    PM_TRY_GOTO(status, repeat_matrix(&a, problem->a, problem->variant->times), done);
    PM_TRY_GOTO(status, pm_problem_wrap(&made, problem->field, a), done);
    a = NULL;
    *out = made;
done:
    pm_matrix_free(a);
    return status;
}

/* ------------------------------------------------------------------ loops */

/* The edges between the copies of two vertices, or of one. */
static pm_status join_copies(struct pm_graph *g, const struct pm_problem *problem, int e,
                             const int *first, int i)
{
    const struct pm_matrix *const a = problem->a;
    const int j = a->col[e];

    for (int v = first[i]; v < first[i + 1]; v++)
        for (int w = i == j ? v + 1 : first[j]; w < first[j + 1]; w++)
            PM_TRY(pm_graph_add_edge(g, v, w, a->re + e, a->im != NULL ? a->im + e : NULL));
    return PM_OK;
}

static pm_status add_loops(struct pm_graph *g, const struct pm_matrix *loops, const int *first)
{
    for (int e = 0; loops != NULL && e < pm_matrix_nnz(loops); e++)
        for (int v = first[loops->col[e]]; v < first[loops->col[e] + 1]; v++)
            PM_TRY(pm_graph_add_edge(g, v, v, loops->re + e,
                                     loops->im != NULL ? loops->im + e : NULL));
    return PM_OK;
}

/* The graph of all copies; first[i] is the first copy of vertex i. */
static pm_status fill_graph(struct pm_graph *g, const struct pm_problem *problem, int *first,
                            uint64_t memory)
{
    const struct pm_matrix *const a = problem->a;
    double edges = 0;

    for (int i = 0; i < a->rows; i++)
        first[i + 1] = first[i] + pm_variant_times(problem->variant, 0, i);
    PM_EACH_ENTRY(a, i, e)
        edges += (double)(first[i + 1] - first[i]) * (first[a->col[e] + 1] - first[a->col[e]]);
    PM_TRY(check_memory(a, edges, memory));
    g->field = problem->field;
    PM_TRY(pm_graph_add_vertices(g, first[a->rows]));
    PM_EACH_ENTRY(a, i, e)
        if (a->col[e] >= i)
            PM_TRY(join_copies(g, problem, e, first, i));
    return add_loops(g, problem->variant->loops, first);
}

static pm_status unfold_loops(struct pm_problem **out, const struct pm_problem *problem,
                              uint64_t memory)
{
    struct pm_graph *graph = NULL, *without = NULL;
    int *first = NULL;
    pm_status status;

    PM_NEW_GOTO(status, first, problem->a->rows + 1, done);
    PM_TRY_GOTO(status, pm_graph_new(&graph, false), done);
    PM_TRY_GOTO(status, fill_graph(graph, problem, first, memory), done);
    PM_TRY_GOTO(status, pm_graph_match_loops(&without, graph), done);
    status = pm_problem_matchings(out, without, false);
done:
    PM_EACH(pm_graph_free, without, graph);
    free(first);
    return status;
}

pm_status pm_variant_unfold(struct pm_problem **out, const struct pm_problem *problem,
                            uint64_t memory)
{
    return (problem->variant->looped ? unfold_loops : unfold_lines)(out, problem, memory);
}

static pm_status check_matrix(const struct pm_problem *problem, bool skew)
{
    if (problem->kind != PM_PERMANENT || problem->row_vertex != NULL || problem->gadgets > 0 ||
        problem->variant != NULL)
        return pm_fail(PM_UNABLE, "a matrix is expected, not a problem that was made from a graph "
                                  "or asks for a hafnian");
    return pm_matrix_check_symmetric("the matrix", skew, problem->a, 0);
}

/* Loops of another shape. */
static pm_status check_loops(const struct pm_matrix *a, const struct pm_problem *loops)
{
    if (loops != NULL && (loops->a->rows != 1 || loops->a->cols != a->cols))
        return pm_fail(PM_INPUT,
                       "the loops of %d vertices are a %d x %d matrix: 1 x %d is expected", a->cols,
                       loops->a->rows, loops->a->cols, a->cols);
    return PM_OK;
}

/* *made = the matrix of a problem, with an empty variant. */
static pm_status copy_problem(struct pm_problem **made, const struct pm_problem *problem)
{
    struct pm_matrix *a;
    struct pm_problem *copy = NULL;

    PM_TRY(pm_matrix_copy(&a, problem->a));
    pm_status status = pm_problem_wrap(&copy, problem->field, a);
    if (status != PM_OK) {
        pm_matrix_free(a);
        return status;
    }
    if ((copy->variant = pm_alloc(1, sizeof *copy->variant)) == NULL)
        status = PM_NOMEM;
    PM_GIVE(made, copy, status, pm_problem_free);
}

static pm_status fill_looped(struct pm_problem *made, const struct pm_problem *loops,
                             const int *times)
{
    made->variant->looped = true;
    made->kind = PM_HAFNIAN;
    if (loops != NULL && loops->field > made->field)
        made->field = loops->field; /* the type of the answer is that of all numbers */
    PM_TRY(copy_times(&made->variant->times[0], times, made->a->rows));
    return loops != NULL ? pm_matrix_copy(&made->variant->loops, loops->a) : PM_OK;
}

pm_status pm_problem_loops(pm_problem **out, const pm_problem *matrix, const pm_problem *loops,
                           const int *times)
{
    PM_ARGUMENTS(out, matrix);
    struct pm_problem *made;

    PM_TRY(check_matrix(matrix, false));
    PM_TRY(check_loops(matrix->a, loops));
    PM_TRY(check_times(times, matrix->a->rows, "vertex"));
    PM_TRY(copy_problem(&made, matrix));
    PM_GIVE(out, made, fill_looped(made, loops, times), pm_problem_free);
}

/* ------------------------------------------------------------------ Pfaffians */

pm_status pm_problem_pfaffian(pm_problem **out, const pm_problem *matrix)
{
    PM_ARGUMENTS(out, matrix);

    PM_TRY(check_matrix(matrix, true));
    PM_TRY(copy_problem(out, matrix));
    (*out)->variant->skew = true;
    return PM_OK;
}
