/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents of products of two matrices. */
#include "stack_kinds.h"
#include "compare.h"

#include <stdlib.h>

enum { MOST_LEFT = 6 };

/* The numerators, without their hundreds, times a random matrix with as many rows. */
static bool multiply(struct instance *out, double *given, double *right, const struct instance *x,
                     int cols, uint64_t *state)
{
    const int parts = x->field == PM_FIELD_COMPLEX ? 2 : 1;
    long left[MOST_LEFT][MOST_LEFT][2] = {{{0}}};

    if (x->rows > MOST_LEFT || x->cols > MOST_LEFT)
        return false;
    for (int k = 0; k < x->count; k++) {
        const struct entry *const e = &x->entry[k];
        left[e->row][e->col][0] = e->re.num % 100;
        left[e->row][e->col][1] = e->im.num % 100;
    }
    for (int k = 0; k < x->rows * x->cols * parts; k++)
        given[k] = (double)left[k / parts / x->cols][k / parts % x->cols][k % parts];
    *out = (struct instance){.field = parts == 2 ? PM_FIELD_COMPLEX : PM_FIELD_INTEGER};
    out->rows = x->rows;
    out->cols = cols;
    for (int k = 0; k < x->cols * cols; k++)
        right[k] = test_between(state, -3, 3);
    for (int i = 0; i < x->rows; i++)
        for (int j = 0; j < cols; j++) {
            struct entry e = {i, j, {0, 1, 0, 0}, {0, 1, 0, 0}};
            for (int k = 0; k < x->cols; k++) {
                e.re.num += left[i][k][0] * (long)right[k * cols + j];
                e.im.num += left[i][k][1] * (long)right[k * cols + j];
            }
            if (e.re.num != 0 || e.im.num != 0)
                out->entry[out->count++] = e;
        }
    return true;
}

/* The permanent of a product, with or without multiplicities. */
enum verdict ask_rank(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const int parts = x->field == PM_FIELD_COMPLEX ? 2 : 1;
    struct instance *const product = calloc(1, sizeof *product), *const more = malloc(sizeof *more);
    double left[2 * MOST_LEFT * MOST_LEFT], right[2 * MOST_LEFT * MOST_LEFT], value[2], bound;
    int row_times[INSTANCE_LINES], col_times[INSTANCE_LINES];
    uint64_t seed = manner->seed;
    enum verdict verdict = UNABLE;
    struct pm_gauss truth;

    draw_times(row_times, MOST_LEFT, &seed);
    for (int k = 0; k < MOST_LEFT; k++) /* as many copies on both sides */
        col_times[(x->rows + MOST_LEFT - 1 - k) % MOST_LEFT] = row_times[k];
    pm_gauss_init(&truth);
    if (multiply(product, left, right, x, x->rows, &seed) &&
        instance_copies(more, product, row_times, col_times) && more->rows == more->cols &&
        value_of(&truth, more, REFERENCE_FULL)) {
        for (int k = x->cols * x->rows - 1; k >= 0 && parts == 2; k--) {
            right[2 * k] = right[k];
            right[2 * k + 1] = 0;
        }
        const pm_stack l = {.entries = parts == 2 ? PM_ENTRIES_COMPLEX : PM_ENTRIES_REAL,
                            .data = left,
                            .count = 1,
                            .rows = x->rows,
                            .cols = x->cols,
                            .row_times = row_times,
                            .precision = manner->precision};
        pm_stack r = l;
        r.data = right;
        r.rows = x->cols;
        r.cols = x->rows;
        r.row_times = NULL;
        r.col_times = col_times;
        const pm_status status = ask_products(value, &bound, &l, &r, manner->threads);
        verdict = status == PM_UNABLE ? UNABLE
                  : status != PM_OK
                      ? wrong(story, "%s: %s", pm_status_name(status), pm_message())
                      : compare_double(story, "products", value, bound, parts, 0, &truth);
    }
    pm_gauss_clear(&truth);
    PM_FREE(product, more);
    return verdict;
}
