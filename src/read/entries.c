/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes problems from arrays of entries and from weights as text, for callers of the library. */
#include "base/alloc.h"
#include "base/argument.h"
#include "model/problem.h"
#include "model/variable.h"
#include "num/gauss.h"
#include "read/decimal.h"

#include <string.h>

/* Parses "re", or "re im" if complex numbers are allowed, or a logarithm. */
static pm_status entry_parse(struct pm_gauss *value, const char *text, pm_field field)
{
    const char *const blank = field == PM_FIELD_COMPLEX ? strchr(text, ' ') : NULL;

    fmpq_zero(value->im);
    PM_TRY(pm_weight_parse(value->re, text, blank != NULL ? (size_t)(blank - text) : strlen(text),
                           field == PM_FIELD_LOGS));
    return blank != NULL ? pm_decimal_parse(value->im, blank + 1, strlen(blank + 1)) : PM_OK;
}

static pm_status entries_add(struct pm_triplets *t, size_t count, const int *rows, const int *cols,
                             const char *const *values, pm_field field)
{
    struct pm_gauss value;
    pm_status status = PM_OK;

    pm_gauss_init(&value);
    pm_gauss_set_si(&value, 1);
    for (size_t k = 0; status == PM_OK && k < count; k++) {
        if (rows[k] < 0 || rows[k] >= t->rows || cols[k] < 0 || cols[k] >= t->cols)
            status = pm_fail(PM_INPUT, "entry %zu: (%d, %d) is outside %d x %d, counted from 0", k,
                             rows[k], cols[k], t->rows, t->cols);
        else if (values != NULL && values[k] == NULL)
            status = pm_fail(PM_INPUT, "entry %zu: its value is NULL", k);
        else if (values != NULL && entry_parse(&value, values[k], field) != PM_OK)
            status = pm_fail_at(PM_INPUT, "entry %zu", k);
        else
            status = pm_triplets_add(t, rows[k], cols[k], value.re, value.im);
    }
    pm_gauss_clear(&value);
    return status;
}

pm_status pm_problem_new(pm_problem **problem, pm_field field, int m, int n, size_t count,
                         const int *rows, const int *cols, const char *const *values)
{
    PM_ARGUMENTS(problem);
    PM_ARGUMENTS_IF(count > 0, rows, cols);
    PM_REFUSE_IF((unsigned)field > PM_FIELD_LOGS, "%d is no type of numbers", (int)field);
    struct pm_triplets t;
    struct pm_matrix *a;
    pm_status status;

    PM_REFUSE_IF(m < 0 || n < 0, "a matrix of %d x %d: sizes are at least 0", m, n);
    pm_triplets_init(&t, m, n, field == PM_FIELD_COMPLEX);
    status = entries_add(&t, count, rows, cols, values, field);
    if (status == PM_OK && (status = pm_matrix_from_triplets(&a, &t)) == PM_OK &&
        (status = pm_problem_wrap(problem, field, a)) != PM_OK)
        pm_matrix_free(a);
    pm_triplets_clear(&t);
    return status;
}

/* The weight is a power of 2 above twice the coefficients. */
static pm_status set_variable(struct pm_variant *v, const struct pm_matrix *a)
{
    struct pm_variable *p;
    int *row;

    PM_NEW(p, 1);
    v->powers = p;
    fmpq_init(p->unit);
    fmpq_one(p->unit);
    p->above = a->rows;
    PM_NEW(row, pm_matrix_nnz(a));
    PM_EACH_ENTRY(a, i, k)
        row[k] = i;
    const pm_status status =
        pm_variable_fit(p, a->re, (size_t)pm_matrix_nnz(a), a->rows, row, NULL);
    free(row);
    if (status == PM_OK)
        pm_variable_set(v->cycle, p, 1);
    return status;
}

static pm_status set_cycle(struct pm_problem *problem, const char *weight)
{
    struct pm_variant *const v = problem->variant;

    PM_NEW(v->cycle, 1);
    fmpq_init(v->cycle);
    if (strcmp(weight, "x") == 0) {
        PM_REFUSE_IF(problem->field > PM_FIELD_REAL || !pm_matrix_is_integer(problem->a),
                     "beside the weight x of every cycle, other weights are integers");
        return set_variable(v, problem->a);
    }
    if (pm_decimal_parse(v->cycle, weight, strlen(weight)) != PM_OK)
        return pm_fail(PM_INPUT, "the weight of every cycle is a number or x, and not '%s'",
                       weight);
    const bool whole = fmpz_is_one(fmpq_denref(v->cycle));
    if (problem->field == PM_FIELD_PATTERN || (problem->field == PM_FIELD_INTEGER && !whole))
        problem->field = whole ? PM_FIELD_INTEGER : PM_FIELD_REAL;
    return PM_OK;
}

pm_status pm_problem_cycle_weight(pm_problem *problem, const char *weight)
{
    PM_ARGUMENTS(problem, weight);
    const struct pm_matrix *const a = problem->a;

    if (problem->kind != PM_PERMANENT || a->rows != a->cols || problem->base != NULL ||
        problem->variant != NULL || a->im != NULL || problem->asked == PM_ASKED_MATCHINGS)
        return pm_fail(PM_UNABLE, "cycles have weights in a digraph, or in a square real matrix");
    PM_TRY(pm_problem_without_gadgets(problem, "weight of every cycle"));
    PM_NEW(problem->variant, 1);
    const pm_status status = set_cycle(problem, weight);
    if (status != PM_OK) {
        pm_problem_variant_free(problem->variant);
        problem->variant = NULL;
    }
    return status;
}
