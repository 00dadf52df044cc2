/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests for engines that walk over sign vectors, in every instruction set and with 1, 2 and 3
 * threads.  The exact permanent lies within the error bound, and the bits of the answer are always
 * the same. */
#ifndef PM_TESTS_WALKS_H
#define PM_TESTS_WALKS_H

#include "brute.h"
#include "model/matrix.h"
#include "num/value.h"
#include "test.h"

/* A kind of random matrix. */
struct draw {
    const char *name;
    void (*entry)(fmpq_t x, uint64_t *state, int i, int j);
    bool complex_values;
};

extern const struct draw walks_draws[], walks_integers[]; /* a NULL name ends each list */

struct pm_matrix *walks_draw(const struct draw *draw, uint64_t *state, int n, int percent);

/* The exact permanent by an engine: by primes and the Chinese remainder theorem. */
pm_status walks_exact(struct pm_value *value, const char *engine, const struct pm_matrix *a,
                      int threads);

/* The permanent by sets of columns, up to order 16 or so. */
void walks_permanent(struct pm_gauss *value, const struct pm_matrix *a);

struct tally {
    const char *engine;
    int tried, failed, wrong, differ;
    double share; /* the largest |error| / bound, squared */
};

pm_status walks_value(struct pm_value *value, const char *engine, const struct pm_matrix *a,
                      enum pm_number number, int threads);

/* One matrix with the permanent `truth`; the same modulo primes. */
void walks_try(struct tally *tally, const struct pm_matrix *a, const struct pm_gauss *truth,
               enum pm_number number);
void walks_try_exact(struct tally *tally, const struct pm_matrix *a, const struct pm_gauss *truth);
void walks_report(struct test *t, const struct tally *tally, const char *what);

/* Many matrices of one kind in the floating type with that many bits, against the permanent by sets
 * of columns.  Each entry is nonzero with probability percent / 100.  Integer matrices are tested
 * modulo primes, too. */
void walks_check(struct test *t, const char *engine, const struct draw *draw, int bits, int percent,
                 int rounds);
void walks_check_exact(struct test *t, const char *engine, const struct draw *draw, int percent,
                       int rounds);

/* The sum of a rank-one matrix and a diagonal matrix, and its permanent. */
struct pm_matrix *walks_bordered(struct pm_gauss *value, uint64_t *state, int n);

/* Single units of the walk of an all-ones matrix of order n, against the sum over their sign
 * vectors, sorted by the number of signs -. */
void walks_check_units(struct test *t, const char *engine, int n);

/* Matrices with fewer rows than columns. */
void walks_check_wide(struct test *t, const char *engine, enum brute_entries kind,
                      const char *what);

#endif
