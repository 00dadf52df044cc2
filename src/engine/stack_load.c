/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads entries from the caller's array by its strides.  Where entries are is computed once for a
 * call, not for each matrix.  A line is scaled by its largest entry. */
#include "engine/stack_load.h"

#include "base/sized.h"
#include "model/matrix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

pm_status pm_batch_take(struct pm_batch *b, const pm_stack *stack)
{
    pm_stack *const s = &b->stack;

    PM_TRY(pm_stack_take(s, stack));
    if (stack->entries > PM_ENTRIES_INTEGER)
        return pm_fail(PM_INPUT,
                       "a stack of doubles, complex numbers or 64-bit integers is expected");
    if (s->device != 0 && !b->device)
        return pm_fail(PM_INPUT, "the stack is in the memory of a GPU");
    PM_TRY(pm_stack_device(s));
    if ((int)stack->precision < 0 || stack->precision > PM_PRECISION_MOST)
        return pm_fail(PM_INPUT, "%d is no precision", (int)stack->precision);
    b->parts = s->entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    return PM_OK;
}

pm_status pm_batch_take_loops(struct pm_batch *loops, const pm_stack *stack, const void *data)
{
    const pm_stack means = {.size = sizeof(pm_stack),
                            .entries = stack->entries,
                            .data = data,
                            .count = stack->count,
                            .rows = 1,
                            .cols = stack->cols};

    return data != NULL ? pm_batch_take(loops, &means) : PM_OK;
}

int pm_batch_outside(struct pm_batch *b, int threads)
{
    const bool few = b->stack.count < (size_t)threads;

    b->inside = few ? threads : 1;
    return few ? 1 : threads;
}

void pm_batch_arrange(struct pm_batch *b)
{
    pm_stack *const s = &b->stack;
    const pm_stack as_given = *s;

    b->turned = s->rows > s->cols;
    if (!b->turned)
        return;
    s->rows = as_given.cols;
    s->cols = as_given.rows;
    s->row_stride = as_given.col_stride;
    s->col_stride = as_given.row_stride;
    s->row_times = as_given.col_times;
    s->col_times = as_given.row_times;
}

void pm_batch_entry(double z[2], const struct pm_batch *b, size_t k, int i, int j)
{
    const pm_stack *const s = &b->stack;
    const ptrdiff_t at = (ptrdiff_t)k * s->matrix_stride + i * s->row_stride + j * s->col_stride;

    z[1] = 0;
    if (s->entries == PM_ENTRIES_REAL) {
        z[0] = ((const double *)s->data)[at];
    } else if (s->entries == PM_ENTRIES_INTEGER) {
        z[0] = (double)((const int64_t *)s->data)[at];
    } else {
        z[0] = ((const double *)s->data)[2 * at];
        z[1] = ((const double *)s->data)[2 * at + 1];
    }
}

pm_status pm_batch_finite(double z[2], const struct pm_batch *b, size_t k, int i, int j)
{
    pm_batch_entry(z, b, k, i, j);
    if (!isfinite(z[0]) || !isfinite(z[1]))
        return pm_fail(PM_INPUT, "matrix %zu, row %d, column %d: not a finite number", k,
                       b->turned ? j : i, b->turned ? i : j);
    return PM_OK;
}

pm_status pm_batch_asymmetric(size_t k, int row, int col)
{
    char what[40];

    snprintf(what, sizeof what, "matrix %zu", k);
    return pm_fail_asymmetric(what, row, col);
}

static double *target_of(const struct pm_target *to, const struct pm_batch *b, int i, int j)
{
    return to->base + (ptrdiff_t)(i * b->stack.cols + j) * to->entry;
}

/* Row i of the matrix; ones behind its last row. */
static pm_status copy_row(const struct pm_target *to, const struct pm_batch *b, size_t k, int i)
{
    for (int j = 0; j < b->stack.cols; j++) {
        double z[2] = {1, 0}, *const at = target_of(to, b, i, j);
        if (i < b->stack.rows)
            PM_TRY(pm_batch_finite(z, b, k, i, j));
        at[0] = z[0];
        if (b->parts == 2)
            at[to->part] = z[1];
    }
    return PM_OK;
}

enum { NOTHING = -50000 }; /* the exponent of 0 is below this, all others are above */

/* The exponent e of the larger part of an entry, which is in 2^(e-1) .. 2^e. */
static int exponent_of(const struct pm_target *to, const struct pm_batch *b, int i, int j)
{
    const double *const at = target_of(to, b, i, j);
    const double re = fabs(at[0]), im = b->parts == 2 ? fabs(at[to->part]) : 0;

    return pm_exponent(re > im ? re : im);
}

/* Chooses the exponents of rows, then those of columns of a square matrix: from the exponents of
 * entries, so that no entry is lost before both are known. */
static void choose_scale(struct pm_batch_scale *s, const struct pm_target *to,
                         const struct pm_batch *b)
{
    const int cols = b->stack.cols;

    s->all = 0;
    for (int i = 0; i < s->rows; i++) {
        int most = NOTHING;
        for (int j = 0; j < cols; j++) {
            const int e = exponent_of(to, b, i, j);
            most = e > most ? e : most;
        }
        s->all += s->row[i] = most > NOTHING ? most - s->top : 0;
    }
    for (int j = 0; j < cols; j++) {
        int most = NOTHING;
        for (int i = 0; i < s->rows && s->rows == cols; i++) {
            const int e = exponent_of(to, b, i, j);
            most = e > NOTHING && e - s->row[i] > most ? e - s->row[i] : most;
        }
        s->all += s->col[j] = most > NOTHING ? most - s->top : 0;
    }
}

pm_status pm_batch_load(struct pm_batch_scale *s, const struct pm_target *to,
                        const struct pm_batch *b, size_t k)
{
    for (int i = 0; i < s->rows; i++)
        PM_TRY(copy_row(to, b, k, i));
    choose_scale(s, to, b);
    s->least = s->top;
    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < b->stack.cols; j++) {
            const int e = exponent_of(to, b, i, j), down = s->row[i] + s->col[j];
            double *const at = target_of(to, b, i, j);
            if (e < NOTHING)
                continue;
            s->least = e - down - 1 < s->least ? e - down - 1 : s->least;
            at[0] = pm_times_power(at[0], -down);
            if (b->parts == 2)
                at[to->part] = pm_times_power(at[to->part], -down);
        }
    return PM_OK;
}

bool pm_batch_is_rounded(const struct pm_batch *b, const double *a, const struct pm_batch_scale *s)
{
    const int cols = b->stack.cols;
    bool rounded = false;

    for (int at = 0; at < s->rows * cols && b->stack.entries == PM_ENTRIES_INTEGER; at++)
        rounded = rounded ||
                  (a[at] != 0 && pm_exponent(a[at]) + s->row[at / cols] + s->col[at % cols] > 53);
    return rounded;
}

pm_status pm_batch_total(int *total, const struct pm_batch *b, int side, size_t k)
{
    enum { MOST = 1 << 20 };
    const pm_stack *const s = &b->stack;
    const int *const times = side == 0 ? s->row_times : s->col_times;
    const int count = side == 0 ? s->rows : s->cols;
    int64_t sum = times == NULL ? count : 0;

    for (int line = 0; line < count && times != NULL; line++) {
        const int here = times[k * (size_t)count + (size_t)line];
        if (here < 0)
            return pm_fail(PM_INPUT, "matrix %zu, %s %d: %d is no multiplicity", k,
                           (side == 0) == b->turned ? "column" : "row", line, here);
        sum += here;
    }
    if (sum > MOST)
        return pm_fail(PM_UNABLE, "matrix %zu: more than %d lines in all", k, MOST);
    *total = (int)sum;
    return PM_OK;
}

pm_status pm_batch_aligned(double **out, size_t count)
{
    *out = aligned_alloc(64, (count * sizeof(double) + 64) / 64 * 64);
    return *out != NULL ? PM_OK : pm_fail(PM_NOMEM, "out of memory: %zu numbers", count);
}
