/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads entries from the caller's array by its strides.  Where entries are is computed once for a
 * call, not for each matrix.  A line is scaled by its largest entry. */
#include "batch/stack.h"

#include "base/sized.h"
#include "engine/glynn/rounded.h"

#include <math.h>
#include <stdlib.h>

pm_status pm_batch_take(struct pm_batch *b, const pm_stack *stack)
{
    pm_stack *const s = &b->stack;

    PM_TRY(pm_stack_take(s, stack));
    if (stack->entries > PM_ENTRIES_INTEGER)
        return pm_fail(PM_INPUT,
                       "a stack of doubles, complex numbers or 64-bit integers is expected");
    if ((int)stack->precision < 0 || stack->precision > PM_PRECISION_MOST)
        return pm_fail(PM_INPUT, "%d is no precision", (int)stack->precision);
    b->parts = s->entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    return PM_OK;
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

static void entry_of(double z[2], const struct pm_batch *b, size_t k, int i, int j)
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
    entry_of(z, b, k, i, j);
    if (!isfinite(z[0]) || !isfinite(z[1]))
        return pm_fail(PM_INPUT, "matrix %zu, row %d, column %d: not a finite number", k,
                       b->turned ? j : i, b->turned ? i : j);
    return PM_OK;
}

static double *target_of(const struct pm_target *to, const struct pm_batch *b, int i, int j)
{
    return to->base + (ptrdiff_t)(i * b->stack.cols + j) * to->entry;
}

static pm_status copy(const struct pm_target *to, const struct pm_batch *b, size_t k)
{
    for (int i = 0; i < b->stack.rows; i++)
        for (int j = 0; j < b->stack.cols; j++) {
            double z[2], *const at = target_of(to, b, i, j);
            PM_TRY(pm_batch_finite(z, b, k, i, j));
            at[0] = z[0];
            if (b->parts == 2)
                at[to->part] = z[1];
        }
    return PM_OK;
}

static double size_of(const struct pm_target *to, const struct pm_batch *b, int i, int j)
{
    const double *const at = target_of(to, b, i, j);

    return b->parts == 1 ? fabs(at[0]) : fmax(fabs(at[0]), fabs(at[to->part]));
}

static void shift(const struct pm_target *to, const struct pm_batch *b, int i, int j, int exponent)
{
    double *const at = target_of(to, b, i, j);

    at[0] = ldexp(at[0], exponent);
    if (b->parts == 2)
        at[to->part] = ldexp(at[to->part], exponent);
}

/* Scales one line so that parts of entries are below 1/2 (moduli below 1).  Returns the exponent of
 * the scale. */
static int scale_line(const struct pm_target *to, const struct pm_batch *b, int line, bool row)
{
    const int count = row ? b->stack.cols : b->stack.rows;
    double most = 0;
    int exponent;

    for (int k = 0; k < count; k++)
        most = fmax(most, size_of(to, b, row ? line : k, row ? k : line));
    if (most == 0)
        return 0;
    frexp(most, &exponent);
    exponent++;
    for (int k = 0; k < count; k++)
        shift(to, b, row ? line : k, row ? k : line, -exponent);
    return exponent;
}

pm_status pm_batch_load(int *row_exp, int *col_exp, const struct pm_target *to,
                        const struct pm_batch *b, size_t k)
{
    PM_TRY(copy(to, b, k));
    for (int i = 0; i < b->stack.rows; i++)
        row_exp[i] = scale_line(to, b, i, true);
    for (int j = 0; j < b->stack.cols; j++)
        col_exp[j] = b->stack.rows == b->stack.cols ? scale_line(to, b, j, false) : 0;
    return PM_OK;
}

size_t pm_batch_place(const struct pm_batch *b, size_t k, int i, int j)
{
    const size_t rows = (size_t)b->stack.rows, cols = (size_t)b->stack.cols;

    if (!b->minors)
        return k;
    return k * rows * cols +
           (b->turned ? (size_t)j * rows + (size_t)i : (size_t)i * cols + (size_t)j);
}

void pm_batch_deliver(const struct pm_batch *b, size_t place, const double value[2], double bound,
                      int exp)
{
    bool finite = true;

    for (int part = 0; part < b->parts; part++) {
        const double here = ldexp(value[part], exp);
        b->value[place * (size_t)b->parts + (size_t)part] = here;
        finite = finite && isfinite(here);
    }
    if (b->bounds)
        b->bound[place - b->bounds_from] = !finite      ? HUGE_VAL
                                           : bound == 0 ? 0
                                                        : ldexp(bound * PM_UP, exp) + 0x1p-1072;
}

pm_status pm_batch_aligned(double **out, size_t count)
{
    *out = aligned_alloc(64, (count * sizeof(double) + 64) / 64 * 64);
    return *out != NULL ? PM_OK : pm_fail(PM_NOMEM, "out of memory: %zu numbers", count);
}
