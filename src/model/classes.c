/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of equal rows, by sorting them. */
#include "model/classes.h"

#include "base/alloc.h"

#include <stdlib.h>

void pm_classes_clear(struct pm_classes *classes)
{
    PM_FREE(classes->member, classes->size);
}

/* Compares rows x and y of a: by the number of entries, then by their columns, then by their
 * values.  Returns -1, 1, or 0 if the rows are equal. */
static int row_compare(const struct pm_matrix *a, int x, int y)
{
    const int length = a->start[x + 1] - a->start[x];
    const int other = a->start[y + 1] - a->start[y];

    if (length != other)
        return length < other ? -1 : 1;
    for (int k = 0; k < length; k++) {
        const int p = a->start[x] + k, q = a->start[y] + k;
        if (a->col[p] != a->col[q])
            return a->col[p] < a->col[q] ? -1 : 1;
    }
    for (int k = 0; k < length; k++) {
        const int p = a->start[x] + k, q = a->start[y] + k;
        int order = fmpq_cmp(a->re + p, a->re + q);
        if (order == 0 && a->im != NULL)
            order = fmpq_cmp(a->im + p, a->im + q);
        if (order != 0)
            return order;
    }
    return 0;
}

/* Compares two row numbers for qsort_r.  Equal rows stay in ascending order. */
static int row_order(const void *x, const void *y, void *a)
{
    const int p = *(const int *)x, q = *(const int *)y;
    const int order = row_compare(a, p, q);
    return order != 0 ? order : (p > q) - (p < q);
}

pm_status pm_classes_find(struct pm_classes *classes, const struct pm_matrix *a)
{
    pm_status status = PM_OK;
    int *row = NULL;

    PM_NEW_GOTO(status, row, a->rows, done);
    PM_NEW_GOTO(status, classes->member, a->rows, done);
    PM_NEW_GOTO(status, classes->size, a->rows, done);
    for (int i = 0; i < a->rows; i++)
        row[i] = i;
    qsort_r(row, (size_t)a->rows, sizeof *row, row_order, (void *)a);
    for (int i = 0; i < a->rows; i++) {
        if (i == 0 || row_compare(a, row[i - 1], row[i]) != 0)
            classes->member[classes->count++] = row[i];
        classes->size[classes->count - 1]++;
    }
done:
    free(row);
    return status;
}
