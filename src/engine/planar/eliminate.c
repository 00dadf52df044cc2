/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse elimination modulo a prime by fronts (Duff and Reid, The multifrontal solution of
 * unsymmetric sets of linear equations, SIAM J. Scientific and Statistical Computing 5, 1984).
 *
 * A front is a dense matrix: its own rows and columns, those that its children could not
 * eliminate, and its border.  Pivots are taken among the first two; any residue other than 0 is a
 * good pivot, and a row without one is delayed: it goes to the parent.  What a root cannot
 * eliminate is a singular matrix.  So nothing depends on which minors the prime divides, nor on
 * those that vanish by themselves (a ring around an odd number of vertices has two matchings of
 * opposite sign).
 *
 * A skew-symmetric matrix is eliminated as any other, except that pivot (i, j) is followed by
 * (j, i), which is then its negative: the Pfaffian is the product of every other pivot, times the
 * sign of the order.  Cost: n^1.5 products for a planar graph. */
#define PM_TYPE mod
#include "base/alloc.h"
#include "engine/planar/planar.h"
#include "num/dot.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>
#include <string.h>

struct front {
    bool skew;
    int size;       /* rows and columns */
    int full;       /* the first so many may be eliminated here */
    int *row, *col; /* which rows and columns of the matrix */
    T *value;       /* size x size; the pivot columns hold L */
    T **line;       /* rows, as they are permuted */
    T *upper;       /* size x full: U by columns */
    T *inverse;     /* of the pivots */
    int done;       /* pivots so far */
};

struct job {
    const struct pm_fronts *fronts;
    const signed char *entry_sign;
    const struct pm_image *image;
    struct pm_rest *last; /* where the caller wants the last front; or NULL */
    struct pm_rest *stack;
    int depth;
    int *row_at, *col_at; /* where a row or column of the matrix stands in the current front */
    int *u, *v;           /* the pairs that were pivots, as vertices */
    int pairs;
    T product;
};

/* ------------------------------------------------------------------ residues */

static T inverse_of(const struct pm_ring *ring, T x)
{
    return t_from_residue(ring, n_invmod(t_to_residue(ring, x), ring->p));
}

static T minus_dot(const struct pm_ring *ring, T x, const T *l, const T *u, int count)
{
    return t_sub(ring, x, t_dot(ring, l, u, count));
}

/* ------------------------------------------------------------------ one front */

static void front_clear(struct front *f)
{
    free(f->row);
    free(f->col);
    free(f->value);
    free(f->line);
    free(f->upper);
    free(f->inverse);
}

void pm_rest_clear(struct pm_rest *rest)
{
    free(rest->row);
    free(rest->col);
    free(rest->value);
    *rest = (struct pm_rest){0};
}

static pm_status front_new(struct front *f, bool skew, int full, int border)
{
    *f = (struct front){.skew = skew, .size = full + border, .full = full};
    PM_NEW(f->row, f->size);
    PM_NEW(f->col, f->size);
    PM_NEW(f->value, (size_t)f->size * (size_t)f->size);
    PM_NEW(f->line, f->size);
    PM_NEW(f->upper, (size_t)f->size * (size_t)f->full);
    PM_NEW(f->inverse, f->full);
    for (int i = 0; i < f->size; i++)
        f->line[i] = f->value + (size_t)i * (size_t)f->size;
    return PM_OK;
}

static T *upper_of(const struct front *f, int j)
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
    T *const line = f->line[i];
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
    for (int r = 0; r < f->size; r++) {
        const T x = f->line[r][i];
        f->line[r][i] = f->line[r][j];
        f->line[r][j] = x;
    }
    for (int k = 0; k < f->done; k++) {
        const T x = upper_of(f, i)[k];
        upper_of(f, i)[k] = upper_of(f, j)[k];
        upper_of(f, j)[k] = x;
    }
}

/* Row i of L.  In a skew front, pivots s = 2k and s + 1 are (u, v) and (v, u), so that what row i
 * had in the column of one, the row of the other had in column c, that of row i, with the opposite
 * sign; where only the first of a pair is done, row i is v itself, and has 0. */
static void solve_row(const struct pm_ring *ring, struct front *f, int i)
{
    T *const x = f->line[i];

    if (!f->skew) {
        for (int s = 0; s < f->done; s++)
            x[s] = t_mul(ring, minus_dot(ring, x[s], x, upper_of(f, s), s), f->inverse[s]);
        return;
    }
    const T *const column = upper_of(f, i < f->full ? find(f->col, 0, f->full, f->row[i]) : i);
    for (int s = 0; s < f->done; s++)
        x[s] = (s | 1) < f->done ? t_neg(ring, t_mul(ring, column[s ^ 1], f->inverse[s])) : 0;
}

/* Columns first .. last - 1 of row i, less what the pivots put there. */
static void update_row(const struct pm_ring *ring, struct front *f, int i, int first, int last)
{
    T *const x = f->line[i];

    for (int j = first; j < last; j++)
        x[j] = minus_dot(ring, x[j], x, upper_of(f, j), f->done);
}

/* Row f->done with its pivot in column j becomes the next row of U. */
static void take_pivot(const struct pm_ring *ring, struct front *f, int j)
{
    const int t = f->done;
    T *const x = f->line[t];

    update_row(ring, f, t, f->full, f->size);
    swap_cols(f, t, j);
    f->inverse[t] = inverse_of(ring, x[t]);
    for (int c = t + 1; c < f->size; c++)
        upper_of(f, c)[t] = x[c];
    f->done++;
}

/* Notes the pair of the pivot just taken. */
static void record(struct job *job, const struct front *f)
{
    const int t = f->done - 1, shift = job->fronts->skew ? 0 : job->fronts->n;

    job->u[job->pairs] = f->row[t];
    job->v[job->pairs++] = shift + f->col[t];
    job->product = t_mul(&job->image->ring, job->product, f->line[t][t]);
}

/* All pivots that this front has.  Row by row: one whose full columns have become 0 stays so. */
static void find_pivots(struct job *job, struct front *f)
{
    const struct pm_ring ring = job->image->ring;
    int rows = f->full;

    while (f->done < rows && f->done < f->full) {
        const int t = f->done;
        int j = t;
        solve_row(&ring, f, t);
        update_row(&ring, f, t, t, f->full);
        while (j < f->full && t_is_zero(f->line[t][j]))
            j++;
        if (j == f->full) {
            swap_rows(f, t, --rows);
            continue;
        }
        take_pivot(&ring, f, j);
        record(job, f);
        if (job->fronts->skew) {
            const int u = f->row[t], v = f->col[t];
            swap_rows(f, t + 1, find(f->row, t + 1, rows, v));
            solve_row(&ring, f, t + 1);
            update_row(&ring, f, t + 1, t + 1, f->full);
            take_pivot(&ring, f, find(f->col, t + 1, f->full, u));
        }
    }
}

/* Row i of what is left once the pivots are eliminated.  A delayed row has its L, and zeros in the
 * full columns; a skew border is mirrored. */
static void finish_row(const struct pm_ring *ring, struct front *f, int i)
{
    if (i < f->full) {
        update_row(ring, f, i, f->full, f->size);
        return;
    }
    solve_row(ring, f, i);
    if (!f->skew) {
        update_row(ring, f, i, f->done, f->size);
        return;
    }
    update_row(ring, f, i, f->done, f->full);
    update_row(ring, f, i, i + 1, f->size);
    for (int j = f->full; j < i; j++)
        f->line[i][j] = t_neg(ring, f->line[j][i]);
}

/* Room for a rest of the rows and columns of a front from number t on. */
static pm_status rest_new(struct pm_rest *rest, const struct front *f, int t)
{
    const int size = f->size - t;

    *rest = (struct pm_rest){.size = size, .delayed = f->full - t};
    PM_NEW(rest->row, size);
    PM_NEW(rest->col, size);
    if ((rest->value = pm_alloc((size_t)size * (size_t)size, sizeof(T))) == NULL)
        return PM_NOMEM;
    memcpy(rest->row, f->row + t, (size_t)size * sizeof *rest->row);
    memcpy(rest->col, f->col + t, (size_t)size * sizeof *rest->col);
    return PM_OK;
}

static T *rest_row(const struct pm_rest *rest, int i)
{
    return (T *)rest->value + (size_t)i * (size_t)rest->size;
}

static void copy_rows(struct pm_rest *rest, const struct front *f, int t)
{
    for (int i = 0; i < rest->size; i++)
        memcpy(rest_row(rest, i), f->line[t + i] + t, (size_t)rest->size * sizeof(T));
}

static pm_status front_rest(struct pm_rest *rest, struct front *f, const struct pm_ring *ring)
{
    PM_TRY(rest_new(rest, f, f->done));
    for (int i = 0; i < rest->size; i++)
        finish_row(ring, f, f->done + i);
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
    const struct pm_image *const a = job->image;
    const T *const value = a->row_val;

    for (int at = fronts->entry_start[s]; at < fronts->entry_start[s + 1]; at++) {
        const int k = fronts->entry[at], sign = job->entry_sign[k];
        if (sign != 0)
            f->line[job->row_at[fronts->entry_row[at]]][job->col_at[a->row_col[k]]] =
                sign < 0 ? t_neg(&a->ring, value[k]) : value[k];
    }
}

static void add_rest(struct job *job, struct front *f, const struct pm_rest *rest)
{
    for (int i = 0; i < rest->size; i++) {
        T *const to = f->line[job->row_at[rest->row[i]]];
        const T *const from = rest_row(rest, i);
        for (int j = 0; j < rest->size; j++) {
            T *const x = &to[job->col_at[rest->col[j]]];
            *x = t_add(&job->image->ring, *x, from[j]);
        }
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
        pm_rest_clear(&child[c]);
    }
    if (s + 1 == fronts->count && job->last != NULL) {
        PM_TRY_GOTO(status, rest_new(job->last, &f, 0), done);
        copy_rows(job->last, &f, 0);
    }
    find_pivots(job, &f);
    status = front_rest(&rest, &f, &job->image->ring);
done:
    front_clear(&f);
    job->depth -= fronts->children[s];
    for (int c = 0; c < fronts->children[s]; c++)
        pm_rest_clear(&child[c]);
    job->stack[job->depth++] = rest;
    return status;
}

static pm_status fronts_run(struct pm_part *part, struct job *job, int term)
{
    const struct pm_fronts *const fronts = job->fronts;
    const struct pm_ring *const ring = &job->image->ring;
    const int pairs = fronts->skew ? fronts->n / 2 : fronts->n;
    int sign;

    PM_NEW(job->stack, fronts->count + 1);
    PM_NEW(job->row_at, fronts->n);
    PM_NEW(job->col_at, fronts->n);
    PM_NEW(job->u, pairs);
    PM_NEW(job->v, pairs);
    job->product = t_one(ring);
    for (int s = 0; s < fronts->count; s++) {
        PM_TRY(front_run(job, s));
        if (job->stack[job->depth - 1].size > 0 &&
            fronts->border_start[s + 1] == fronts->border_start[s]) {
            *part = t_part(ring, t_zero());
            return PM_OK;
        }
    }
    PM_TRY(pm_pairs_sign(&sign, pairs, job->u, job->v));
    *part = t_part(ring, sign * term < 0 ? t_neg(ring, job->product) : job->product);
    return PM_OK;
}

pm_status pm_fronts_eliminate(struct pm_part *part, struct pm_rest *last,
                              const struct pm_fronts *fronts, const struct pm_signs *signs,
                              const struct pm_image *image)
{
    struct job job = {.fronts = fronts, .entry_sign = signs->entry, .image = image, .last = last};
    const pm_status status = fronts_run(part, &job, signs->term);

    for (int k = 0; k < job.depth; k++)
        pm_rest_clear(&job.stack[k]);
    free(job.stack);
    free(job.row_at);
    free(job.col_at);
    free(job.u);
    free(job.v);
    return status;
}
