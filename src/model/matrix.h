/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse matrices with exact entries: compressed rows, rational or Gaussian rational values.
 *
 * The form is canonical: columns ascend within a row, without duplicates or zeros.  So equal
 * matrices have equal members.  Indices are int (as in CXSparse): at most INT_MAX rows, columns,
 * entries. */
#pragma once

#include "base/status.h"

#include <flint/fmpq.h>

enum pm_kind {
    PM_PERMANENT, /* of a matrix m <= n: perfect matchings of a bipartite graph, rows saturated */
    PM_HAFNIAN,   /* of a symmetric matrix, diagonal ignored: perfect matchings of any graph */
    PM_KINDS
};
extern const char *const pm_kind_names[PM_KINDS];

/* Sets of kinds, for tables that say which kinds an engine or a rule is for. */
enum {
    PM_PERMANENT_BIT = 1 << PM_PERMANENT,
    PM_HAFNIAN_BIT = 1 << PM_HAFNIAN,
};

struct pm_matrix {
    int rows, cols;
    int *start; /* rows + 1: row i is entries start[i] .. start[i + 1] - 1 */
    int *col;   /* nnz column indices */
    fmpq *re;   /* nnz values */
    fmpq *im;   /* imaginary parts; NULL: all real */
    /* for each row, then each column: the line of the matrix that was reduced to this one, a column
     * counted after all rows; below 0: a rule made it (reduce/reduce.h); NULL: nothing was reduced
     */
    int *origin;
};

static inline int pm_matrix_nnz(const struct pm_matrix *a)
{
    return a->start[a->rows];
}

/* For each entry k of each row i.  These are two loops: `break` ends only that of row i. */
#define PM_EACH_ENTRY(a, i, k)                                                                     \
    for (int i = 0; i < (a)->rows; i++)                                                            \
        for (int k = (a)->start[i]; k < (a)->start[i + 1]; k++)

/* The rows or the columns, of whichever there are more. */
static inline int pm_matrix_lines(const struct pm_matrix *a)
{
    return a->rows > a->cols ? a->rows : a->cols;
}

/* The imaginary part of entry k; NULL: the matrix is real. */
static inline const fmpq *pm_matrix_im(const struct pm_matrix *a, int k)
{
    return a->im != NULL ? a->im + k : NULL;
}

/* Sets entry k of `to` to entry l of `from`, in column `col`.  If `to` has no imaginary parts, that
 * of the entry must be 0. */
static inline void pm_matrix_put(struct pm_matrix *to, int k, int col, const struct pm_matrix *from,
                                 int l)
{
    to->col[k] = col;
    fmpq_set(to->re + k, from->re + l);
    if (to->im != NULL)
        fmpq_set(to->im + k, from->im + l);
}

/* A matrix with memory for nnz entries.  All arrays are zero; complex: im is allocated.  The caller
 * fills start, col, re, im in canonical order. */
pm_status pm_matrix_new(struct pm_matrix **a, int rows, int cols, int nnz, bool complex_values);
void pm_matrix_free(struct pm_matrix *a); /* NULL is fine */

pm_status pm_matrix_copy(struct pm_matrix **out, const struct pm_matrix *a);
pm_status pm_matrix_transpose(struct pm_matrix **out, const struct pm_matrix *a);

/* The same with rows of ones below, as many as a wide matrix needs to be square: this multiplies
 * the permanent by (cols - rows)!. */
pm_status pm_matrix_pad(struct pm_matrix **out, const struct pm_matrix *a);

/* The submatrix of the given nr rows and nc columns, in the given order.  Entries in other columns
 * are left out. */
pm_status pm_matrix_sub(struct pm_matrix **out, const struct pm_matrix *a, int nr, const int *row,
                        int nc, const int *col);

/* *rest = `a` without the rows i with out[i] and the columns j with out[rows + j], or, for a
 * hafnian, without the lines i with out[i].  It is transposed if that makes it wide. */
pm_status pm_matrix_without(struct pm_matrix **rest, const struct pm_matrix *a, enum pm_kind kind,
                            const bool *out);

/* The same without row i and column j, or, for a hafnian, without the lines i and j. */
pm_status pm_matrix_without_pair(struct pm_matrix **rest, const struct pm_matrix *a,
                                 enum pm_kind kind, int i, int j);

/* Drops an `im` that is all zero, which makes the matrix canonical. */
void pm_matrix_drop_zero_im(struct pm_matrix *a);

/* Drops entry k where keep[k] is false. */
void pm_matrix_keep(struct pm_matrix *a, const bool *keep);

/* Sets every entry to 1 and removes imaginary parts. */
void pm_matrix_to_pattern(struct pm_matrix *a);

/* Sets the entries of the first `rows` rows to 1; those of the other rows keep only their real
 * parts. */
void pm_matrix_to_ones(struct pm_matrix *a, int rows);

/* The index of the entry at (row, col), which must exist. */
int pm_matrix_entry(const struct pm_matrix *a, int row, int col);

/* *out = the moduli of the entries.  For a complex entry: the sum of the moduli of both parts. */
pm_status pm_matrix_moduli(struct pm_matrix **out, const struct pm_matrix *a);

/* *d = the least common multiple of *d and the denominators of entries first .. end - 1. */
void pm_matrix_denominators(fmpz_t d, const struct pm_matrix *a, int first, int end);

/* *out = `a` times the least common denominator of its entries. */
pm_status pm_matrix_integers(struct pm_matrix **out, const struct pm_matrix *a);

/* True where every entry is an integer (both parts). */
bool pm_matrix_is_integer(const struct pm_matrix *a);

/* True where every entry is real and at least 0. */
bool pm_matrix_is_nonnegative(const struct pm_matrix *a);

/* The row of entry k. */
int pm_matrix_row_of(const struct pm_matrix *a, size_t k);

/* The first place of a square matrix that differs from its transpose, or, if `skew`, from the
 * negative of that; -1: there is none. */
pm_status pm_matrix_asymmetry(int *row, int *col, const struct pm_matrix *a, bool skew);

/* What is said of all matrices that are not symmetric, or not skew-symmetric; `what`: "the matrix".
 */
pm_status pm_matrix_fail_asymmetric(const char *what, bool skew, int row, int col);
pm_status pm_matrix_check_square(const char *what, bool skew, int rows, int cols);

/* PM_INPUT: it is not.  The caller's numbers of rows begin with `first`. */
pm_status pm_matrix_check_symmetric(const char *what, bool skew, const struct pm_matrix *a,
                                    int first);

/* ------------------------------------------------------------------ triplets */

/* A matrix under construction: entries in any order, duplicates allowed. */
struct pm_triplets {
    int rows, cols;
    size_t count;
    bool complex_values;
    size_t room_row, room_col, room_re, room_im;
    int *row, *col;
    fmpq *re, *im;
};

void pm_triplets_init(struct pm_triplets *t, int rows, int cols, bool complex_values);
void pm_triplets_clear(struct pm_triplets *t);

/* Makes room for `count` entries in total. */
pm_status pm_triplets_reserve(struct pm_triplets *t, size_t count);

/* Appends an entry; re and im (NULL: 0) are copied. */
pm_status pm_triplets_add(struct pm_triplets *t, int row, int col, const fmpq_t re, const fmpq *im);

/* Adds entry k of `a` at (row, col). */
pm_status pm_triplets_copy(struct pm_triplets *t, int row, int col, const struct pm_matrix *a,
                           int k);

/* The canonical matrix of the triplets: duplicates are summed, zeros dropped, imaginary parts kept
 * only if one is nonzero.  The values move out of `t`; after that, `t` can only be cleared. */
pm_status pm_matrix_from_triplets(struct pm_matrix **out, struct pm_triplets *t);

/* *out = the matrix of rows * cols small integers, row after row. */
pm_status pm_matrix_from_bytes(struct pm_matrix **out, int rows, int cols,
                               const signed char *entry);
