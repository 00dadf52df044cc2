/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_shares(): a share is an entry times its minor, divided by the permanent.  pm_minors() and
 * pm_batch() find these, each with a bound relative to itself; all numbers have exponents.
 * Matrices whose shorter side is long are asked of pm_marginals(), one by one. */
#include "query/stack_shares.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/sized.h"
#include "engine/accuracy.h"
#include "num/exponential.h"
#include "num/mag.h"
#include "query/values.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS_MOST = 24,    /* of pm_minors() for numbers, */
    LOGS_MOST = 16,    /* and for logarithms */
    AT_ONCE = 1 << 20, /* so many minors are kept at a time */
};

/* ------------------------------------------------------------------ of arrays */

static bool is_logs(const struct pm_stack_shares *s)
{
    return s->stack.entries == PM_ENTRIES_LOGS;
}

pm_status pm_stack_shares_entry(struct pm_scaled *x, const struct pm_stack_shares *s, size_t k,
                                int i, int j)
{
    const pm_stack *const a = &s->stack;
    const ptrdiff_t at = (ptrdiff_t)k * a->matrix_stride + i * a->row_stride + j * a->col_stride;
    const double *const data = a->data;

    *x = (struct pm_scaled){.re = 0};
    if (is_logs(s)) {
        if (!pm_exponential_double(&x->re, &x->e, data[at]))
            return pm_fail(PM_INPUT,
                           "matrix %zu, row %d, column %d: %g is no logarithm of an entry", k, i, j,
                           data[at]);
        x->error = 8 * PM_BALL_U * x->re;
        pm_scaled_normalize(x);
        return PM_OK;
    }
    if (a->entries == PM_ENTRIES_INTEGER)
        x->re = (double)((const int64_t *)a->data)[at];
    else
        x->re = data[s->parts * at];
    x->im = s->parts == 2 ? data[2 * at + 1] : 0;
    pm_scaled_normalize(x);
    if (a->entries == PM_ENTRIES_INTEGER && x->e > 53)
        x->error = PM_BALL_U;
    return PM_OK;
}

pm_status pm_stack_numbers_new(struct pm_stack_numbers *n, size_t count, int parts)
{
    *n = (struct pm_stack_numbers){.value = NULL};
    PM_NEW(n->value, count * (size_t)parts + 1);
    PM_NEW(n->bound, count + 1);
    PM_NEW(n->e, count + 1);
    return PM_OK;
}

void pm_stack_numbers_free(struct pm_stack_numbers *n)
{
    PM_FREE(n->value, n->bound, n->e);
}

struct pm_scaled pm_stack_shares_number(const struct pm_stack_shares *s,
                                        const struct pm_stack_numbers *n, size_t k)
{
    const double *const value = n->value + k * (size_t)s->parts;
    struct pm_scaled x = {.error = HUGE_VAL};

    if (!isnan(value[0]))
        x = (struct pm_scaled){value[0], s->parts == 2 ? value[1] : 0, n->bound[k], n->e[k]};
    pm_scaled_normalize(&x);
    return x;
}

static void write_unknown(const struct pm_stack_shares *s, size_t first, size_t count)
{
    for (size_t at = first * (size_t)s->parts; at < (first + count) * (size_t)s->parts; at++)
        s->value[at] = NAN;
    for (size_t at = first; at < first + count; at++)
        s->bound[at] = HUGE_VAL;
}

void pm_stack_shares_write(const struct pm_stack_shares *s, size_t at, const struct pm_scaled *x)
{
    if (!(x->error < HUGE_VAL)) {
        write_unknown(s, at, 1);
        return;
    }
    const double part[2] = {pm_times_power(x->re, x->e), pm_times_power(x->im, x->e)};
    struct pm_mag bound = pm_mag_double(
        x->error + (s->roundings > 0 ? pm_gamma(s->roundings) * pm_scaled_size(x) * PM_UP : 0),
        x->e);

    if ((x->re != 0 && fabs(part[0]) < DBL_MIN) || (x->im != 0 && fabs(part[1]) < DBL_MIN))
        bound = pm_mag_add(bound, PM_MAG_UNDERFLOW);
    memcpy(s->value + at * (size_t)s->parts, part, (size_t)s->parts * sizeof *part);
    s->bound[at] = isfinite(part[0]) && isfinite(part[1]) ? pm_mag_get_double(bound) : HUGE_VAL;
}

pm_stack pm_stack_shares_ask(const struct pm_stack_shares *s, size_t first, size_t count,
                             int64_t *exponents)
{
    const size_t size = s->stack.entries == PM_ENTRIES_COMPLEX ? 16 : 8;
    const double epsilon = s->stack.epsilon > 0 ? s->stack.epsilon : PM_USUAL_EPSILON;
    pm_stack own = s->stack;

    own.data = (const char *)own.data + (ptrdiff_t)first * own.matrix_stride * (ptrdiff_t)size;
    own.count = count;
    own.strided = true;
    own.exponents = exponents;
    own.epsilon = epsilon / 4;
    return own;
}

pm_status pm_stack_shares_take(struct pm_stack_shares *s, double *values, double *bounds,
                               const pm_stack *stack, int threads)
{
    *s = (struct pm_stack_shares){.value = values, .bound = bounds, .threads = threads};
    PM_TRY(pm_sized_stack(&s->stack, stack));
    if (!pm_stack_has_permanents(&s->stack))
        return pm_fail(PM_INPUT, "shares are those of permanents");
    if (s->stack.row_times != NULL || s->stack.col_times != NULL || s->stack.normalized)
        return pm_fail(PM_INPUT, "shares are those of matrices without multiplicities");
    if (s->stack.device != 0)
        return pm_fail(PM_INPUT, "the stack is in the memory of a GPU");
    s->parts = s->stack.entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    return PM_OK;
}

/* ------------------------------------------------------------------ each entry */

/* Matrix k from its minors, which begin at number `first`. */
static pm_status find_quotients(const struct pm_stack_shares *s, size_t k,
                                const struct pm_stack_numbers *minors, size_t first,
                                const struct pm_scaled *total)
{
    const int rows = s->stack.rows, cols = s->stack.cols;
    const size_t cells = (size_t)rows * (size_t)cols;
    const double inverse = pm_scaled_inverse(total);

    if (inverse == 0) {
        write_unknown(s, k * cells, cells);
        return PM_OK;
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const size_t at = (size_t)i * (size_t)cols + (size_t)j;
            const struct pm_scaled minor = pm_stack_shares_number(s, minors, first + at);
            struct pm_scaled x;
            PM_TRY(pm_stack_shares_entry(&x, s, k, i, j));
            pm_scaled_multiply(&x, &minor);
            pm_scaled_divide(&x, total, inverse);
            pm_stack_shares_write(s, k * cells + at, &x);
        }
    return PM_OK;
}

static pm_status find_some(const struct pm_stack_shares *s, size_t first, size_t count)
{
    const size_t cells = (size_t)s->stack.rows * (size_t)s->stack.cols;
    struct pm_stack_numbers minors = {NULL, NULL, NULL}, totals = {NULL, NULL, NULL};
    pm_status status;

    PM_TRY_GOTO(status, pm_stack_numbers_new(&minors, count * cells, s->parts), done);
    PM_TRY_GOTO(status, pm_stack_numbers_new(&totals, count, s->parts), done);
    const pm_stack of_minors = pm_stack_shares_ask(s, first, count, minors.e);
    const pm_stack of_totals = pm_stack_shares_ask(s, first, count, totals.e);
    PM_TRY_GOTO(status, pm_batch(totals.value, totals.bound, &of_totals, s->threads), done);
    PM_TRY_GOTO(status, pm_minors(minors.value, minors.bound, &of_minors, s->threads), done);
    for (size_t k = 0; k < count && status == PM_OK; k++) {
        const struct pm_scaled total = pm_stack_shares_number(s, &totals, k);
        status = find_quotients(s, first + k, &minors, k * cells, &total);
    }
done:
    PM_EACH(pm_stack_numbers_free, &totals, &minors);
    return status;
}

/* Where the entries of a line of the shorter side are: every product has one of them, so that to
 * divide the line changes no share. */
struct line {
    const double *log;
    ptrdiff_t step;
    double *data;
    ptrdiff_t data_step;
    int count;
};

static struct line line_of(double *data, const pm_stack *a, size_t k, int i)
{
    const double *const logs = (const double *)a->data + (ptrdiff_t)k * a->matrix_stride;

    return a->rows <= a->cols
               ? (struct line){logs + i * a->row_stride, a->col_stride,
                               data + (ptrdiff_t)i * a->cols, 1, a->cols}
               : (struct line){logs + i * a->col_stride, a->row_stride, data + i, a->cols, a->rows};
}

/* data[] = the entries divided by a power of two that is near the largest.  False: the range of
 * doubles does not suffice. */
static bool scale_line(const struct line *l)
{
    enum { LEAST = -900 };
    int64_t most = INT64_MIN, e;
    double m;

    for (int j = 0; j < l->count; j++) {
        if (!pm_exponential_double(&m, &e, l->log[j * l->step]))
            return false;
        most = m > 0 && e > most ? e : most;
    }
    for (int j = 0; j < l->count; j++) {
        pm_exponential_double(&m, &e, l->log[j * l->step]);
        if (m > 0 && e - most < LEAST)
            return false;
        l->data[j * l->data_step] = m > 0 ? pm_times_power(m, e - most) : 0;
    }
    return true;
}

/* The same for all lines of some matrices. */
static bool scale_lines(double *data, const struct pm_stack_shares *s, size_t first, size_t count)
{
    const pm_stack *const a = &s->stack;
    const int lines = a->rows < a->cols ? a->rows : a->cols;

    for (size_t k = 0; k < count; k++)
        for (int i = 0; i < lines; i++) {
            const struct line line =
                line_of(data + k * (size_t)a->rows * (size_t)a->cols, a, first + k, i);
            if (!scale_line(&line))
                return false;
        }
    return true;
}

/* Logarithms, as numbers if the range of doubles suffices. */
static pm_status find_logs(const struct pm_stack_shares *s, size_t first, size_t count)
{
    const pm_stack *const a = &s->stack;
    const size_t cells = (size_t)a->rows * (size_t)a->cols;
    struct pm_stack_shares some = *s;
    double *data;

    PM_NEW(data, count * cells);
    if (scale_lines(data, s, first, count)) {
        some.stack.entries = PM_ENTRIES_REAL;
        some.stack.data = data;
        some.stack.count = count;
        some.stack.row_stride = a->cols;
        some.stack.col_stride = 1;
        some.stack.matrix_stride = (ptrdiff_t)cells;
        some.roundings = 2 * 8 * fmin(a->rows, a->cols) + 1;
        some.value += first * cells;
        some.bound += first * cells;
        first = 0;
    }
    const pm_status status = find_some(&some, first, count);
    free(data);
    return status;
}

/* Matrix k by a plan of its own. */
static pm_status find_planned(const struct pm_stack_shares *s, size_t k)
{
    const int cols = s->stack.cols;
    const size_t cells = (size_t)s->stack.rows * (size_t)cols;
    pm_options options = PM_OPTIONS_DEFAULT;
    pm_problem *problem = NULL;
    pm_values *found = NULL;

    options.is_signed = true;
    options.threads = s->threads;
    options.watch = s->stack.watch;
    options.watcher = s->stack.watcher;
    PM_TRY(pm_problem_dense(&problem, &s->stack, k));
    pm_status status = pm_marginals(&found, problem, &options);
    write_unknown(s, k * cells, cells);
    if (status == PM_OK) {
        memset(s->value + k * cells * (size_t)s->parts, 0,
               cells * (size_t)s->parts * sizeof(double));
        memset(s->bound + k * cells, 0, cells * sizeof(double));
    }
    for (size_t entry = 0; status == PM_OK && entry < pm_values_count(found); entry++) {
        const struct pm_value *const x = &found->value[entry];
        double part[2];
        int i, j;
        pm_problem_entry(problem, entry, &i, &j);
        const size_t at = k * cells + (size_t)i * (size_t)cols + (size_t)j;
        pm_values_double(found, entry, &part[0], &part[1]);
        memcpy(s->value + at * (size_t)s->parts, part, (size_t)s->parts * sizeof *part);
        const struct pm_mag rounding = pm_mag_double(pm_above(part[0], part[1]), -53);
        s->bound[at] = pm_mag_get_double(
            pm_mag_add(x->error, pm_mag_add(rounding, pm_mag_is_zero(pm_mag_fmpq(x->centre.re))
                                                          ? (struct pm_mag){0, 0}
                                                          : PM_MAG_UNDERFLOW)));
    }
    pm_values_free(found);
    pm_problem_free(problem);
    return status == PM_DOMAIN ? PM_OK : status; /* the permanent is 0: shares are NaN */
}

pm_status pm_shares(double *values, double *bounds, const pm_stack *stack, int threads)
{
    PM_ARGUMENTS(stack);
    PM_ARGUMENTS_IF(stack->count > 0, values, bounds);
    PM_AT_LEAST(0, threads);
    struct pm_stack_shares s;

    PM_TRY(pm_stack_shares_take(&s, values, bounds, stack, threads));
    const size_t cells = (size_t)s.stack.rows * (size_t)s.stack.cols, count = s.stack.count;
    const int least = s.stack.rows < s.stack.cols ? s.stack.rows : s.stack.cols;
    const size_t chunk = cells < AT_ONCE ? AT_ONCE / (cells + 1) + 1 : 1;

    if (cells == 0)
        return PM_OK;
    pm_status status = least > (is_logs(&s) ? LOGS_MOST : ROWS_MOST) ? PM_UNABLE : PM_OK;
    for (size_t first = 0; first < count && status == PM_OK; first += chunk)
        status = (is_logs(&s) ? find_logs : find_some)(
            &s, first, count - first < chunk ? count - first : chunk);
    for (size_t k = 0; k < count && status == PM_UNABLE; k++)
        PM_TRY(find_planned(&s, k));
    return status == PM_UNABLE ? PM_OK : status;
}
