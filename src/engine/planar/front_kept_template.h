/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of a front that are kept because the inverse of the matrix needs them
 * (fronts_back_template.h).
 *
 * In the formulas, index 1 means the rows and columns of the pivots, index 2 all others.  With
 * A11 = L11 U11, the rows of the front contain U11, U12 and L21 = A21 U11^-1.  With W = L11^-1, we
 * compute A11^-1 = U11^-1 W, A11^-1 A12 = U11^-1 U12, and A21 A11^-1 = L21 W. This is a part of
 * fronts_template.h. */
#pragma once

#include "engine/planar/front_template.h"

#include <string.h>

struct kept {
    int pivots, rest; /* number of rows with index 1, and with index 2 */
    int *row, *col;   /* the numbers of all rows and columns in the whole matrix, pivots first */
    N *inverse, *across, *down; /* A11^-1 by rows; A11^-1 A12 by rows; A21 A11^-1 by columns */
};

static void kept_clear(struct kept *k)
{
    const size_t pivots = (size_t)k->pivots, rest = (size_t)k->rest;

    PM_FREE(k->row, k->col);
    n_free(k->inverse, pivots * pivots);
    n_free(k->across, pivots * rest);
    n_free(k->down, pivots * rest);
}

static pm_status kept_new(struct kept *k, const struct front *f)
{
    const size_t pivots = (size_t)f->done, rest = (size_t)(f->size - f->done);

    *k = (struct kept){.pivots = f->done, .rest = f->size - f->done};
    PM_NEW(k->row, f->size);
    PM_NEW(k->col, f->size);
    memcpy(k->row, f->row, (size_t)f->size * sizeof *k->row);
    memcpy(k->col, f->col, (size_t)f->size * sizeof *k->col);
    PM_TRY(n_new(&k->inverse, pivots * pivots));
    PM_TRY(n_new(&k->across, pivots * rest));
    return n_new(&k->down, pivots * rest);
}

/* w[i ..] = column i of L11^-1 from row i on; the elements above are 0. */
static void unit_column(const struct field *field, N *w, const struct front *f, int i)
{
    n_one(field, &w[i]);
    for (int t = i + 1; t < f->done; t++) {
        n_zero(&w[t]);
        n_minus_dot(field, &w[t], f->line[t] + i, w + i, t - i);
    }
}

/* Replaces x by U11^-1 x. */
static void solve_upper(const struct field *field, N *x, const struct front *f)
{
    (void)field; /* some numbers do not use it */
    for (int t = f->done; t-- > 0;) {
        n_minus_dot(field, &x[t], f->line[t] + t + 1, x + t + 1, f->done - t - 1);
        n_mul(field, &x[t], &x[t], &f->inverse[t]);
    }
}

/* Computes column i of A11^-1 and of A21 A11^-1. w is working memory for a column. */
static void keep_pivot(struct kept *k, N *w, const struct front *f, const struct field *field,
                       int i)
{
    N *const down = k->down + (size_t)i * (size_t)k->rest;

    unit_column(field, w, f, i);
    for (int r = 0; r < k->rest; r++) {
        n_minus_dot(field, &down[r], f->line[f->done + r] + i, w + i, f->done - i);
        n_neg(field, &down[r]);
    }
    for (int t = 0; t < i; t++)
        n_zero(&w[t]);
    solve_upper(field, w, f);
    for (int t = 0; t < f->done; t++)
        n_set(&k->inverse[(size_t)t * (size_t)f->done + (size_t)i], &w[t]);
}

static pm_status keep_front(struct kept *k, const struct front *f, const struct field *field)
{
    N *w = NULL;

    PM_TRY(kept_new(k, f));
    PM_TRY(n_new(&w, (size_t)f->done));
    for (int i = 0; i < f->done; i++)
        keep_pivot(k, w, f, field, i);
    for (int r = 0; r < k->rest; r++) {
        for (int t = 0; t < f->done; t++)
            n_set(&w[t], &upper_of(f, f->done + r)[t]);
        solve_upper(field, w, f);
        for (int t = 0; t < f->done; t++)
            n_set(&k->across[(size_t)t * (size_t)k->rest + (size_t)r], &w[t]);
    }
    n_free(w, (size_t)f->done);
    return PM_OK;
}
