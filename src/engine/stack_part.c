/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of matrices that multiplicities of 0 and 1 choose. */
#include "engine/stack_load.h"

#include "base/alloc.h"

#include <string.h>

/* *ones = the number of lines of a side with multiplicity 1 in every matrix; false if they differ,
 * or if there are other multiplicities than 0 and 1. */
static bool count_ones(int *ones, const int *times, int lines, size_t count)
{
    *ones = times == NULL ? lines : 0;
    for (size_t k = 0; k < count && times != NULL; k++) {
        int here = 0;
        for (int i = 0; i < lines; i++, times++) {
            if (*times != 0 && *times != 1)
                return false;
            here += *times;
        }
        if (k > 0 && here != *ones)
            return false;
        *ones = here;
    }
    return true;
}

static bool is_chosen(const int *times, int line)
{
    return times == NULL || times[line] == 1;
}

/* Copies what is chosen of matrix k; returns the place behind it. */
static char *copy_part(char *to, const pm_stack *s, size_t k, size_t size)
{
    const int *const rows = s->row_times != NULL ? s->row_times + k * (size_t)s->rows : NULL;
    const int *const cols = s->col_times != NULL ? s->col_times + k * (size_t)s->cols : NULL;
    const char *const from = s->data;

    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < s->cols && is_chosen(rows, i); j++)
            if (is_chosen(cols, j)) {
                const ptrdiff_t at =
                    (ptrdiff_t)k * s->matrix_stride + i * s->row_stride + j * s->col_stride;
                memcpy(to, from + at * (ptrdiff_t)size, size);
                to += size;
            }
    return to;
}

pm_status pm_stack_part(pm_stack *s, void **copy)
{
    const size_t size = s->entries == PM_ENTRIES_COMPLEX ? 2 * sizeof(double) : sizeof(double);
    int rows, cols;
    char *to;

    if ((s->row_times == NULL && s->col_times == NULL) || s->count == 0 ||
        !count_ones(&rows, s->row_times, s->rows, s->count) ||
        !count_ones(&cols, s->col_times, s->cols, s->count) || (s->normalized && rows != cols))
        return PM_OK;
    PM_NEW(to, s->count * (size_t)rows * (size_t)cols * size + 1);
    *copy = to;
    for (size_t k = 0; k < s->count; k++)
        to = copy_part(to, s, k, size);
    s->data = *copy;
    s->rows = rows;
    s->cols = cols;
    s->row_times = s->col_times = NULL;
    s->row_stride = cols;
    s->col_stride = 1;
    s->matrix_stride = (ptrdiff_t)rows * cols;
    s->normalized = false;
    return PM_OK;
}
