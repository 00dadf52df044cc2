/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounding upwards to doubles, and Sinkhorn's iteration: at most PASSES passes over the entries. */
#include "estimate/positive.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "model/balance.h"
#include "num/mag.h"

#include <stdlib.h>

enum { PASSES = 1000 };

static const double NEAR = 1e-12; /* the iteration ends when column sums differ from 1 by less */

static pm_status load(struct pm_positive *p)
{
    const struct pm_matrix *const a = p->a;
    int64_t *exp;

    PM_NEW(exp, a->rows + a->cols);
    const pm_status status = pm_balance(exp, exp + a->rows, a);
    for (int i = 0; i < a->rows + a->cols && status == PM_OK; i++)
        p->all += exp[i];
    for (int i = 0; i < a->rows && status == PM_OK; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            struct pm_mag x = pm_mag_fmpq(a->re + k);
            if (a->im != NULL)
                x = pm_mag_hypot(x, pm_mag_fmpq(a->im + k));
            x.e -= exp[i] + exp[a->rows + a->col[k]];
            p->value[k] = pm_mag_get_double(x);
            p->row_of[k] = i;
        }
    free(exp);
    return status;
}

static void list_columns(struct pm_positive *p)
{
    const struct pm_matrix *const a = p->a;
    const int nnz = pm_matrix_nnz(a);

    for (int k = 0; k < nnz; k++)
        p->start_col[a->col[k] + 1]++;
    for (int j = 0; j < a->cols; j++)
        p->start_col[j + 1] += p->start_col[j];
    for (int k = nnz - 1; k >= 0; k--) /* the starts move down to their final places */
        p->entry[--p->start_col[a->col[k] + 1]] = k;
    for (int j = 0; j < a->cols; j++)
        p->start_col[j] = p->start_col[j + 1];
    p->start_col[a->cols] = nnz;
}

/* 1 / sum within a range where products of two factors and a value stay normal. */
static double factor(double sum)
{
    return fmin(fmax(1 / sum, 0x1p-400), 0x1p400);
}

/* One pass of the iteration.  Returns the largest distance of a column sum from 1 before it. */
static double pass(struct pm_positive *p)
{
    const struct pm_matrix *const a = p->a;
    double off = 0, ones = 0;

    for (int i = 0; i < a->rows; i++) {
        double sum = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            sum += p->value[k] * p->col[a->col[k]];
        p->row[i] = factor(sum);
    }
    for (int j = 0; j < a->cols; j++)
        ones += p->col[j];
    p->one = factor(ones);
    for (int j = 0; j < a->cols; j++) {
        double sum = p->one * p->ones;
        for (int k = p->start_col[j]; k < p->start_col[j + 1]; k++)
            sum += p->value[p->entry[k]] * p->row[p->row_of[p->entry[k]]];
        off = fmax(off, fabs(sum * p->col[j] - 1));
        p->col[j] = factor(sum);
    }
    return off;
}

pm_status pm_positive_init(struct pm_positive *p, const struct pm_matrix *a)
{
    const size_t nnz = (size_t)pm_matrix_nnz(a);
    pm_status status = PM_OK;

    *p = (struct pm_positive){.a = a, .rows = a->rows, .cols = a->cols, .ones = a->cols - a->rows};
    PM_NEW_GOTO(status, p->value, nnz, done);
    PM_NEW_GOTO(status, p->row_of, nnz, done);
    PM_NEW_GOTO(status, p->entry, nnz, done);
    PM_NEW_GOTO(status, p->start_col, a->cols + 1, done);
    PM_NEW_GOTO(status, p->row, a->rows, done);
    PM_NEW_GOTO(status, p->col, a->cols, done);
    PM_TRY_GOTO(status, load(p), done);
    list_columns(p);
    for (int j = 0; j < a->cols; j++)
        p->col[j] = 1;
    for (int k = 0; k < PASSES && status == PM_OK && pass(p) >= NEAR; k++)
        status = pm_budget_ask();
done:
    if (status != PM_OK)
        pm_positive_clear(p);
    return status;
}

void pm_positive_clear(struct pm_positive *p)
{
    PM_FREE(p->value, p->row_of, p->entry, p->start_col, p->row, p->col);
    *p = (struct pm_positive){.a = NULL};
}
