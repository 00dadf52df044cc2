/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads entries from the caller's array by its strides.  Where entries are is computed once for a
 * call, not for each matrix.  A line is scaled by its largest entry. */
#include "engine/stack_load.h"

#include "base/alloc.h"
#include "base/sized.h"
#include "model/matrix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pm_status pm_stack_take(struct pm_batch *b, const pm_stack *stack)
{
    pm_stack *const s = &b->stack;

    PM_TRY(pm_sized_stack(s, stack));
    if (!b->any && !pm_stack_has_permanents(s))
        return pm_fail(PM_INPUT, "a stack that asks for permanents is expected");
    if (stack->entries > PM_ENTRIES_INTEGER && !(b->logs && stack->entries == PM_ENTRIES_LOGS))
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

pm_status pm_stack_take_loops(struct pm_batch *b, struct pm_batch *loops)
{
    const pm_stack means = {.size = sizeof(pm_stack),
                            .entries = b->stack.entries,
                            .data = b->stack.loops,
                            .count = b->stack.count,
                            .rows = 1,
                            .cols = b->stack.rows};

    b->loops = means.data != NULL ? loops : NULL;
    loops->logs = b->logs;
    return means.data != NULL ? pm_stack_take(loops, &means) : PM_OK;
}

int pm_stack_outside(struct pm_batch *b, int threads)
{
    const bool few = b->stack.count < (size_t)threads;

    b->inside = few ? threads : 1;
    return few ? 1 : threads;
}

void pm_stack_arrange(struct pm_batch *b)
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

/* Inline, since it is the hottest function of small matrices. */
static inline void read_entry(double z[2], const pm_stack *s, ptrdiff_t at)
{
    z[1] = 0;
    if (s->entries == PM_ENTRIES_REAL || s->entries == PM_ENTRIES_LOGS) {
        z[0] = ((const double *)s->data)[at];
    } else if (s->entries == PM_ENTRIES_INTEGER) {
        z[0] = (double)((const int64_t *)s->data)[at];
    } else {
        z[0] = ((const double *)s->data)[2 * at];
        z[1] = ((const double *)s->data)[2 * at + 1];
    }
}

static inline ptrdiff_t place_of(const pm_stack *s, size_t k, int i, int j)
{
    return (ptrdiff_t)k * s->matrix_stride + i * s->row_stride + j * s->col_stride;
}

void pm_stack_entry(double z[2], const struct pm_batch *b, size_t k, int i, int j)
{
    read_entry(z, &b->stack, place_of(&b->stack, k, i, j));
}

static pm_status fail_entry(const struct pm_batch *b, size_t k, int i, int j)
{
    return pm_fail(PM_INPUT, "matrix %zu, row %d, column %d: not a finite number", k,
                   b->turned ? j : i, b->turned ? i : j);
}

pm_status pm_stack_finite(double z[2], const struct pm_batch *b, size_t k, int i, int j)
{
    pm_stack_entry(z, b, k, i, j);
    return isfinite(z[0]) && isfinite(z[1]) ? PM_OK : fail_entry(b, k, i, j);
}

pm_status pm_stack_asymmetric(size_t k, bool skew, int row, int col)
{
    char what[40];

    snprintf(what, sizeof what, "matrix %zu", k);
    return pm_matrix_fail_asymmetric(what, skew, row, col);
}

/* Row i of the matrix, from at[] on; ones behind its last row. */
__attribute__((always_inline)) static inline pm_status copy_row(double *at,
                                                                const struct pm_target *to,
                                                                const struct pm_batch *b, size_t k,
                                                                int i, int parts)
{
    const pm_stack *const s = &b->stack;
    const double *const numbers = s->entries != PM_ENTRIES_INTEGER && i < s->rows ? s->data : NULL;
    ptrdiff_t from = place_of(s, k, i, 0);

    for (int j = 0; j < s->cols; j++, at += to->entry, from += s->col_stride) {
        double z[2] = {1, 0};
        if (numbers == NULL && i < s->rows)
            read_entry(z, s, from);
        at[0] = numbers != NULL ? numbers[from * parts] : z[0];
        if (parts == 2)
            at[to->part] = numbers != NULL ? numbers[from * parts + 1] : z[1];
        if (!isfinite(at[0]) || (parts == 2 && !isfinite(at[to->part])))
            return fail_entry(b, k, i, j);
    }
    return PM_OK;
}

pm_status pm_stack_copy(const struct pm_target *to, const struct pm_batch *b, size_t k, int rows)
{
    double *row = to->base;

    for (int i = 0; i < rows; i++, row += (ptrdiff_t)b->stack.cols * to->entry)
        PM_TRY(b->parts == 1 ? copy_row(row, to, b, k, i, 1) : copy_row(row, to, b, k, i, 2));
    return PM_OK;
}

enum { NOTHING = -50000 }; /* the exponent of 0 is below this, all others are above */

/* Chooses the exponents of rows, then those of columns of a square matrix: from the exponents of
 * entries, so that no entry is lost before both are known. */
__attribute__((always_inline)) static inline void
choose_scale(struct pm_stack_scale *s, const struct pm_target *to, int cols, int parts)
{
    const ptrdiff_t entry = to->entry, part = to->part;
    const bool square = s->rows == cols;
    int *const col = s->col, all = 0;
    const double *row = to->base;

    for (int j = 0; j < cols; j++)
        col[j] = NOTHING;
    for (int i = 0; i < s->rows; i++, row += cols * entry) {
        const double *at = row;
        double most = 0;
        for (int j = 0; j < cols; j++, at += entry) {
            const double size = pm_stack_size(at, part, parts);
            most = size > most ? size : most;
        }
        const int down = most > 0 ? pm_exponent(most) - s->top : 0;
        all += s->row[i] = down;
        at = row;
        for (int j = 0; j < cols && square; j++, at += entry) {
            const int e = pm_exponent(pm_stack_size(at, part, parts)) - down;
            col[j] = e > col[j] ? e : col[j];
        }
    }
    for (int j = 0; j < cols; j++)
        all += col[j] = col[j] > NOTHING ? col[j] - s->top : 0;
    s->all = all;
}

/* Scales the entries. */
__attribute__((always_inline)) static inline void
apply_scale(struct pm_stack_scale *s, const struct pm_target *to, int cols, int parts)
{
    const ptrdiff_t entry = to->entry, part = to->part;
    const int *const col = s->col;
    double *at = to->base;
    int least = s->top;

    for (int i = 0; i < s->rows; i++) {
        const int row = s->row[i];
        for (int j = 0; j < cols; j++, at += entry) {
            const int down = row + col[j],
                      e = pm_exponent(pm_stack_size(at, part, parts)) - down - 1;
            least = e > NOTHING && e < least ? e : least;
            at[0] = pm_times_power(at[0], -down);
            if (parts == 2)
                at[part] = pm_times_power(at[part], -down);
        }
    }
    s->least = least;
}

/* Whether all entries are 0 or between 2^-top and 2^top: they need no scale, and as powers of two
 * change no digit, the values are the same. */
__attribute__((always_inline)) static inline bool
is_scaled(struct pm_stack_scale *s, const struct pm_target *to, int cols, int parts)
{
    const ptrdiff_t entry = to->entry, part = to->part;
    const double *at = to->base, *const end = at + s->rows * cols * entry;
    double most = 0, least = HUGE_VAL;

    for (; at < end; at += entry) {
        const double size = pm_stack_size(at, part, parts), nonzero = size > 0 ? size : HUGE_VAL;
        most = size > most ? size : most;
        least = nonzero < least ? nonzero : least;
    }
    s->least = most > 0 && pm_exponent(least) - 1 < s->top ? pm_exponent(least) - 1 : s->top;
    if ((most > 0 && pm_exponent(most) > s->top) || s->least < -s->top)
        return false;
    s->all = 0;
    memset(s->row, 0, (size_t)s->rows * sizeof *s->row);
    memset(s->col, 0, (size_t)cols * sizeof *s->col);
    return true;
}

/* Compiled for each number of parts. */
__attribute__((always_inline)) static inline void
scale(struct pm_stack_scale *s, const struct pm_target *to, int cols, int parts)
{
    if (s->top > 0 && is_scaled(s, to, cols, parts))
        return;
    choose_scale(s, to, cols, parts);
    apply_scale(s, to, cols, parts);
}

pm_status pm_stack_load(struct pm_stack_scale *s, const struct pm_target *to,
                        const struct pm_batch *b, size_t k)
{
    PM_TRY(pm_stack_copy(to, b, k, s->rows));
    if (b->parts == 1)
        scale(s, to, b->stack.cols, 1);
    else
        scale(s, to, b->stack.cols, 2);
    return PM_OK;
}

bool pm_stack_is_rounded(const struct pm_batch *b, const struct pm_target *loaded,
                         const struct pm_stack_scale *s)
{
    const int cols = b->stack.cols;
    bool rounded = false;

    for (int at = 0; at < s->rows * cols && b->stack.entries == PM_ENTRIES_INTEGER; at++) {
        const double x = loaded->base[at * loaded->entry];
        rounded =
            rounded || (x != 0 && pm_exponent(x) + s->row[at / cols] + s->col[at % cols] > 53);
    }
    return rounded;
}

pm_status pm_stack_total(int *total, const struct pm_batch *b, int side, size_t k)
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

pm_status pm_stack_aligned(double **out, size_t count)
{
    *out = pm_alloc_aligned(64, count * sizeof(double));
    return *out != NULL ? PM_OK : PM_NOMEM;
}
