/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents of eight small matrices at the same time, by a table over subsets.
 *
 * Square: T(S) is the permanent of the first |S| rows in the columns of S,
 *
 *     T({}) = 1,   T(S) = sum over j in S of a(|S|, j) T(S without j),
 *
 * which takes n 2^(n-1) multiplications.  Fewer rows than columns: T(S) is the permanent of the
 * rows of S in the columns so far.  Column j adds sum over i in S of a(i, j) T(S without i), which
 * takes m 2^(m-1) multiplications for each column.  Only terms of the permanent itself cancel, so
 * the error is at most a small multiple of u per(|A|), u = 2^-53.  Source: Nijenhuis and Wilf,
 * Combinatorial Algorithms, 2nd edition 1978, chapter 23 (the expansion by rows).
 *
 * Minors of a square matrix: B(S) is the permanent of the last n - |S| rows in the columns outside
 * S, by the same expansion from below.  Minor (i, j) is the sum of T(S) B(S with j) over all S of i
 * columns without j.  This takes 3 n 2^(n-1) multiplications in total. */
#ifndef PM_BATCH_TABLE_KERNEL_H
#define PM_BATCH_TABLE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PM_TABLE_LANES = 8, /* number of matrices at the same time, for any width of vectors */
    PM_TABLE_ROWS = 12, /* largest number of rows: the table of a lane has 2^rows numbers for each
                         * part */
};

/* Eight matrices.  Lane k of every group of PM_TABLE_LANES numbers belongs to matrix k. */
struct pm_table {
    int rows, cols;        /* rows <= PM_TABLE_ROWS, rows <= cols */
    int parts;             /* 1: real, 2: complex */
    bool moduli;           /* per(|A|) is also wanted */
    const double *entries; /* [rows][cols][parts + 1][PM_TABLE_LANES]: re, im, modulus; 64-byte
                            * aligned */
    double *scratch;       /* [2^rows][parts + 1][PM_TABLE_LANES], 64-byte aligned */
    double *back;          /* the same for B; NULL: no minors */
    double *minors;        /* [rows][cols][parts + 1][PM_TABLE_LANES]: their values and moduli */
};

struct pm_table_sum {
    double value[2][PM_TABLE_LANES] __attribute__((aligned(64))); /* re, im */
    double modulus[PM_TABLE_LANES]; /* per(|A|) with a relative error of at most rows cols u */
};

typedef void pm_table_walk(struct pm_table_sum *sum, const struct pm_table *table);

/* The kernel of an instruction set; all give the same bits. */
struct pm_isa;
pm_table_walk *pm_table_kernel(const struct pm_isa *isa);

#endif
