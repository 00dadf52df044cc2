/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices to measure, and dense walks of them. */
#ifndef PM_BENCH_MEASURED_H
#define PM_BENCH_MEASURED_H

#include "engine/dense/dense_walk.h"
#include "model/problem.h"

/* Random numbers from 0 to below - 1, the same everywhere. */
long bench_draw(uint64_t *state, long below);

/* The next entry, row by row: false where the place is empty.  *im starts at 0. */
typedef bool bench_entry(fmpq *re, fmpq *im, int i, int j, void *context);

pm_status bench_matrix(struct pm_matrix **a, int n, bool complex_values, bench_entry *entry,
                       void *context);

enum bench_numbers {
    BENCH_REAL,    /* k / 1000 in (0, 1) */
    BENCH_COMPLEX, /* such numbers in both parts */
    BENCH_DD,      /* the same in double-double */
    BENCH_COMPLEX_DD,
    BENCH_PATTERN, /* 0 or 1, modulo a prime */
    BENCH_LARGE,   /* above 2^45, likewise: residues without structure */
    BENCH_NUMBERS
};

/* Names, and the instructions that the dense walk needs for a row and a sign vector. */
extern const struct bench_numbers_of {
    const char *name;
    enum pm_number number;
    double instructions;
} bench_numbers_of[BENCH_NUMBERS];

/* The ring for a kind of numbers: modulo 2^48 - 59 where it wants a prime. */
struct pm_ring bench_ring(enum pm_number number);

pm_status bench_random(struct pm_matrix **a, int n, enum bench_numbers kind);

/* The dense walk of a matrix, or of a random one of order n; to be released with
 * pm_sign_walk_free(). */
pm_status bench_walk(struct pm_sign_walk **walk, const struct pm_matrix *a, enum pm_number number);
pm_status bench_walk_open(struct pm_sign_walk **walk, int n, enum bench_numbers kind);

/* A problem that takes over the matrix, or frees it. */
pm_status bench_problem(pm_problem **problem, struct pm_matrix *a);

#endif
