/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems: what they are made of, and what is asked of them. */
#include "model/problem.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/budget.h"
#include "base/text.h"
#include "model/variable.h"

#include <limits.h>
#include <stdint.h>

pm_status pm_problem_wrap(struct pm_problem **out, pm_field field, struct pm_matrix *a)
{
    struct pm_problem *problem;

    PM_NEW(problem, 1);
    *problem = (struct pm_problem){.kind = PM_PERMANENT, .field = field, .a = a};
    *out = problem;
    return PM_OK;
}

pm_status pm_problem_to_pattern(pm_problem *problem)
{
    PM_ARGUMENTS(problem);
    const struct pm_matrix *const a = problem->a;
    const int rows = problem->gadgets > 0 ? problem->gadgets : a->rows;

    pm_matrix_to_ones(problem->a, rows);
    if (problem->variant != NULL && problem->variant->a != NULL)
        pm_matrix_to_pattern(problem->variant->a);
    if (problem->variant != NULL && problem->variant->loops != NULL)
        pm_matrix_to_pattern(problem->variant->loops);
    problem->field = PM_FIELD_PATTERN;
    return PM_OK;
}

/* Lines with their copies. */
static int count_lines(const struct pm_problem *problem, int side)
{
    const int lines = side == 0 ? problem->a->rows : problem->a->cols;
    int all = 0;

    if (!pm_variant_is_folded(problem))
        return lines;
    for (int k = 0; k < lines; k++)
        all += pm_variant_times(problem->variant, side, k);
    return all;
}

int pm_problem_rows(const pm_problem *problem)
{
    return count_lines(problem, 0);
}

int pm_problem_cols(const pm_problem *problem)
{
    return count_lines(problem, 1);
}

size_t pm_problem_entries(const pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a;
    size_t entries = 0;

    if (!pm_variant_is_folded(problem))
        return (size_t)pm_matrix_nnz(a);
    PM_EACH_ENTRY(a, i, k)
        entries += (size_t)pm_variant_times(problem->variant, 0, i) *
                   (size_t)pm_variant_times(problem->variant, 1, a->col[k]);
    return entries;
}

void pm_problem_entry(const pm_problem *problem, size_t k, int *row, int *col)
{
    *row = pm_matrix_row_of(problem->a, k);
    *col = problem->a->col[k];
}

int pm_problem_row_vertex(const pm_problem *problem, int row)
{
    return problem->row_vertex != NULL ? problem->row_vertex[row] : row;
}

int pm_problem_col_vertex(const pm_problem *problem, int col)
{
    return problem->col_vertex != NULL ? problem->col_vertex[col] : col;
}

const char *pm_problem_row_name(const pm_problem *problem, int row)
{
    return pm_labels_name(&problem->row_name, row);
}

const char *pm_problem_col_name(const pm_problem *problem, int col)
{
    return pm_labels_name(&problem->col_name, col);
}

const char *pm_problem_notes(const pm_problem *problem)
{
    return problem->notes;
}

pm_status pm_problem_without_gadgets(const struct pm_problem *problem, const char *what)
{
    if (problem->gadgets == 0)
        return PM_OK;
    return pm_fail(PM_UNABLE, "%s have no %s",
                   problem->asked == PM_ASKED_FACTORS
                       ? "subgraphs with given degrees"
                       : "covers by cycles of at least 3 vertices, in a graph with opposite arcs,",
                   what);
}

const char *pm_problem_type_name(enum pm_type type)
{
    static const char *const names[] = {
        [PM_TYPE_INTEGER] = "integer",   [PM_TYPE_RATIONAL] = "rational",
        [PM_TYPE_GAUSSIAN] = "gaussian", [PM_TYPE_REAL] = "real",
        [PM_TYPE_COMPLEX] = "complex",   [PM_TYPE_MODULAR] = "modular",
        [PM_TYPE_ESTIMATE] = "estimate", [PM_TYPE_ADDITIVE] = "additive",
    };

    return names[type];
}

enum pm_type pm_problem_type(const struct pm_problem *problem, bool floating, bool whole)
{
    if (problem->field == PM_FIELD_COMPLEX || problem->a->im != NULL)
        return floating ? PM_TYPE_COMPLEX : PM_TYPE_GAUSSIAN;
    if (floating || problem->field == PM_FIELD_LOGS)
        return PM_TYPE_REAL;
    return problem->field == PM_FIELD_REAL || !whole ? PM_TYPE_RATIONAL : PM_TYPE_INTEGER;
}

int pm_problem_line_vertex(const struct pm_problem *problem, int line)
{
    const bool column = problem->kind != PM_HAFNIAN && line >= problem->a->rows;

    return column ? pm_problem_col_vertex(problem, line - problem->a->rows)
                  : pm_problem_row_vertex(problem, line);
}

int pm_problem_vertex_lines(const struct pm_problem *problem, bool cols)
{
    const int *const vertex = cols ? problem->col_vertex : problem->row_vertex;
    int lines = cols ? problem->a->cols : problem->a->rows;

    while (vertex != NULL && lines > 0 && vertex[lines - 1] < 0)
        lines--;
    return lines;
}

bool pm_problem_is_symmetric(const pm_problem *problem)
{
    return problem->kind == PM_HAFNIAN;
}

bool pm_problem_is_nonnegative(const pm_problem *problem)
{
    return pm_matrix_is_nonnegative(problem->a);
}

bool pm_problem_is_pattern(const pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a;

    for (int k = 0; k < pm_matrix_nnz(a); k++)
        if (!fmpq_is_one(a->re + k) || (a->im != NULL && !fmpq_is_zero(a->im + k)))
            return false;
    return true;
}

void pm_problem_variant_free(struct pm_variant *v)
{
    if (v == NULL)
        return;
    PM_EACH(pm_matrix_free, v->a, v->loops);
    if (v->cycle != NULL)
        fmpq_clear(v->cycle);
    if (v->powers != NULL)
        pm_variable_clear(v->powers);
    PM_FREE(v->times[0], v->times[1], v->cycle, v->powers, v);
}

int pm_problem_lines(const struct pm_problem *problem)
{
    return problem->a->rows + (problem->kind == PM_HAFNIAN ? 0 : problem->a->cols);
}

void pm_problem_free(pm_problem *problem)
{
    if (problem == NULL)
        return;
    pm_budget_forget();
    for (int v = 0; problem->alone != NULL && v < pm_problem_lines(problem->base); v++)
        fmpq_clear(problem->alone + v);
    pm_matrix_free(problem->a);
    pm_problem_free(problem->base);
    pm_problem_variant_free(problem->variant);
    pm_rotation_free(problem->around);
    PM_EACH(pm_labels_clear, &problem->vertex_name, &problem->row_name, &problem->col_name);
    PM_FREE(problem->notes, problem->row_vertex, problem->col_vertex, problem->note, problem->alone,
            problem);
}
