/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices for measurements, and dense walks of them. */
#ifndef PM_BENCH_MEASURED_H
#define PM_BENCH_MEASURED_H

#include "engine/dense/dense_walk.h"
#include "model/problem.h"

/* Random numbers in 0 .. below - 1, the same on every machine. */
long bench_draw(uint64_t *state, long below);

/* Sets the next entry, row by row; false if the place is empty.  *im is 0 before. */
typedef bool bench_entry(fmpq *re, fmpq *im, int i, int j, void *context);

pm_status bench_matrix(struct pm_matrix **a, int n, bool complex_values, bench_entry *entry,
                       void *context);

enum bench_numbers {
    BENCH_REAL,    /* k / 1000 in (0, 1) */
    BENCH_COMPLEX, /* such numbers in both parts */
    BENCH_DD,      /* the same in double-double */
    BENCH_COMPLEX_DD,
    BENCH_PATTERN, /* 0 or 1, modulo a prime */
    BENCH_LARGE,   /* numbers above 2^45, modulo a prime: residues without structure */
    BENCH_NUMBERS
};

/* Names, and the number of instructions of the dense walk for a row and a sign vector. */
extern const struct bench_numbers_of {
    const char *name;
    enum pm_number number;
    double instructions;
} bench_numbers_of[BENCH_NUMBERS];

/* The ring for a kind of numbers; modulo 2^48 - 59 if it needs a prime. */
struct pm_ring bench_ring(enum pm_number number);

pm_status bench_random(struct pm_matrix **a, int n, enum bench_numbers kind);

/* The dense walk of a matrix, or of a random one of order n; release it with
 * pm_sign_walk_free(). */
pm_status bench_walk(struct pm_sign_walk **walk, const struct pm_matrix *a, enum pm_number number);
pm_status bench_walk_open(struct pm_sign_walk **walk, int n, enum bench_numbers kind);

/* Makes a problem that owns the matrix; frees the matrix on failure. */
pm_status bench_problem(pm_problem **problem, struct pm_matrix *a);

#endif
