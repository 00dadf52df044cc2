/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_joint_shares(): a joint share is a product of entries times the permanent of what is left
 * without their lines, divided by the permanent.  pm_batch() finds these permanents, each with a
 * bound relative to itself; all numbers have exponents. */
#include "query/stack_shares.h"

#include "base/alloc.h"
#include "base/argument.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES_MOST = 1 << 26 };

struct joint {
    struct pm_stack_shares s;
    const int *row;
    int chosen;
    size_t places; /* lists of columns, also with equal ones */
    size_t count;  /* those with different ones */
};

/* The columns of list number `place`; false: two are equal. */
static bool columns_of(int *col, const struct joint *g, size_t place)
{
    bool different = true;

    for (int t = g->chosen - 1; t >= 0; t--, place /= (size_t)g->s.stack.cols)
        col[t] = (int)(place % (size_t)g->s.stack.cols);
    for (int t = 0; t < g->chosen; t++)
        for (int u = 0; u < t; u++)
            different = different && col[t] != col[u];
    return different;
}

static bool is_among(int line, const int *some, int count)
{
    bool found = false;

    for (int k = 0; k < count; k++)
        found = found || some[k] == line;
    return found;
}

/* Copies what is left without the chosen rows and these columns. */
static void copy_rest(char *to, const struct joint *g, const int *col, size_t size)
{
    const pm_stack *const a = &g->s.stack;

    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            if (!is_among(i, g->row, g->chosen) && !is_among(j, col, g->chosen)) {
                const ptrdiff_t at = i * a->row_stride + j * a->col_stride;
                memcpy(to, (const char *)a->data + at * (ptrdiff_t)size, size);
                to += size;
            }
}

/* values = the permanents of what is left, for all lists of different columns. */
static pm_status find_rests(struct pm_stack_numbers *values, const struct joint *g, int *col)
{
    const size_t size = g->s.stack.entries == PM_ENTRIES_COMPLEX ? 16 : 8;
    const int rows = g->s.stack.rows - g->chosen, cols = g->s.stack.cols - g->chosen;
    const size_t each = (size_t)rows * (size_t)cols * size;
    char *data;

    PM_NEW(data, g->count * each + 1);
    for (size_t place = 0, k = 0; place < g->places; place++)
        if (columns_of(col, g, place))
            copy_rest(data + k++ * each, g, col, size);
    pm_stack rests = pm_stack_shares_ask(&g->s, 0, g->count, values->e);
    rests.data = data;
    rests.rows = rows;
    rests.cols = cols;
    rests.strided = false;
    rests.matrix_stride = rests.row_stride = rests.col_stride = 0;
    const pm_status status = pm_batch(values->value, values->bound, &rests, g->s.threads);
    free(data);
    return status;
}

static pm_status find_joint(const struct joint *g, const struct pm_stack_numbers *rests, int *col)
{
    struct pm_stack_numbers whole = {NULL, NULL, NULL};

    PM_TRY(pm_stack_numbers_new(&whole, 1, g->s.parts));
    const pm_stack all = pm_stack_shares_ask(&g->s, 0, 1, whole.e);
    pm_status status = pm_batch(whole.value, whole.bound, &all, g->s.threads);
    const struct pm_scaled total = pm_stack_shares_number(&g->s, &whole, 0);
    const double inverse = pm_scaled_inverse(&total);
    if (status == PM_OK && inverse == 0)
        status =
            pm_fail(PM_DOMAIN, "the permanent is 0, or may be, and so entries have no share in "
                               "it");
    for (size_t place = 0, k = 0; place < g->places && status == PM_OK; place++) {
        struct pm_scaled x = {.re = 0}, entry;
        if (columns_of(col, g, place)) {
            x = pm_stack_shares_number(&g->s, rests, k++);
            for (int t = 0; t < g->chosen && status == PM_OK; t++) {
                status = pm_stack_shares_entry(&entry, &g->s, 0, g->row[t], col[t]);
                pm_scaled_multiply(&x, &entry);
            }
            pm_scaled_divide(&x, &total, inverse);
        }
        pm_stack_shares_write(&g->s, place, &x);
    }
    pm_stack_numbers_free(&whole);
    return status;
}

static pm_status check_rows(struct joint *g)
{
    const pm_stack *const a = &g->s.stack;
    double places = 1, count = 1;

    if (a->count != 1 || a->rows > a->cols)
        return pm_fail(PM_INPUT,
                       "joint shares are those of one matrix with at least as many columns "
                       "as rows");
    for (int t = 0; t < g->chosen; t++) {
        if (g->row[t] < 0 || g->row[t] >= a->rows || is_among(g->row[t], g->row, t))
            return pm_fail(PM_INPUT, "row %d: different rows from 0 to %d are expected", g->row[t],
                           a->rows - 1);
        places *= a->cols;
        count *= a->cols - t;
    }
    if (places > PLACES_MOST)
        return pm_fail(PM_UNABLE, "%.3g joint shares", places);
    g->places = (size_t)places;
    g->count = (size_t)count;
    return PM_OK;
}

pm_status pm_joint_shares(double *values, double *bounds, const pm_stack *stack, const int *rows,
                          int count, int threads)
{
    PM_ARGUMENTS(values, bounds, stack);
    PM_AT_LEAST(0, threads);
    PM_AT_LEAST(1, count);
    PM_ARGUMENTS(rows);
    struct joint g = {.row = rows, .chosen = count};
    struct pm_stack_numbers rests = {NULL, NULL, NULL};
    pm_status status;
    int *col;

    PM_TRY(pm_stack_shares_take(&g.s, values, bounds, stack, threads));
    PM_TRY(check_rows(&g));
    PM_NEW(col, count + 1);
    PM_TRY_GOTO(status, pm_stack_numbers_new(&rests, g.count, g.s.parts), done);
    PM_TRY_GOTO(status, find_rests(&rests, &g, col), done);
    status = find_joint(&g, &rests, col);
done:
    pm_stack_numbers_free(&rests);
    free(col);
    return status;
}
