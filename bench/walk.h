/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matrices, and dense walks of them, as pm-bench dense and pm-bench cuda measure them. */
#ifndef PM_BENCH_WALK_H
#define PM_BENCH_WALK_H

#include "engine/dense/dense.h"
#include "engine/dense/modular.h"

/* Draws the next entry, row by row: false where the place is empty.  *im starts at 0. */
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

pm_status bench_random(struct pm_matrix **a, int n, enum bench_numbers kind);

/* One of them is open. */
struct bench_walk {
    struct pm_dense *floating;
    struct pm_modular *modular;
};

/* The walk of such a matrix. */
pm_status bench_walk_open(struct bench_walk *walk, int n, enum bench_numbers kind);
void bench_walk_close(struct bench_walk *walk); /* zeroed is fine */

#endif
