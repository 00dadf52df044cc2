/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `split`: the permanent as a sum of two (Forbert & Marx, Calculation of the permanent of a
 * sparse positive matrix, Computer Physics Communications 150, 2003).
 *
 * A row i with d >= 3 entries uses one of its first two, a in column j and b in column k, or one of
 * the others.  In the first case row i is removed and one column a A_k + b A_j replaces the two.
 * In the second case the two entries are removed.  If at most two entries are left (d <= 4), the
 * row is then eliminated in the same way, so both matrices have order n - 1; otherwise the second
 * matrix keeps its order.
 *
 * The row or column to split has the fewest entries, then the lowest number; a row comes before a
 * column of that number.  A column is split in the transpose, and the outputs stay transposed (the
 * permanent is the same).  With the order of eliminations in edit.h, this gives the search tree of
 * the SUPerman paper's table: 88 leaves for steam3.
 *
 * Cost: linear in the entries. */
#include "reduce/reduce.h"

#include "base/alloc.h"
#include "reduce/rewrite.h"

#include <limits.h>
#include <stdlib.h>

/* A change of row `row` and two columns: the row is removed, column `to` becomes a * column `from`
 * + b * column `to`, and `from` is removed. */
struct fold {
    int row, to, from;
    struct pm_gauss a, b;
};

static void fold_init(struct fold *f, int row)
{
    *f = (struct fold){.row = row};
    PM_EACH(pm_gauss_init, &f->a, &f->b);
}

static void fold_clear(struct fold *f)
{
    PM_EACH(pm_gauss_clear, &f->a, &f->b);
}

static void entry_put(struct pm_matrix *a, int k, int col, const struct pm_gauss *x)
{
    a->col[k] = col;
    fmpq_set(a->re + k, x->re);
    if (a->im != NULL)
        fmpq_set(a->im + k, x->im);
}

/* *sum = the new entry of row i in column `to`. */
static void fold_entry(struct pm_gauss *sum, const struct fold *f, const struct pm_matrix *a, int i)
{
    struct pm_gauss x;

    pm_gauss_init(&x);
    pm_gauss_set_si(sum, 0);
    for (int k = a->start[i]; k < a->start[i + 1]; k++) {
        if (a->col[k] != f->to && a->col[k] != f->from)
            continue;
        pm_entry_get(&x, a, k);
        pm_gauss_mul(&x, &x, a->col[k] == f->from ? &f->a : &f->b);
        pm_gauss_add(sum, sum, &x);
    }
    pm_gauss_clear(&x);
}

/* Appends row i of `a`, after the change, to `b` from entry `at` on; returns the end. */
static int fold_row(struct pm_matrix *b, int at, const struct fold *f, const struct pm_matrix *a,
                    int i, const struct pm_gauss *sum)
{
    const int place = f->to - (f->to > f->from);
    bool due = !pm_gauss_is_zero(sum);

    for (int k = a->start[i]; k < a->start[i + 1]; k++) {
        const int col = a->col[k] - (a->col[k] > f->from);
        if (due && col >= place) {
            entry_put(b, at++, place, sum);
            due = false;
        }
        if (a->col[k] == f->to || a->col[k] == f->from)
            continue;
        pm_matrix_put(b, at++, col, a, k);
    }
    if (due)
        entry_put(b, at++, place, sum);
    return at;
}

static pm_status fold_matrix(struct pm_matrix **out, const struct fold *f,
                             const struct pm_matrix *a)
{
    struct pm_matrix *b;
    struct pm_gauss sum;
    int at = 0;

    PM_TRY(pm_matrix_new(&b, a->rows - 1, a->cols - 1, pm_matrix_nnz(a), a->im != NULL));
    pm_gauss_init(&sum);
    for (int i = 0, r = 0; i < a->rows; i++) {
        if (i == f->row)
            continue;
        fold_entry(&sum, f, a, i);
        b->start[r++] = at;
        at = fold_row(b, at, f, a, i, &sum);
    }
    b->start[b->rows] = at; /* the unused rest of the arrays owns no memory */
    pm_gauss_clear(&sum);
    pm_matrix_drop_zero_im(b);
    *out = b;
    return PM_OK;
}

/* A copy without entries k and k + 1. */
static pm_status without_two(struct pm_matrix **out, const struct pm_matrix *a, int k)
{
    const int nnz = pm_matrix_nnz(a);
    struct pm_matrix *b;

    PM_TRY(pm_matrix_new(&b, a->rows, a->cols, nnz - 2, a->im != NULL));
    for (int i = 0; i < a->rows; i++)
        b->start[i] = a->start[i] - (a->start[i] > k ? 2 : 0);
    for (int l = 0, m = 0; l < nnz; l++)
        if (l != k && l != k + 1)
            pm_matrix_put(b, m++, a->col[l], a, l);
    pm_matrix_drop_zero_im(b);
    *out = b;
    return PM_OK;
}

/* The last column without an entry in row i, or -1. */
static int last_gap(const struct pm_matrix *a, int i)
{
    int gap = a->cols - 1;

    for (int k = a->start[i + 1] - 1; k >= a->start[i] && a->col[k] == gap; k--)
        gap--;
    return gap;
}

/* The case that row i uses none of its first two entries. */
static pm_status split_rest(struct pm_matrix **kept, struct fold *f, const struct pm_matrix *a)
{
    const int k = a->start[f->row] + 2, left = a->start[f->row + 1] - k;

    if (left > 2)
        return without_two(kept, a, k - 2);
    const int gap = last_gap(a, f->row);
    if (left == 2) {
        f->to = a->col[k];
        f->from = a->col[k + 1];
        pm_entry_get(&f->a, a, k);
        pm_entry_get(&f->b, a, k + 1);
    } else if (gap >= 0) { /* one entry and a zero: the zero's column takes the entry's place */
        f->to = a->col[k];
        f->from = gap;
        pm_entry_get(&f->a, a, k);
        pm_gauss_set_si(&f->b, 0);
    } else { /* 3 x 3 with a full row: the minor, its first column scaled */
        f->to = a->col[k - 2];
        f->from = a->col[k];
        pm_gauss_set_si(&f->a, 0);
        pm_entry_get(&f->b, a, k);
    }
    return fold_matrix(kept, f, a);
}

/* Chooses the row or column to split. */
static pm_status choose(int *line, bool *is_col, const struct pm_matrix *a)
{
    int *count, least = INT_MAX;

    *line = 0;
    *is_col = false;
    if (a->rows != a->cols || a->rows == 0)
        return pm_fail(PM_UNABLE, "a %d x %d matrix is not split", a->rows, a->cols);
    PM_NEW(count, a->cols);
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        count[a->col[k]]++;
    for (int i = 0; i < a->rows; i++) {
        const int degree[2] = {a->start[i + 1] - a->start[i], count[i]};
        for (int side = 0; side < 2; side++)
            if (degree[side] < least) {
                least = degree[side];
                *line = i;
                *is_col = side;
            }
    }
    free(count);
    if (least < 3)
        return pm_fail(PM_UNABLE, "a line of %d entries is eliminated, not split", least);
    return PM_OK;
}

pm_status pm_split(struct pm_matrix **kept, struct pm_matrix **merged, const struct pm_matrix *a)
{
    pm_status status;
    struct pm_matrix *turned = NULL, *first = NULL, *rest = NULL;
    struct fold f;
    int line;
    bool is_col;

    PM_TRY(choose(&line, &is_col, a));
    fold_init(&f, line);
    if (is_col) {
        PM_TRY_GOTO(status, pm_matrix_transpose(&turned, a), done);
        a = turned;
    }
    const int k = a->start[line];
    f.to = a->col[k];
    f.from = a->col[k + 1];
    pm_entry_get(&f.a, a, k);
    pm_entry_get(&f.b, a, k + 1);
    PM_TRY_GOTO(status, fold_matrix(&first, &f, a), done);
    PM_TRY_GOTO(status, split_rest(&rest, &f, a), done);
    *merged = first;
    *kept = rest;
    first = NULL;
done:
    PM_EACH(pm_matrix_free, first, turned);
    fold_clear(&f);
    return status;
}
