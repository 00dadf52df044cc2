/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents and hafnians by their definitions, as the second way in tests; and random matrices. */
#pragma once

#include "model/matrix.h"
#include "model/problem.h"
#include "num/value.h"
#include "test.h"

/* *value = per(a), row by row over sets of columns (rows <= cols, at most 24 columns). */
void brute_permanent(struct pm_gauss *value, const struct pm_matrix *a);

/* One of the two, by the kind of problem. */
void brute_value(struct pm_gauss *value, const struct pm_matrix *a, enum pm_kind kind);

/* That value of a matrix of integers modulo a prime. */
uint64_t brute_residue(const struct pm_matrix *a, enum pm_kind kind, uint64_t prime);

/* The square of |x.centre - y| / x.error, in exact arithmetic. 2 if that is above 1 or if x has no
 * finite bound. */
double brute_used(const struct pm_value *x, const struct pm_gauss *y);

/* |x.centre - y| <= x.error */
bool brute_contains(const struct pm_value *x, const struct pm_gauss *y);

/* True if both centre and error have the same bits. */
bool brute_same_bits(const struct pm_value *x, const struct pm_value *y);

/* A test point: the engine has answered with this integer. */
void brute_check_integer(struct test *t, const char *name, pm_status status,
                         const struct pm_value *value, const char *want);

enum brute_entries {
    BRUTE_PATTERN,  /* 1 */
    BRUTE_INTEGER,  /* -9 .. 9 */
    BRUTE_DECIMAL,  /* tenths, and quotients of integers */
    BRUTE_GAUSSIAN, /* a + bi */
    BRUTE_KINDS
};

/* Sets *re to entry (i, j), and *im for complex matrices only.  False if there is no entry. */
typedef bool brute_place(fmpq *re, fmpq *im, int i, int j, void *context);

/* The matrix of these entries.  The function is called row by row. */
struct pm_matrix *brute_made(int rows, int cols, bool complex_values, brute_place *place,
                             void *context);

/* A random rows x cols matrix.  Each entry is nonzero with probability percent / 100. */
struct pm_matrix *brute_random(uint64_t *state, int rows, int cols, int percent,
                               enum brute_entries kind);

/* A random symmetric matrix of that kind. */
struct pm_matrix *brute_symmetric(uint64_t *state, int n, int percent, enum brute_entries kind);

/* A random non-negative matrix: two full diagonals, and `percent` of the other entries.  With
 * `tiny`, a third of the entries are scaled by 2^-60, so that no column can be the pivot of all
 * rows. */
struct pm_matrix *brute_positive(uint64_t *state, int n, int percent, bool tiny);

/* A random n x (n + more) band matrix: entries at most `width` from the diagonal, of which those
 * beside it are never 0; symmetric for hafnians. */
struct pm_matrix *brute_band(uint64_t *state, enum pm_kind kind, int n, int more, int width);

/* The sum of a random rank-one matrix and a diagonal matrix, with its permanent. */
struct pm_matrix *brute_bordered(struct pm_gauss *value, uint64_t *state, int n);

/* A copy, transposed if rows > cols; a problem with a copy of the matrix. */
struct pm_matrix *brute_upright(const struct pm_matrix *a);
pm_problem *brute_problem(const struct pm_matrix *a, pm_field field);

/* The rows x cols matrix of integers entry(i, j, cols), without zeros. */
struct pm_matrix *brute_from(int rows, int cols, long (*entry)(int i, int j, int n));

/* Entries for brute_from(). */
long brute_one(int i, int j, int n);
long brute_hollow(int i, int j, int n); /* 1, and 0 on the diagonal */
long brute_weight(int i, int j, int n); /* 0 to 3 */
long brute_board(int i, int j, int n);  /* edges between white and black squares of an even board */
long brute_cube(int i, int j, int n);   /* edges between even and odd vertices of a hypercube */
long brute_king(int i, int j, int n);   /* moves of a king on a square board */
