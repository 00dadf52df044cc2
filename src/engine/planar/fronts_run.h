/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse elimination by fronts (Duff and Reid, The multifrontal solution of unsymmetric sets of
 * linear equations, SIAM J. Scientific and Statistical Computing 5, 1984), over the numbers N of
 * the file that includes this one: residues (eliminate.c) or balls (balls.c).
 *
 * A front is a dense matrix: its own rows and columns, those that its children could not
 * eliminate, and its border.  Pivots are taken among the first two; a row without one is delayed:
 * it goes to the parent.  What a root cannot eliminate is a singular matrix.  So nothing depends on
 * which minors the prime divides, nor on those that vanish by themselves (a ring around an odd
 * number of vertices has two matchings of opposite sign).
 *
 * A skew-symmetric matrix is eliminated as any other, except that pivot (i, j) is followed by
 * (j, i), which is then its negative: the Pfaffian is the product of every other pivot, times the
 * sign of the order.  Cost: n^1.5 products for a planar graph.
 *
 * N has vectors (n_new, n_free), n_swap, n_set, n_neg, n_add, n_mul, n_invert, n_minus_dot(field,
 * x, l, u, count): x -= l u, n_is_pivot(x): certainly not 0, n_is_better(x, y): as a pivot, and
 * n_times_rest(field, x, a, size, skew): x times the determinant or Pfaffian of a matrix in which
 * no entry is a pivot. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>
#include <string.h>

struct front {
    bool skew;
    int size;       /* rows and columns */
    int full;       /* the first so many may be eliminated here */
    int *row, *col; /* which rows and columns of the matrix */
    N *value;       /* size x size; the pivot columns hold L */
    N **line;       /* rows, as they are permuted */
    N *upper;       /* size x full: U by columns */
    N *inverse;     /* of the pivots */
    int done;       /* pivots so far */
};

struct job {
    const struct pm_fronts *fronts;
    const struct field *field;
    const signed char *entry_sign;
    const int *entry_col; /* of the entries of the matrix */
    const N *entry;
    struct pm_rest *last; /* where the caller wants the last front; or NULL */
    struct pm_rest *stack;
    int depth;
    int *row_at, *col_at; /* where a row or column of the matrix stands in the current front */
    int *u, *v;           /* the pairs that were pivots, as vertices */
    int pairs;
    N *product;
};

static void rest_clear(struct pm_rest *rest)
{
    free(rest->row);
    free(rest->col);
    n_free(rest->value, (size_t)rest->size * (size_t)rest->size);
    *rest = (struct pm_rest){0};
}

/* ------------------------------------------------------------------ one front */

static void front_clear(struct front *f)
{
    free(f->row);
    free(f->col);
    n_free(f->value, (size_t)f->size * (size_t)f->size);
    free(f->line);
    n_free(f->upper, (size_t)f->size * (size_t)f->full);
    n_free(f->inverse, (size_t)f->full);
}

static pm_status front_new(struct front *f, bool skew, int full, int border)
{
    *f = (struct front){.skew = skew, .size = full + border, .full = full};
    PM_NEW(f->row, f->size);
    PM_NEW(f->col, f->size);
    PM_TRY(n_new(&f->value, (size_t)f->size * (size_t)f->size));
    PM_NEW(f->line, f->size);
    PM_TRY(n_new(&f->upper, (size_t)f->size * (size_t)f->full));
    PM_TRY(n_new(&f->inverse, (size_t)f->full));
    for (int i = 0; i < f->size; i++)
        f->line[i] = f->value + (size_t)i * (size_t)f->size;
    return PM_OK;
}

static N *upper_of(const struct front *f, int j)
{
    return f->upper + (size_t)j * (size_t)f->full;
}

static int find(const int *list, int first, int last, int wanted)
{
    while (first < last && list[first] != wanted)
        first++;
    return first;
}

static void swap_rows(struct front *f, int i, int j)
{
    N *const line = f->line[i];
    const int row = f->row[i];

    f->line[i] = f->line[j];
    f->line[j] = line;
    f->row[i] = f->row[j];
    f->row[j] = row;
}

static void swap_cols(struct front *f, int i, int j)
{
    const int col = f->col[i];

    if (i == j)
        return;
    f->col[i] = f->col[j];
    f->col[j] = col;
    for (int r = 0; r < f->size; r++)
        n_swap(&f->line[r][i], &f->line[r][j]);
    for (int k = 0; k < f->done; k++)
        n_swap(&upper_of(f, i)[k], &upper_of(f, j)[k]);
}

/* Row i of L.  In a skew front, pivots s = 2k and s + 1 are (u, v) and (v, u), so that what row i
 * had in the column of one, the row of the other had in column c, that of row i, with the opposite
 * sign; where only the first of a pair is done, row i is v itself, and has 0. */
static void solve_row(const struct field *field, struct front *f, int i)
{
    N *const x = f->line[i];

    if (!f->skew) {
        for (int s = 0; s < f->done; s++) {
            n_minus_dot(field, &x[s], x, upper_of(f, s), s);
            n_mul(field, &x[s], &x[s], &f->inverse[s]);
        }
        return;
    }
    const N *const column = upper_of(f, i < f->full ? find(f->col, 0, f->full, f->row[i]) : i);
    for (int s = 0; s < f->done; s++) {
        if ((s | 1) < f->done) {
            n_mul(field, &x[s], &column[s ^ 1], &f->inverse[s]);
            n_neg(field, &x[s]);
        } else {
            n_zero(&x[s]);
        }
    }
}

/* Columns first .. last - 1 of row i, less what the pivots put there. */
static void update_row(const struct field *field, struct front *f, int i, int first, int last)
{
    N *const x = f->line[i];

    for (int j = first; j < last; j++)
        n_minus_dot(field, &x[j], x, upper_of(f, j), f->done);
}

/* Row f->done with its pivot in column j becomes the next row of U. */
static void take_pivot(const struct field *field, struct front *f, int j)
{
    const int t = f->done;
    N *const x = f->line[t];

    update_row(field, f, t, f->full, f->size);
    swap_cols(f, t, j);
    n_invert(field, &f->inverse[t], &x[t]);
    for (int c = t + 1; c < f->size; c++)
        n_set(&upper_of(f, c)[t], &x[c]);
    f->done++;
}

/* Notes the pair of the pivot just taken. */
static void record(struct job *job, const struct front *f)
{
    const int t = f->done - 1, shift = job->fronts->skew ? 0 : job->fronts->n;

    job->u[job->pairs] = f->row[t];
    job->v[job->pairs++] = shift + f->col[t];
    n_mul(job->field, job->product, job->product, &f->line[t][t]);
}

/* The best pivot of row t, or f->full where it has none. */
static int choose_pivot(const struct front *f, int t)
{
    int best = f->full;

    for (int j = t; j < f->full; j++)
        if (n_is_pivot(&f->line[t][j]) &&
            (best == f->full || n_is_better(&f->line[t][j], &f->line[t][best])))
            best = j;
    return best;
}

/* All pivots that this front has.  Row by row: one whose full columns have become 0 stays so. */
static void find_pivots(struct job *job, struct front *f)
{
    const struct field *const field = job->field;
    int rows = f->full;

    while (f->done < rows && f->done < f->full) {
        const int t = f->done;
        solve_row(field, f, t);
        update_row(field, f, t, t, f->full);
        const int j = choose_pivot(f, t);
        if (j == f->full) {
            swap_rows(f, t, --rows);
            continue;
        }
        take_pivot(field, f, j);
        record(job, f);
        if (job->fronts->skew) {
            const int u = f->row[t], v = f->col[t];
            swap_rows(f, t + 1, find(f->row, t + 1, rows, v));
            solve_row(field, f, t + 1);
            update_row(field, f, t + 1, t + 1, f->full);
            take_pivot(field, f, find(f->col, t + 1, f->full, u));
        }
    }
}

/* Row i of what is left once the pivots are eliminated.  A delayed row has its L, and zeros in the
 * full columns; a skew border is mirrored. */
static void finish_row(const struct field *field, struct front *f, int i)
{
    if (i < f->full) {
        update_row(field, f, i, f->full, f->size);
        return;
    }
    solve_row(field, f, i);
    if (!f->skew) {
        update_row(field, f, i, f->done, f->size);
        return;
    }
    update_row(field, f, i, f->done, f->full);
    update_row(field, f, i, i + 1, f->size);
    for (int j = f->full; j < i; j++) {
        n_set(&f->line[i][j], &f->line[j][i]);
        n_neg(field, &f->line[i][j]);
    }
}

/* Room for a rest of the rows and columns of a front from number t on. */
static pm_status rest_new(struct pm_rest *rest, const struct front *f, int t)
{
    const int size = f->size - t;

    *rest = (struct pm_rest){.size = size, .delayed = f->full - t};
    PM_NEW(rest->row, size);
    PM_NEW(rest->col, size);
    N *value;
    PM_TRY(n_new(&value, (size_t)size * (size_t)size));
    rest->value = value;
    memcpy(rest->row, f->row + t, (size_t)size * sizeof *rest->row);
    memcpy(rest->col, f->col + t, (size_t)size * sizeof *rest->col);
    return PM_OK;
}

static N *rest_row(const struct pm_rest *rest, int i)
{
    return (N *)rest->value + (size_t)i * (size_t)rest->size;
}

static void copy_rows(struct pm_rest *rest, const struct front *f, int t)
{
    for (int i = 0; i < rest->size; i++)
        for (int j = 0; j < rest->size; j++)
            n_set(&rest_row(rest, i)[j], &f->line[t + i][t + j]);
}

static pm_status front_rest(struct pm_rest *rest, struct front *f, const struct field *field)
{
    PM_TRY(rest_new(rest, f, f->done));
    for (int i = 0; i < rest->size; i++)
        finish_row(field, f, f->done + i);
    copy_rows(rest, f, f->done);
    return PM_OK;
}

/* ------------------------------------------------------------------ the tree */

/* The rows and columns of front s: its own, those delayed by its children, its border. */
static void list_lines(struct job *job, struct front *f, int s, const struct pm_rest *child)
{
    const struct pm_fronts *const fronts = job->fronts;
    const int own = fronts->own_start[s], border = fronts->border_start[s];
    int at = 0;

    for (int k = own; k < fronts->own_start[s + 1]; k++, at++) {
        f->row[at] = fronts->own_row[k];
        f->col[at] = fronts->own_col[k];
    }
    for (int c = 0; c < fronts->children[s]; c++)
        for (int k = 0; k < child[c].delayed; k++, at++) {
            f->row[at] = child[c].row[k];
            f->col[at] = child[c].col[k];
        }
    for (int k = border; k < fronts->border_start[s + 1]; k++, at++) {
        f->row[at] = fronts->border_row[k];
        f->col[at] = fronts->border_col[k];
    }
    for (int k = 0; k < f->size; k++) {
        job->row_at[f->row[k]] = k;
        job->col_at[f->col[k]] = k;
    }
}

static void add_entries(struct job *job, struct front *f, int s)
{
    const struct pm_fronts *const fronts = job->fronts;

    for (int at = fronts->entry_start[s]; at < fronts->entry_start[s + 1]; at++) {
        const int k = fronts->entry[at], sign = job->entry_sign[k];
        N *const x = &f->line[job->row_at[fronts->entry_row[at]]][job->col_at[job->entry_col[k]]];
        if (sign == 0)
            continue;
        n_set(x, &job->entry[k]);
        if (sign < 0)
            n_neg(job->field, x);
    }
}

static void add_rest(struct job *job, struct front *f, const struct pm_rest *rest)
{
    for (int i = 0; i < rest->size; i++) {
        N *const to = f->line[job->row_at[rest->row[i]]];
        const N *const from = rest_row(rest, i);
        for (int j = 0; j < rest->size; j++)
            n_add(job->field, &to[job->col_at[rest->col[j]]], &from[j]);
    }
}

/* Front s: takes its children off the stack, leaves its own rest there. */
static pm_status front_run(struct job *job, int s)
{
    const struct pm_fronts *const fronts = job->fronts;
    struct pm_rest *const child = job->stack + job->depth - fronts->children[s];
    struct pm_rest rest = {0};
    struct front f;
    int full = fronts->own_start[s + 1] - fronts->own_start[s];
    pm_status status;

    for (int c = 0; c < fronts->children[s]; c++)
        full += child[c].delayed;
    PM_TRY_GOTO(
        status,
        front_new(&f, fronts->skew, full, fronts->border_start[s + 1] - fronts->border_start[s]),
        done);
    list_lines(job, &f, s, child);
    add_entries(job, &f, s);
    for (int c = 0; c < fronts->children[s]; c++) {
        add_rest(job, &f, &child[c]);
        rest_clear(&child[c]);
    }
    if (s + 1 == fronts->count && job->last != NULL) {
        PM_TRY_GOTO(status, rest_new(job->last, &f, 0), done);
        copy_rows(job->last, &f, 0);
    }
    find_pivots(job, &f);
    status = front_rest(&rest, &f, job->field);
done:
    front_clear(&f);
    job->depth -= fronts->children[s];
    for (int c = 0; c < fronts->children[s]; c++)
        rest_clear(&child[c]);
    job->stack[job->depth++] = rest;
    return status;
}

/* All fronts: the product of the pivots, with the sign of their order, and of what roots without
 * pivots may be. */
static pm_status fronts_run(struct job *job)
{
    const struct pm_fronts *const fronts = job->fronts;
    const int pairs = fronts->skew ? fronts->n / 2 : fronts->n;
    int sign;

    PM_NEW(job->stack, fronts->count + 1);
    PM_NEW(job->row_at, fronts->n);
    PM_NEW(job->col_at, fronts->n);
    PM_NEW(job->u, pairs);
    PM_NEW(job->v, pairs);
    for (int s = 0; s < fronts->count; s++) {
        PM_TRY(front_run(job, s));
        const struct pm_rest *const rest = &job->stack[job->depth - 1];
        if (rest->size > 0 && fronts->border_start[s + 1] == fronts->border_start[s])
            n_times_rest(job->field, job->product, rest->value, rest->size, fronts->skew);
    }
    if (job->pairs < pairs)
        return PM_OK;
    PM_TRY(pm_pairs_sign(&sign, pairs, job->u, job->v));
    if (sign < 0)
        n_neg(job->field, job->product);
    return PM_OK;
}

static void job_clear(struct job *job)
{
    for (int k = 0; k < job->depth; k++)
        rest_clear(&job->stack[k]);
    free(job->stack);
    free(job->row_at);
    free(job->col_at);
    free(job->u);
    free(job->v);
}
