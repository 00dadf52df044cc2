/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matchings of every size.  Entries are multiplied by their least common denominator d; an engine's
 * sums over matchings with k entries are then divided by d^k.  There are no reductions, since rules
 * that keep the permanent do not keep these sums. */
#include "base/alloc.h"
#include "base/given.h"
#include "query/call.h"
#include "query/check_values.h"
#include "engine/question.h"

#include <flint/fmpz_vec.h>
#include <stdlib.h>

/* True if vertex i of a general graph, or row i of a matrix, has an edge. */
static bool has_edge(const struct pm_matrix *a, enum pm_kind kind, int i)
{
    const int first = a->start[i], count = a->start[i + 1] - first;

    return count > 1 || (count == 1 && (kind != PM_HAFNIAN || a->col[first] != i));
}

/* Keeps the rows of `a` that have entries; for a general graph, the vertices that have edges. */
static pm_status drop_lonely(struct pm_matrix **out, const struct pm_matrix *a, enum pm_kind kind)
{
    int *row = NULL, *col = NULL, rows = 0;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, row, a->rows, done);
    PM_NEW_GOTO(status, col, a->cols, done);
    for (int i = 0; i < a->rows; i++)
        if (has_edge(a, kind, i))
            row[rows++] = i;
    for (int j = 0; j < a->cols; j++)
        col[j] = j;
    status = kind == PM_HAFNIAN ? pm_matrix_sub(out, a, rows, row, rows, row)
                                : pm_matrix_sub(out, a, rows, row, a->cols, col);
done:
    free(row);
    free(col);
    return status;
}

/* Multiplies all entries by their least common denominator d. */
static void make_integer(fmpz_t d, struct pm_matrix *a)
{
    fmpz_one(d);
    pm_matrix_denominators(d, a, 0, pm_matrix_nnz(a));
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        fmpq_mul_fmpz(a->re + k, a->re + k, d);
}

/* Makes the matrix to compute with: rows <= cols, no empty row (no vertex without edges), entries
 * multiplied by d, which makes them integers. */
static pm_status prepare(struct pm_matrix **out, fmpz_t d, const struct pm_matrix *a,
                         enum pm_kind kind)
{
    struct pm_matrix *turned = NULL;

    if (a->im != NULL)
        return pm_fail(PM_UNABLE, "matchings of every size need real entries");
    if (a->rows > a->cols)
        PM_TRY(pm_matrix_transpose(&turned, a));
    const pm_status status = drop_lonely(out, turned != NULL ? turned : a, kind);
    pm_matrix_free(turned);
    if (status == PM_OK)
        make_integer(d, *out);
    return status;
}

/* values[k] = count[k] / d^k. */
static void scale_back(struct pm_values *values, const fmpz *count, size_t counts, const fmpz_t d)
{
    fmpz_t power;

    fmpz_init_set_ui(power, 1);
    for (size_t k = 0; k < counts; k++) {
        fmpq_set_fmpz_frac(values->value[k].centre.re, &count[k], power);
        fmpz_mul(power, power, d);
    }
    fmpz_clear(power);
}

/* Drops the sizes for which there is no matching, if no entry is negative: then a sum is 0 only if
 * it has no terms.  With negative entries, terms may cancel, so all sizes are kept. */
static void drop_impossible(struct pm_values *values, const struct pm_matrix *a)
{
    const bool sure = pm_matrix_is_nonnegative(a);

    while (sure && values->count > 1 && fmpq_is_zero(values->value[values->count - 1].centre.re))
        pm_value_clear(&values->value[--values->count]);
}

static pm_status add_up(fmpz *count, const struct pm_core *core, const struct pm_limits *limits)
{
    const struct pm_query_ask exactly = {.limits = *limits};
    struct pm_query_plan plan;
    pm_status status = PM_UNABLE;

    PM_TRY(pm_query_find(&plan, PM_SIZES, core, 0, &exactly));
    for (int k = 0; k < plan.count && status == PM_UNABLE; k++)
        status = plan.way[k].query->sizes(count, core, &plan.way[k].cost, limits);
    pm_query_clear(&plan);
    return status;
}

static pm_status answer(struct pm_query_call *call)
{
    const struct pm_matrix *const whole = call->problem->a;
    struct pm_core core = {.a = whole, .kind = call->problem->kind};
    const size_t sizes = (size_t)pm_core_size(&core) + 1;
    struct pm_matrix *a = NULL;
    fmpz *count = NULL;
    pm_status status;
    fmpz_t d;

    fmpz_init(d);
    PM_TRY_GOTO(status, prepare(&a, d, whole, core.kind), done);
    PM_TRY_GOTO(status, pm_values_new(&call->values, sizes, call->problem, call->ask.bits, true),
                done);
    count = _fmpz_vec_init((slong)sizes);
    core.a = a;
    PM_TRY_GOTO(status, add_up(count, &core, &call->ask.limits), done);
    scale_back(call->values, count, (size_t)pm_core_size(&core) + 1, d);
    PM_TRY_GOTO(status, pm_check_sizes(call->values, call->problem), done);
    drop_impossible(call->values, whole);
done:
    if (count != NULL)
        _fmpz_vec_clear(count, (slong)sizes);
    fmpz_clear(d);
    pm_matrix_free(a);
    return status;
}

pm_status pm_matchings(pm_values **out, const pm_problem *problem, const pm_options *options)
{
    PM_GIVEN(out, problem);
    return pm_query_values(out, answer, problem, options);
}
