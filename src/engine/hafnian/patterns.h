/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop hafnians H(p) of all patterns p of copies below a cutoff.  The last copy of the first
 * vertex i that has one is matched with itself or with another copy:
 *
 *     H(p) = l_i H(p - e_i) + sum over j of a_ij (p_j - [i = j]) H(p - e_i - e_j).
 *
 * So a value takes about n multiplications.  Source: Bourassa et al., PRX Quantum 2, 040315, 2021
 * (multivariate Hermite polynomials).
 *
 * The numbers and their bounds are those of walks_lanes.h. */
#pragma once

#include "base/stop.h"
#include "engine/hafnian/walks_lanes.h"

enum { PM_HAF_PATTERNS_ORDER = 64 };

/* What a kernel works on.  A row has the patterns that differ only in the copies of the last
 * vertex: words + PM_HAF_MORE arrays of `row` doubles, PM_HAF_LANES of them before the numbers, the
 * last of which is 0; all 64-byte aligned. */
struct pm_walks_patterns {
    int n, cutoff;        /* n >= 1 */
    long rows, row;       /* row: a multiple of PM_HAF_LANES */
    const long *step;     /* [n - 1]: how many rows further vertex i has one more copy */
    double *table;        /* [rows] rows; the first one is 0 */
    const double *factor; /* [n][n][cutoff][words + PM_HAF_MORE]: entries times copies; i <= j */
    const double *last;   /* [n] rows: entry (i, n - 1) times the copies of the last vertex */
    const double *loop;   /* [n][words + PM_HAF_MORE] */
    const int *stop;
};

typedef void pm_walks_patterns_fill(const struct pm_walks_patterns *w);
