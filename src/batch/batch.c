/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_batch(): permanents of many small matrices in arrays, without a plan.
 *
 * Matrices of at most PM_TABLE_ROWS lines on the shorter side go eight at a time through the table
 * (table.h), one in each lane; larger ones go one by one through the kernels of the dense walk
 * (strands.h), where the lanes are sign vectors of one matrix.  The shape alone decides, so the
 * bits do not depend on the instruction set or on the number of threads.
 *
 * Rows, and the columns of square matrices, are scaled by powers of two first, so that moduli of
 * entries are at most 1.  A rectangular matrix of many rows is made square by rows of ones, which
 * multiply the permanent by (n - m)!. */
#include "base/alloc.h"
#include "batch/strands.h"
#include "batch/table.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static const double UNIT = 0x1p-53;
static const double UP = 1 + 0x1p-40; /* above the rounding of a bound itself */

/* What all threads share. */
struct batch {
    pm_stack stack; /* rows <= cols, strides as they are */
    int parts;
    bool turned; /* rows are the caller's columns */
    bool bounds; /* wanted */
    const struct pm_isa *isa;
    pm_table_walk *table;
};

/* What a thread has to itself. */
struct hand {
    double *entries, *scratch;     /* of the table */
    struct pm_batch_square square; /* of strands */
    struct pm_batch_room *room;
    int *col_exp;
};

static bool is_tabled(const pm_stack *stack)
{
    return stack->rows <= PM_TABLE_ROWS;
}

/* ------------------------------------------------------------------ one matrix */

/* Entry (i, j) of matrix k as a complex number. */
static void entry_of(double z[2], const struct batch *b, size_t k, int i, int j)
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

/* Where the parts of entry (i, j) go: base[(i * cols + j) * entry + part * step]. */
struct target {
    double *base;
    int entry;
    ptrdiff_t part;
};

static double *target_of(const struct target *to, const struct batch *b, int i, int j)
{
    return to->base + (ptrdiff_t)(i * b->stack.cols + j) * to->entry;
}

static pm_status copy(const struct target *to, const struct batch *b, size_t k)
{
    for (int i = 0; i < b->stack.rows; i++)
        for (int j = 0; j < b->stack.cols; j++) {
            double z[2], *const at = target_of(to, b, i, j);
            entry_of(z, b, k, i, j);
            if (!isfinite(z[0]) || !isfinite(z[1]))
                return pm_fail(PM_INPUT, "matrix %zu, row %d, column %d: not a finite number", k,
                               b->turned ? j : i, b->turned ? i : j);
            at[0] = z[0];
            if (b->parts == 2)
                at[to->part] = z[1];
        }
    return PM_OK;
}

static double size_of(const struct target *to, const struct batch *b, int i, int j)
{
    const double *const at = target_of(to, b, i, j);

    return b->parts == 1 ? fabs(at[0]) : fmax(fabs(at[0]), fabs(at[to->part]));
}

static void shift(const struct target *to, const struct batch *b, int i, int j, int exponent)
{
    double *const at = target_of(to, b, i, j);

    at[0] = ldexp(at[0], exponent);
    if (b->parts == 2)
        at[to->part] = ldexp(at[to->part], exponent);
}

/* Scales one line so that parts of entries are below 1/2 (moduli below 1); the exponent that was
 * taken off. */
static int scale_line(const struct target *to, const struct batch *b, int line, bool row)
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

/* *exp = the exponent that was taken off all lines together. */
static pm_status load(int *exp, const struct target *to, const struct batch *b, size_t k)
{
    *exp = 0;
    PM_TRY(copy(to, b, k));
    for (int i = 0; i < b->stack.rows; i++)
        *exp += scale_line(to, b, i, true);
    for (int j = 0; j < b->stack.cols && b->stack.rows == b->stack.cols; j++)
        *exp += scale_line(to, b, j, false);
    return PM_OK;
}

/* Writes value and bound 2^exp times; what scaling loses below the range of numbers is bounded. */
static void deliver(double *values, double *bounds, const struct batch *b, size_t k,
                    const double value[2], double bound, int exp)
{
    for (int part = 0; part < b->parts; part++)
        values[k * (size_t)b->parts + (size_t)part] = ldexp(value[part], exp);
    if (bounds != NULL)
        bounds[k] = bound == 0 ? 0 : ldexp(bound * UP, exp) + 0x1p-1072;
}

/* ------------------------------------------------------------------ by tables */

/* Roundings on the way of a term into the sum, and of the entry itself. */
static double table_roundings(const struct batch *b)
{
    const double m = b->stack.rows, n = b->stack.cols;
    const double sums = m == n ? m * (m + 1) / 2 : m * n;

    return (b->parts == 1 ? 1 : 2 * 1.5) * sums + (b->stack.entries == PM_ENTRIES_INTEGER ? m : 0);
}

/* Matrices first .. first + count - 1, count <= PM_TABLE_LANES. */
static pm_status work_table(double *values, double *bounds, const struct batch *b, struct hand *h,
                            size_t first, int count)
{
    const int entry = (b->parts + 1) * PM_TABLE_LANES;
    struct pm_table table = {.rows = b->stack.rows,
                             .cols = b->stack.cols,
                             .parts = b->parts,
                             .entries = h->entries,
                             .scratch = h->scratch};
    struct pm_table_sum sum;
    int exp[PM_TABLE_LANES];
    bool signs = b->parts == 2;

    if (count < PM_TABLE_LANES)
        memset(h->entries, 0, sizeof(double) * (size_t)(table.rows * table.cols * entry));
    for (int lane = 0; lane < count; lane++) {
        const struct target to = {h->entries + lane, entry, PM_TABLE_LANES};
        PM_TRY(load(&exp[lane], &to, b, first + (size_t)lane));
        for (double *at = to.base; at < to.base + table.rows * table.cols * entry; at += entry) {
            signs = signs || at[0] < 0;
            at[b->parts * PM_TABLE_LANES] =
                b->parts == 1 ? fabs(at[0])
                              : UP * sqrt(at[0] * at[0] + at[PM_TABLE_LANES] * at[PM_TABLE_LANES]);
        }
    }
    table.moduli = b->bounds && signs;
    b->table(&sum, &table);
    for (int lane = 0; lane < count; lane++) {
        const double value[2] = {sum.value[0][lane], sum.value[1][lane]};
        const double size = table.moduli ? sum.modulus[lane] : fabs(value[0]);
        deliver(values, bounds, b, first + (size_t)lane, value,
                UP * table_roundings(b) * UNIT * size, exp[lane]);
    }
    return PM_OK;
}

/* ------------------------------------------------------------------ by strands */

static pm_status work_strands(double *values, double *bounds, const struct batch *b, struct hand *h,
                              size_t k)
{
    const int m = b->stack.rows, n = b->stack.cols;
    const struct target to = {h->square.part[0], 1, (ptrdiff_t)n * n};
    double value[2], bound, divisor = 1;
    int exp, more;

    PM_TRY(load(&exp, &to, b, k));
    for (int i = m; i < n; i++) {
        divisor *= i - m + 1;
        for (int j = 0; j < n; j++) {
            h->square.part[0][i * n + j] = 1;
            if (b->parts == 2)
                h->square.part[1][i * n + j] = 0;
        }
    }
    pm_batch_strands(value, &bound, &more, &h->square, h->room, b->isa);
    value[0] /= divisor;
    value[1] /= divisor;
    bound = UP * (bound / divisor + (n - m + 2) * UNIT * (fabs(value[0]) + fabs(value[1])));
    deliver(values, bounds, b, k, value, bound, exp + more);
    return PM_OK;
}

/* ------------------------------------------------------------------ threads */

static void hand_clear(struct hand *h)
{
    free(h->entries);
    free(h->scratch);
    free(h->square.part[0]);
    pm_batch_room_free(h->room);
}

static pm_status aligned(double **out, size_t count)
{
    *out = aligned_alloc(64, (count * sizeof(double) + 63) / 64 * 64);
    return *out != NULL ? PM_OK : pm_fail(PM_NOMEM, "memory is out: %zu numbers", count);
}

static pm_status hand_init(struct hand *h, const struct batch *b)
{
    const size_t rows = (size_t)b->stack.rows, cols = (size_t)b->stack.cols;
    const size_t parts = (size_t)b->parts, cell = (parts + 1) * PM_TABLE_LANES;

    if (is_tabled(&b->stack)) {
        PM_TRY(aligned(&h->entries, rows * cols * cell + 1));
        memset(h->entries, 0, rows * cols * cell * sizeof(double));
        return aligned(&h->scratch, cell << rows);
    }
    h->square.n = b->stack.cols;
    h->square.parts = b->parts;
    PM_NEW(h->square.part[0], cols * cols * parts);
    h->square.part[1] = h->square.part[0] + cols * cols;
    return pm_batch_room_new(&h->room, b->stack.cols, b->parts);
}

static pm_status work_all(double *values, double *bounds, const struct batch *b, int threads)
{
    const size_t group = is_tabled(&b->stack) ? PM_TABLE_LANES : 1;
    const size_t count = b->stack.count, groups = (count + group - 1) / group;
    struct pm_failure failure = {PM_OK, ""};

#pragma omp parallel num_threads(threads)
    {
        struct hand hand = {.entries = NULL};
        pm_status status = hand_init(&hand, b);
#pragma omp for schedule(dynamic)
        for (size_t g = 0; g < groups; g++) {
            const size_t first = g * group, left = count - first;
            if (status != PM_OK)
                continue;
            status = is_tabled(&b->stack) ? work_table(values, bounds, b, &hand, first,
                                                       (int)(left < group ? left : group))
                                          : work_strands(values, bounds, b, &hand, first);
        }
#pragma omp critical
        pm_failure_keep(&failure, status);
        hand_clear(&hand);
    }
    return pm_failure_raise(&failure);
}

/* Strides that the caller left out, and rows <= cols. */
static void arrange(struct batch *b, const pm_stack *stack)
{
    pm_stack *const s = &b->stack;

    *s = *stack;
    if (s->matrix_stride == 0 && s->row_stride == 0 && s->col_stride == 0) {
        s->col_stride = 1;
        s->row_stride = s->cols;
        s->matrix_stride = (ptrdiff_t)s->rows * s->cols;
    }
    b->turned = s->rows > s->cols;
    if (b->turned) {
        s->rows = stack->cols;
        s->cols = stack->rows;
        const ptrdiff_t swap = s->row_stride;
        s->row_stride = s->col_stride;
        s->col_stride = swap;
    }
    b->parts = s->entries == PM_ENTRIES_COMPLEX ? 2 : 1;
}

pm_status pm_batch(double *values, double *bounds, const pm_stack *stack, int threads)
{
    struct batch b = {.bounds = bounds != NULL};

    if (stack->rows < 0 || stack->cols < 0)
        return pm_fail(PM_INPUT, "%d x %d is no shape of matrices", stack->rows, stack->cols);
    if (stack->entries > PM_ENTRIES_INTEGER)
        return pm_fail(PM_INPUT,
                       "a stack of doubles, complex numbers or 64-bit integers is wanted");
    arrange(&b, stack);
    if (!is_tabled(&b.stack) && b.stack.cols > PM_BATCH_MOST)
        return pm_fail(PM_UNABLE,
                       "%d x %d: at most %d rows or at most %d columns; pm_solve() takes larger "
                       "matrices one by one",
                       stack->rows, stack->cols, PM_TABLE_ROWS, PM_BATCH_MOST);
    PM_TRY(pm_isa_chosen(&b.isa, NULL));
    b.table = pm_table_kernel(b.isa);
    return work_all(values, bounds, &b, threads > 0 ? threads : omp_get_max_threads());
}
