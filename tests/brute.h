/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The other way to compute: permanents and hafnians by definition, and random matrices to try them
 * on. */
#ifndef PM_TESTS_BRUTE_H
#define PM_TESTS_BRUTE_H

#include "model/matrix.h"
#include "model/problem.h"
#include "num/value.h"
#include "test.h"

/* *value = per(a) by expansion along rows (rows <= cols, at most about 9 rows). */
void brute_permanent(struct pm_gauss *value, const struct pm_matrix *a);

/* *value = haf(a): vertices in order, each with every partner that is left (order up to about 16).
 */
void brute_hafnian(struct pm_gauss *value, const struct pm_matrix *a);

/* Either, by the kind of problem. */
void brute_value(struct pm_gauss *value, const struct pm_matrix *a, enum pm_kind kind);

/* *value = entry (i, j) times what is left: without row i and column j, or without both vertices.
 */
void brute_through(struct pm_gauss *value, const struct pm_matrix *a, enum pm_kind kind, int i,
                   int j);

/* The square of |x.centre - y| / x.error, in exact arithmetic; 2 where that is above 1, or nothing
 * is known. */
double brute_used(const struct pm_value *x, const struct pm_gauss *y);

/* |x.centre - y| <= x.error */
bool brute_contains(const struct pm_value *x, const struct pm_gauss *y);

/* Centre and error have the same bits. */
bool brute_same_bits(const struct pm_value *x, const struct pm_value *y);

/* A test point: an engine has answered with this integer. */
void brute_check_integer(struct test *t, const char *name, pm_status status,
                         const struct pm_value *value, const char *want);

enum brute_entries {
    BRUTE_PATTERN,  /* 1 */
    BRUTE_INTEGER,  /* -9 .. 9 */
    BRUTE_DECIMAL,  /* tenths, and quotients */
    BRUTE_GAUSSIAN, /* a + bi */
    BRUTE_KINDS
};

/* Gives entry (i, j), the imaginary part only of complex matrices; false where there is none. */
typedef bool brute_place(fmpq *re, fmpq *im, int i, int j, void *context);

/* The matrix of these entries, which are asked for row by row. */
struct pm_matrix *brute_made(int rows, int cols, bool complex_values, brute_place *place,
                             void *context);

/* A random rows x cols matrix; each place is filled with probability percent / 100. */
struct pm_matrix *brute_random(uint64_t *state, int rows, int cols, int percent,
                               enum brute_entries kind);

/* A square matrix, which is released, with the upper triangle on both sides and an empty diagonal.
 */
struct pm_matrix *brute_mirrored(struct pm_matrix *a);

/* A random one of that kind. */
struct pm_matrix *brute_symmetric(uint64_t *state, int n, int percent, enum brute_entries kind);

/* A random non-negative matrix: all entries of two diagonals, `percent` of the others; where
 * `tiny`, a third of them scaled down by 2^60, so that no column is a pivot of all rows. */
struct pm_matrix *brute_positive(uint64_t *state, int n, int percent, bool tiny);

bool brute_has_empty_row(const struct pm_matrix *a);

/* *x = entry (i, j), 0 where there is none. */
void brute_entry(struct pm_gauss *x, const struct pm_matrix *a, int i, int j);

/* A copy, turned so that rows <= cols; a problem of a copy. */
struct pm_matrix *brute_upright(const struct pm_matrix *a);
pm_problem *brute_problem(const struct pm_matrix *a, pm_field field);

/* The dense rows x cols matrix with integer entries entry(i, j, cols), zeros dropped. */
struct pm_matrix *brute_from(int rows, int cols, long (*entry)(int i, int j, int n));

/* Entries for brute_from(). */
long brute_one(int i, int j, int n);
long brute_weight(int i, int j, int n); /* 0 to 3 */
long brute_board(int i, int j, int n);  /* white and black squares of an even board of 2 n */
long brute_cube(int i, int j, int n);   /* even and odd vertices of the hypercube of 2 n */
long brute_king(int i, int j, int n);   /* moves of a king on a square board of n */

/* How often each matching was drawn against its weight: the statistic chi-squared of `draws` draws,
 * each the column of every row; *different: how many were found.  INFINITY where one is no
 * matching. The matrix is at most 4 x 8. */
double brute_chi_squared(int *different, const int *partner, int draws, const struct pm_matrix *a);

#endif
