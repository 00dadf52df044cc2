/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many small problems with integer entries at once, without plans.  The table of tabled.c gives a
 * number and a bound of its error.  If exactly one integer is within the bound, it is the
 * permanent. */
#include "base/alloc.h"
#include "model/problem.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ROWS = 12, MOST_COLS = 48 };

/* Larger integers may not be doubles. */
static const double MOST = 0x1p53;

static bool is_small(const struct pm_problem *p)
{
    const struct pm_matrix *const a = p->a;
    const int rows = a->rows < a->cols ? a->rows : a->cols;
    const int cols = a->rows < a->cols ? a->cols : a->rows;
    bool fits = p->kind == PM_PERMANENT && p->gadgets == 0 && a->im == NULL && rows > 0 &&
                rows <= MOST_ROWS && cols <= MOST_COLS &&
                (p->field == PM_FIELD_PATTERN || p->field == PM_FIELD_INTEGER);

    for (int e = 0; fits && e < pm_matrix_nnz(a); e++)
        fits = fmpz_is_one(fmpq_denref(a->re + e)) && fmpz_bits(fmpq_numref(a->re + e)) <= 53;
    return fits;
}

static bool same_shape(const struct pm_problem *p, const struct pm_problem *q)
{
    return p->a->rows == q->a->rows && p->a->cols == q->a->cols;
}

static void spread(int64_t *dense, const struct pm_matrix *a)
{
    for (int i = 0; i < a->rows; i++)
        for (int e = a->start[i]; e < a->start[i + 1]; e++)
            dense[i * a->cols + a->col[e]] = fmpz_get_si(fmpq_numref(a->re + e));
}

/* Fewer steps are finished before other threads have started. */
static const double FEW_STEPS = 1e7;

static int threads_for(const struct pm_matrix *a, size_t count, int threads)
{
    const int rows = a->rows < a->cols ? a->rows : a->cols;
    const double steps = (double)count * (double)a->cols * ldexp(a->rows, rows);

    return steps < FEW_STEPS ? 1 : threads;
}

/* Solves `count` problems of the same shape. */
static pm_status of_one_shape(int64_t *values, bool *found, pm_problem *const *problem,
                              size_t count, int threads)
{
    const int rows = problem[0]->a->rows, cols = problem[0]->a->cols;
    const size_t entries = (size_t)rows * (size_t)cols;
    double *value = NULL, *bound = NULL;
    int64_t *dense = NULL;
    pm_status status;

    PM_NEW_GOTO(status, dense, count * entries, done);
    PM_NEW_GOTO(status, value, count, done);
    PM_NEW_GOTO(status, bound, count, done);
    for (size_t k = 0; k < count; k++)
        spread(dense + k * entries, problem[k]->a);
    const pm_stack stack = {
        .entries = PM_ENTRIES_INTEGER, .data = dense, .count = count, .rows = rows, .cols = cols};
    PM_TRY_GOTO(status, pm_batch(value, bound, &stack, threads_for(problem[0]->a, count, threads)),
                done);
    for (size_t k = 0; k < count; k++) {
        found[k] = bound[k] < 0.5 && fabs(value[k]) + bound[k] < MOST;
        values[k] = found[k] ? (int64_t)rint(value[k]) : 0;
    }
done:
    free(dense);
    free(value);
    free(bound);
    return status;
}

pm_status pm_batch_integers(int64_t *values, bool *found, pm_problem *const *problems, size_t count,
                            int threads)
{
    size_t end;

    for (size_t first = 0; first < count; first = end) {
        end = first + 1;
        found[first] = false;
        if (!is_small(problems[first]))
            continue;
        while (end < count && same_shape(problems[end], problems[first]) && is_small(problems[end]))
            end++;
        PM_TRY(of_one_shape(values + first, found + first, problems + first, end - first, threads));
    }
    return PM_OK;
}
