/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the column order of nested rows.
 *
 * Reversing the order turns prefixes into suffixes, so we may assume that a shortest row is a
 * suffix.  Then it is contained in all other suffixes, and a later column of it is in fewer of the
 * prefixes.  So the last column is a column of this row that is in the fewest rows.  The rows that
 * contain the last column are the suffixes.  Replace them by their complements; then all rows are
 * prefixes.  Sort the columns by the number of rows that contain them, largest first. */
#include "model/nested_order.h"

#include "base/alloc.h"

#include <stdlib.h>

static int length(const struct pm_matrix *a, int row)
{
    return a->start[row + 1] - a->start[row];
}

static bool has(const struct pm_matrix *a, int row, int col)
{
    for (int k = a->start[row]; k < a->start[row + 1]; k++)
        if (a->col[k] == col)
            return true;
    return false;
}

/* The last column of the order; -1 where there are no entries. */
static int last_column(const struct pm_matrix *a, const int *degree)
{
    int row = -1, col = -1;

    for (int i = 0; i < a->rows; i++)
        if (length(a, i) > 0 && (row < 0 || length(a, i) < length(a, row)))
            row = i;
    for (int k = row < 0 ? 0 : a->start[row]; row >= 0 && k < a->start[row + 1]; k++)
        if (col < 0 || degree[a->col[k]] < degree[col])
            col = a->col[k];
    return col;
}

/* For qsort_r: descending keys, then ascending numbers. */
static int by_key(const void *x, const void *y, void *keys)
{
    const int p = *(const int *)x, q = *(const int *)y, *const key = keys;
    return key[p] != key[q] ? (key[p] < key[q]) - (key[p] > key[q]) : (p > q) - (p < q);
}

/* The only possible order of the columns; is_nested() must check it. */
static pm_status order_columns(struct pm_nested *n, bool *suffix, const struct pm_matrix *a)
{
    int *key;

    PM_NEW(key, a->cols);
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        key[a->col[k]]++;
    const int last = last_column(a, key);
    for (int i = 0; i < a->rows; i++) {
        suffix[i] = last >= 0 && has(a, i, last);
        for (int k = a->start[i]; suffix[i] && k < a->start[i + 1]; k++)
            key[a->col[k]] -= 2; /* the complement lacks this column, and all columns lose one
                                  * more */
    }
    for (int j = 0; j < a->cols; j++)
        n->column[j] = j;
    qsort_r(n->column, (size_t)a->cols, sizeof *n->column, by_key, key);
    free(key);
    return PM_OK;
}

/* True where every row is a prefix or a suffix, as suffix[] says. */
static bool is_nested(const struct pm_matrix *a, const int *place, const bool *suffix)
{
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            const int at = place[a->col[k]];
            if (suffix[i] ? at < a->cols - length(a, i) : at >= length(a, i))
                return false;
        }
    return true;
}

/* The prefixes, then the suffixes, each by ascending length. */
static pm_status order_rows(struct pm_nested *n, const bool *suffix, const struct pm_matrix *a)
{
    int *key;

    PM_NEW(key, a->rows);
    for (int i = 0; i < a->rows; i++) {
        n->row[i] = i;
        n->prefixes += !suffix[i];
        key[i] = suffix[i] ? -a->cols - 1 - length(a, i) : -length(a, i);
    }
    qsort_r(n->row, (size_t)a->rows, sizeof *n->row, by_key, key);
    for (int t = 0; t < a->rows; t++) {
        const int places = length(a, n->row[t]);
        n->edge[t] = t < n->prefixes ? places : a->cols - places;
    }
    free(key);
    return PM_OK;
}

static pm_status find(struct pm_nested *n, bool *nested, const struct pm_matrix *a)
{
    pm_status status;
    bool *suffix = NULL;
    int *place = NULL;

    PM_NEW_GOTO(status, suffix, a->rows, done);
    PM_NEW_GOTO(status, place, a->cols, done);
    PM_TRY_GOTO(status, order_columns(n, suffix, a), done);
    for (int j = 0; j < a->cols; j++)
        place[n->column[j]] = j;
    *nested = is_nested(a, place, suffix);
    if (*nested)
        status = order_rows(n, suffix, a);
done:
    free(suffix);
    free(place);
    return status;
}

static pm_status room(struct pm_nested *n)
{
    PM_NEW(n->column, n->cols);
    PM_NEW(n->row, n->rows);
    PM_NEW(n->edge, n->rows);
    return PM_OK;
}

pm_status pm_nested_new(struct pm_nested **nested, const struct pm_matrix *a)
{
    struct pm_nested *n;
    bool found = false;

    *nested = NULL;
    PM_NEW(n, 1);
    n->rows = a->rows;
    n->cols = a->cols;
    pm_status status = room(n);
    if (status == PM_OK)
        status = find(n, &found, a);
    if (found && status == PM_OK)
        *nested = n;
    else
        pm_nested_free(n);
    return status;
}

void pm_nested_free(struct pm_nested *nested)
{
    if (nested == NULL)
        return;
    free(nested->column);
    free(nested->row);
    free(nested->edge);
    free(nested);
}
