/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons with the reference, for the files with questions. */
#pragma once

#include "base/alloc.h"
#include "query/values.h"
#include "questions.h"
#include "reference.h"
#include "solve/solve.h"

/* The verdict WRONG, with a story. */
enum verdict wrong(char story[STORY], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ------------------------------------------------------------- the reference */

void gauss_of(struct pm_gauss *x, const struct exact *y);

/* *value = the sum over all sizes.  False: it is too large for the reference. */
bool value_of(struct pm_gauss *value, const struct instance *x, enum reference_free which);

/* *value = the sum over the matchings of a matrix or a graph that leave so many vertices free. */
bool value_unmatched(struct pm_gauss *value, const struct instance *x, int left);

/* Multiplies *value by an entry. */
void multiply_entry(struct pm_gauss *value, const struct entry *e);

/* *value = the sum over the full matchings with that pair of lines: of the products, or without the
 * factor of the entry if e is NULL. */
bool value_through(struct pm_gauss *value, const struct instance *x, int i, int j,
                   const struct entry *e);

/* Of many numbers, only about eight are compared, since each is a new sum for the reference. */
bool is_compared(uint64_t *state, size_t count);

/* The entry of the instance for an entry of the problem. */
const struct entry *entry_of(const struct instance *x, const pm_problem *problem, int row, int col);

/* True if no entry is negative or has an imaginary part. */
bool is_nonnegative(const struct instance *x);

/* ---------------------------------------------------------------- comparisons */

/* Compares a value with the truth; exact values must be equal. */
enum verdict compare_value(char story[STORY], const char *what, const struct pm_value *value,
                           bool exact, const struct pm_gauss *truth);

/* Compares what pm_solve() and its kind gave: a value, a residue, or a failure. */
enum verdict compare_answer(char story[STORY], const char *what, pm_status status,
                            const pm_answer *answer, const struct pm_gauss *truth,
                            const struct manner *manner);

/* The entries as doubles; false: some entry is no double. */
bool doubles_of(double *data, const struct instance *x);

/* Value k of a function of doubles, of one or two parts.  An infinite bound promises nothing. */
enum verdict compare_double(char story[STORY], const char *what, const double *values, double bound,
                            int parts, int k, const struct pm_gauss *truth);

/* Compares the shares of the entries of a problem. */
enum verdict compare_shares(char story[STORY], const struct instance *x, const pm_problem *problem,
                            const struct pm_value *share, bool exact, const struct pm_gauss *total,
                            uint64_t seed);
enum verdict compare_sizes(char story[STORY], const struct sums *truth,
                           const struct pm_value *value, int count);

/* pm_batch() of a matrix that is too large for the reference. */
enum verdict batch_agrees(char story[STORY], const struct instance *x, const struct pm_gauss *truth,
                          const struct manner *manner);

/* A failure: an engine may be unable, and so may limits and precisions make it. */
enum verdict refused(char story[STORY], pm_status status, const struct manner *manner);

/* The time limit and the options of a manner. */
double seconds_for(const struct manner *manner);
pm_options options_of(const struct manner *manner);

/* Multiplicities from 0 to 2. */
void draw_times(int *times, int count, uint64_t *state);
