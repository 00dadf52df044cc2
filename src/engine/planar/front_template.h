/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One front of a sparse elimination (fronts_template.h), over the numbers N of the file that
 * includes this one.  A front is a dense matrix with three kinds of rows and columns: its own,
 * those that its children could not eliminate, and its border.  Pivots are chosen among the first
 * two kinds. A row without a pivot is delayed: it is passed on to the parent.
 *
 * A skew-symmetric matrix is eliminated like any other, but pivot (i, j) is followed by pivot (j,
 * i), which is its negative then.
 *
 * This is a part of fronts_template.h, which lists what a file must define before it is included.
 */
#pragma once

#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ numbers */

/* A file that includes this defines these macros and functions before; `field` is the struct field
 * of the computation, and x, y, z are pointers:
 *
 *     n_new(&x, count)   allocates `count` numbers, all 0, and returns a status
 *     n_free(x, count)   x may be NULL
 *     n_zero(x)  n_one(field, x)  n_set(x, y)  n_swap(x, y)  n_neg(field, x)
 *     n_turn(field, x)           x *= i, where there are factors i (struct pm_sheets)
 *     n_add(field, x, y)         x += y
 *     n_mul(field, x, y, z)      x = y z
 *     n_invert(field, x, y)      x = 1 / y
 *     n_half(field, x)           x /= 2
 *     n_minus_dot(field, x, l, u, count)   x -= l[0] u[0] + ... + l[count - 1] u[count - 1]
 *     n_is_pivot(x)              true if x is certainly not 0
 *     n_is_better(x, y)          true if x is a better pivot than y
 *     n_times_rest(field, x, a, size, skew)   x *= the determinant or Pfaffian of the size x size
 *                                matrix a, in which no entry is a pivot
 *     n_minors(field, a, size, skew)   replaces such a matrix by its adjugate
 *
 * These have defaults.  With others, a skew matrix may be Hermitian, and an elimination is watched:
 *
 *     n_product(field, x, y)     x *= y, a pivot
 *     N_DIAGONAL                 1 if the diagonal of a skew matrix may not be 0
 *     n_diagonal(field, x)       x = an entry of the diagonal of a skew matrix
 *     n_mirror(field, x)         x becomes the entry on the other side of the diagonal
 *     n_own(field, front, x, t)  x, entry t of the row of the second pivot of a pair, becomes 0
 *     n_pair(field, front, t)    pivots t and t + 1, a pair, are known
 *     n_pair_line(field, x, column, inverse)   x[0] and x[1] = the elements of L for a pair and the
 *                                other row whose column of U this is
 *     n_watch(job, front, s, child)   front s is complete; child[] are the rests of its children
 *
 * And these have none.  If they are defined, all fronts are skew, pairs of pivots are found by rook
 * pivoting (front_pairs_template.h), and products are made in lanes (front_lanes_template.h):
 *
 *     n_is_stable(x, y)          pivot x is large enough beside y
 *     n_is_larger(x, y)          x is so much larger than y that it is taken instead */
#ifndef n_product
#define n_product(field, x, y) n_mul(field, x, x, y)
#endif
#ifndef N_DIAGONAL
#define N_DIAGONAL 0
#endif
#ifndef n_diagonal
#define n_diagonal(field, x) ((void)(x))
#endif
#ifndef n_mirror
#define n_mirror(field, x) n_neg(field, x)
#endif
#ifndef n_pair_line
#define n_pair_line(field, x, column, inverse)                                                     \
    do {                                                                                           \
        n_mul(field, &(x)[0], &(column)[1], &(inverse)[0]);                                        \
        n_neg(field, &(x)[0]);                                                                     \
        n_mul(field, &(x)[1], &(column)[0], &(inverse)[1]);                                        \
        n_neg(field, &(x)[1]);                                                                     \
    } while (0)
#endif
#ifndef n_watch
#define n_watch(job, front, s, child) PM_OK
#endif

/* ------------------------------------------------------------------ a front */

struct front {
    bool skew;
    int size;       /* number of rows; also number of columns */
    int full;       /* number of rows and columns, the first ones, that may be eliminated here */
    int *row, *col; /* the numbers of the rows and columns in the whole matrix */
    int *solved;    /* for each row of a paired front, or each delayed one: pivots so far */
    int *sums;      /* into how many sums the products of a row were divided; or NULL */
    double *lanes;  /* U in lanes (front_lanes_template.h); or NULL */
    N *value;       /* size x size numbers; the columns of pivots contain L */
    N **line;       /* the rows of `value`, in their current order */
    N *upper;       /* size x full numbers: U by columns */
    N *inverse;     /* the inverses of the pivots */
    int done;       /* number of pivots so far */
};

static void front_clear(struct front *f)
{
    PM_FREE(f->row, f->col, f->solved, f->sums, f->lanes);
    n_free(f->value, (size_t)f->size * (size_t)f->size);
    free(f->line);
    n_free(f->upper, (size_t)f->size * (size_t)f->full);
    n_free(f->inverse, (size_t)f->full);
}

static N *upper_of(const struct front *f, int j)
{
    return f->upper + (size_t)j * (size_t)f->full;
}

#ifdef n_is_stable
#include "engine/planar/front_lanes_template.h"
#else
#define lanes_new(f)        PM_OK
#define lanes_take(f, t, x) ((void)(x))
#define lanes_swap(f, i, j) ((void)(f))
#endif

static pm_status front_new(struct front *f, bool skew, int full, int border)
{
    *f = (struct front){.skew = skew, .size = full + border, .full = full};
    PM_NEW(f->row, f->size);
    PM_NEW(f->col, f->size);
    PM_NEW(f->solved, f->size);
    PM_TRY(n_new(&f->value, (size_t)f->size * (size_t)f->size));
    PM_NEW(f->line, f->size);
    PM_TRY(n_new(&f->upper, (size_t)f->size * (size_t)f->full));
    PM_TRY(n_new(&f->inverse, (size_t)f->full));
    for (int i = 0; i < f->size; i++)
        f->line[i] = f->value + (size_t)i * (size_t)f->size;
    return lanes_new(f);
}

static int place_in(const int *list, int first, int last, int wanted)
{
    while (first < last && list[first] != wanted)
        first++;
    return first;
}

static void swap_rows(struct front *f, int i, int j)
{
    PM_SWAP(f->line[i], f->line[j]);
    PM_SWAP(f->row[i], f->row[j]);
    PM_SWAP(f->solved[i], f->solved[j]);
    if (f->sums != NULL)
        PM_SWAP(f->sums[i], f->sums[j]);
}

static void swap_cols(struct front *f, int i, int j)
{
    if (i == j)
        return;
    PM_SWAP(f->col[i], f->col[j]);
    for (int r = 0; r < f->size; r++)
        n_swap(&f->line[r][i], &f->line[r][j]);
    for (int k = 0; k < f->done; k++)
        n_swap(&upper_of(f, i)[k], &upper_of(f, j)[k]);
    lanes_swap(f, i, j);
}

/* Computes row i of L in a skew front, from pivot `first` on.  Pivots s = 2k and s + 1 are the
 * entries (u, v) and (v, u). Let c be the column with the number of row i.  By skew symmetry, the
 * entry of row i in the column of one pivot of the pair is the negative of the entry of the other
 * pivot's row in column c.  If only the first pivot of a pair is done, row i is row v itself, and
 * its entry is 0. */
static void solve_skew_row(const struct field *field, struct front *f, int i, int first)
{
    N *const x = f->line[i];
    const N *const column = upper_of(f, i < f->full ? place_in(f->col, 0, f->full, f->row[i]) : i);

    (void)field;
    for (int s = first - first % 2; s + 1 < f->done; s += 2)
        n_pair_line(field, &x[s], &column[s], &f->inverse[s]);
    if (f->done % 2 != 0)
        n_zero(&x[f->done - 1]);
}

/* Computes row i of L from pivot `first` on.  The contributions of earlier pivots have been
 * subtracted already. */
static void solve_row(const struct field *field, struct front *f, int i, int first)
{
    N *const x = f->line[i];

    if (f->skew) {
        solve_skew_row(field, f, i, first);
        return;
    }
    for (int s = first; s < f->done; s++) {
        n_minus_dot(field, &x[s], x + first, upper_of(f, s) + first, s - first);
        n_mul(field, &x[s], &x[s], &f->inverse[s]);
    }
}

/* Makes row f->done, which is complete, the next row of U. Its pivot is in column j. */
static void take_pivot(const struct field *field, struct front *f, int j)
{
    const int t = f->done;
    N *const x = f->line[t];

    swap_cols(f, t, j);
    (void)field;
    n_invert(field, &f->inverse[t], &x[t]);
    for (int c = t + 1; c < f->size; c++)
        n_set(&upper_of(f, c)[t], &x[c]);
    lanes_take(f, t, x);
    f->done++;
}

/* The column of the best pivot of row t, or f->full if the row has no pivot. */
static int choose_pivot(const struct front *f, int t)
{
    int best = f->full;

    for (int j = t; j < f->full; j++)
        if (n_is_pivot(&f->line[t][j]) &&
            (best == f->full || n_is_better(&f->line[t][j], &f->line[t][best])))
            best = j;
    return best;
}

#ifndef n_is_stable

/* Subtracts the contributions of the pivots from `first` on from columns from .. to - 1 of row
 * i. */
static void update_row(const struct field *field, struct front *f, int i, int first, int from,
                       int to)
{
    N *const x = f->line[i];

    for (int j = from; j < to; j++)
        n_minus_dot(field, &x[j], x + first, upper_of(f, j) + first, f->done - first);
}

/* Continues the elimination of a delayed row.  If the numbers are residues, its entries in the
 * first `full` columns are 0.  If they are balls, these entries may be nonzero: the balls were too
 * wide to decide. */
static void finish_delayed(const struct field *field, struct front *f, int i)
{
    const int first = f->solved[i];

    solve_row(field, f, i, first);
    update_row(field, f, i, first, f->done, f->full);
    update_row(field, f, i, 0, f->full, f->size);
}

/* Computes row i of the rest after all pivots have been found. */
static void finish_row(const struct field *field, struct front *f, int i)
{
    if (i < f->full) {
        finish_delayed(field, f, i);
        return;
    }
    solve_row(field, f, i, 0);
    if (!f->skew) {
        update_row(field, f, i, 0, f->done, f->size);
        return;
    }
    update_row(field, f, i, 0, f->done, f->full);
    update_row(field, f, i, 0, i + 1 - N_DIAGONAL, f->size);
}

static void finish_rows(const struct field *field, struct front *f)
{
    for (int i = f->done; i < f->size; i++)
        finish_row(field, f, i);
}

#endif
