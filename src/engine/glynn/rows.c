/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns a matrix into the rows of a walk, in exact arithmetic.
 *
 * 1. Rows and columns are scaled by powers of two, so that the largest entry of each is near 1
 *    (model/balance.h).
 * 2. The pivot column is the one where the fewest rows cannot be divided (see 3).  Of several, it
 * is
 *    the one with the largest minimum of |a_ic| / sum_j |a_ij| over the rows that are divided.
 * 3. Rows are divided by their pivot where the quotients stay below 2^12; for them the walk
 * multiplies
 *    by t + 1 and t - 1.  Rows with pivot 0 come next, the other rows last. */
#include "engine/glynn/rows.h"

#include "base/alloc.h"
#include "model/balance.h"

#include <math.h>
#include <stdlib.h>

/* A row is not divided where its pivot is a smaller fraction of it. */
static const double SMALLEST_SHARE = 0x1p-12;

int pm_rows_order(int n)
{
    return n < PM_ROWS_LEAST ? PM_ROWS_LEAST : n;
}

enum row_class { ROW_ONE, ROW_ZERO, ROW_ANY, ROW_CLASSES };

static fmpq *entry(const struct pm_rows *rows, int part, int i, int j)
{
    return &rows->part[part][i * rows->n + j];
}

static bool is_zero(const struct pm_rows *rows, int i, int j)
{
    return fmpq_is_zero(entry(rows, 0, i, j)) &&
           (rows->parts == 1 || fmpq_is_zero(entry(rows, 1, i, j)));
}

/* Copies `a`, and adds rows of ones while there are fewer rows than columns; then borders it by
 * ones.  Each matching of the m rows is counted (n - m)! times, once for each way to match the rows
 * of ones. */
static void load(struct pm_rows *rows, const struct pm_matrix *a)
{
    fmpq_t share;

    fmpq_init(share);
    PM_EACH_ENTRY(a, i, k) {
        fmpq_set(entry(rows, 0, i, a->col[k]), a->re + k);
        if (a->im != NULL)
            fmpq_set(entry(rows, 1, i, a->col[k]), a->im + k);
    }
    for (int i = a->rows; i < a->cols; i++) {
        for (int j = 0; j < a->cols; j++)
            fmpq_one(entry(rows, 0, i, j));
        fmpq_set_si(share, 1, (ulong)(i - a->rows + 1));
        fmpq_mul(rows->factor.re, rows->factor.re, share);
    }
    for (int i = a->cols; i < rows->n; i++)
        fmpq_one(entry(rows, 0, i, i));
    fmpq_clear(share);
}

/* Scales the loaded matrix but not its border. */
static pm_status balance(struct pm_rows *rows, const struct pm_matrix *a)
{
    int64_t row[64] = {0}, col[64] = {0};

    PM_TRY(pm_balance(row, col, a));
    for (int i = 0; i < a->rows; i++) {
        rows->exp += row[i] + col[i];
        for (int j = 0; j < a->cols; j++)
            for (int part = 0; part < rows->parts; part++)
                pm_gauss_part_shift(entry(rows, part, i, j), entry(rows, part, i, j),
                                    -(row[i] + col[j]));
    }
    return PM_OK;
}

/* size[i][j] = about |a_ij|; share[i] = 1 / sum_j size[i][j]. */
static void measure(double *size, double *share, const struct pm_rows *rows)
{
    const int n = rows->n;

    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
            double s = fabs(fmpq_get_d(entry(rows, 0, i, j)));
            if (rows->parts == 2)
                s += fabs(fmpq_get_d(entry(rows, 1, i, j)));
            size[i * n + j] = s;
            sum += s;
        }
        share[i] = sum > 0 ? 1 / sum : 0;
    }
}

static enum row_class classify(const struct pm_rows *rows, const double *size, const double *share,
                               int i, int c)
{
    if (is_zero(rows, i, c))
        return ROW_ZERO;
    return size[i * rows->n + c] * share[i] < SMALLEST_SHARE ? ROW_ANY : ROW_ONE;
}

static void choose_pivot(struct pm_rows *rows, const double *size, const double *share)
{
    const int n = rows->n;
    int fewest = n + 1;
    double best = 0;

    for (int c = 0; c < n; c++) {
        int others = 0;
        double worst = 2;
        for (int i = 0; i < n; i++) {
            const enum row_class class = classify(rows, size, share, i, c);
            others += class == ROW_ANY;
            if (class == ROW_ONE)
                worst = fmin(worst, size[i * n + c] * share[i]);
        }
        if (others < fewest || (others == fewest && worst > best)) {
            rows->pivot = c;
            fewest = others;
            best = worst;
        }
    }
}

void pm_rows_divide(struct pm_rows *rows, int i, int c)
{
    struct pm_gauss pivot, x;

    PM_EACH(pm_gauss_init, &pivot, &x);
    pm_gauss_set_parts(&pivot, entry(rows, 0, i, c),
                       rows->parts == 2 ? entry(rows, 1, i, c) : NULL);
    pm_gauss_mul(&rows->factor, &rows->factor, &pivot);
    for (int j = 0; j < rows->n; j++) {
        if (is_zero(rows, i, j))
            continue;
        pm_gauss_set_parts(&x, entry(rows, 0, i, j),
                           rows->parts == 2 ? entry(rows, 1, i, j) : NULL);
        pm_gauss_div(&x, &x, &pivot);
        fmpq_set(entry(rows, 0, i, j), x.re);
        if (rows->parts == 2)
            fmpq_set(entry(rows, 1, i, j), x.im);
    }
    PM_EACH(pm_gauss_clear, &x, &pivot);
}

static pm_status divide_rows(struct pm_rows *rows)
{
    const int n = rows->n;
    double *size, share[64];
    int end = 0, ends[ROW_CLASSES];

    PM_NEW(size, n * n);
    measure(size, share, rows);
    choose_pivot(rows, size, share);
    for (enum row_class class = ROW_ONE; class < ROW_CLASSES; class ++) {
        for (int i = 0; i < n; i++)
            if (classify(rows, size, share, i, rows->pivot) == class)
                rows->order[end++] = i;
        ends[class] = end;
    }
    rows->ones = ends[ROW_ONE];
    rows->zeros = ends[ROW_ZERO];
    for (int k = 0; k < rows->ones; k++)
        pm_rows_divide(rows, rows->order[k], rows->pivot);
    free(size);
    return PM_OK;
}

static pm_status rows_load(struct pm_rows *rows, const struct pm_matrix *a, int parts, bool scaled)
{
    pm_status status = PM_OK;

    *rows = (struct pm_rows){.n = pm_rows_order(a->cols), .parts = parts};
    const int count = rows->n * rows->n;
    pm_gauss_init(&rows->factor);
    pm_gauss_set_si(&rows->factor, 1);
    for (int part = 0; part < parts; part++) {
        PM_NEW_GOTO(status, rows->part[part], count, fail);
        for (int k = 0; k < count; k++)
            fmpq_init(&rows->part[part][k]);
    }
    load(rows, a);
    if (!scaled)
        PM_TRY_GOTO(status, balance(rows, a), fail);
    for (int i = 0; i < rows->n; i++)
        rows->order[i] = i;
    return PM_OK;
fail:
    pm_rows_clear(rows);
    return status;
}

pm_status pm_rows_load(struct pm_rows *rows, const struct pm_matrix *a, int parts)
{
    return rows_load(rows, a, parts, false);
}

static pm_status rows_init(struct pm_rows *rows, const struct pm_matrix *a, int parts, bool scaled)
{
    PM_TRY(rows_load(rows, a, parts, scaled));
    const pm_status status = divide_rows(rows);
    if (status != PM_OK)
        pm_rows_clear(rows);
    return status;
}

pm_status pm_rows_init(struct pm_rows *rows, const struct pm_matrix *a, int parts)
{
    return rows_init(rows, a, parts, false);
}

pm_status pm_rows_scaled(struct pm_rows *rows, const struct pm_matrix *a)
{
    return rows_init(rows, a, 1, true);
}

void pm_rows_clear(struct pm_rows *rows)
{
    for (int part = 0; part < 2; part++) {
        for (int k = 0; rows->part[part] != NULL && k < rows->n * rows->n; k++)
            fmpq_clear(&rows->part[part][k]);
        free(rows->part[part]);
        rows->part[part] = NULL;
    }
    pm_gauss_clear(&rows->factor);
}

void pm_rows_sort_columns(int *column, const double *weight, int n, int pivot)
{
    int count = 0;

    for (int j = 0; j < n; j++) {
        if (j == pivot)
            continue;
        int place = count++;
        for (; place > 0 && weight[column[place - 1]] > weight[j]; place--)
            column[place] = column[place - 1];
        column[place] = j;
    }
}
