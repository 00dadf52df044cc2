/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents of eight small matrices at the same time, by a table over subsets, in doubles or
 * modulo primes.
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
 * columns without j.  This takes 3 n 2^(n-1) multiplications in total.  Fewer rows than columns:
 * minor (i, j) is the sum of T(S) before column j times T(R) of the columns behind it, over all
 * rows but i, divided into S and R.  The tables before some columns are kept, and those between
 * them are computed again, which takes 4 m 2^(m-1) multiplications for each column.
 *
 * Modulo primes: every lane has a prime of its own, so that it may also be a matrix that other
 * lanes have.  A residue is a double; every operation is exact (isa/vector_mod.h). */
#pragma once

#include "engine/stack.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PM_TABLE_LANES = 8, /* number of matrices at the same time, for any width of vectors */
    PM_TABLE_ROWS = 12, /* largest number of rows: the table of a lane has 2^rows numbers for each
                         * part */
    PM_TABLE_PRIME_BITS = 48, /* primes are below 2^this */
    PM_TABLE_WIDE = 16,       /* largest number of rows in stacks of matrices with more columns */
    PM_TABLE_SUMS = 64,       /* so many products of a minor are added up by themselves */
};

enum pm_table_numbers {
    PM_TABLE_DOUBLES,
    PM_TABLE_SIZED,  /* doubles; per(|A|) is also wanted */
    PM_TABLE_NARROW, /* residues where (1 + sum of moduli) p <= 2^53 for the entries of every line:
                      * sums are reduced once */
    PM_TABLE_RESIDUES, /* residues; every product is reduced.  Only real ones */
};

/* Eight matrices.  Lane k of every group of PM_TABLE_LANES numbers belongs to matrix k. */
struct pm_table {
    int rows, cols; /* rows <= PM_TABLE_ROWS, or in stacks PM_TABLE_WIDE; rows <= cols */
    int parts;      /* 1: real, 2: complex */
    enum pm_table_numbers numbers;
    int lanes; /* how many are used, from the first on; 0: all */
    int words; /* of an entry: at least as many as of a cell of `scratch`, which are
                * re, im, and the modulus for PM_TABLE_SIZED */
    void *memory;
    double *entries; /* [rows][cols][words][PM_TABLE_LANES]; residues have moduli <= p / 2;
                      * 64-byte aligned.  The other arrays are parts of its memory */
    double *scratch; /* [2^rows][words][PM_TABLE_LANES] */
    double *back;    /* the same for B, or for pm_table_backs() tables; NULL: no minors */
    double *minors;  /* [rows][cols][words][PM_TABLE_LANES]: their values and moduli */
    double *primes;  /* [2][PM_TABLE_LANES]: p and fl(1 / p) */
};

struct pm_table_sum {
    /* re, im; for residues, numbers with these residues and moduli below p */
    double value[2][PM_TABLE_LANES] __attribute__((aligned(64)));
    double modulus[PM_TABLE_LANES]; /* per(|A|) with a relative error of at most rows cols u */
};

typedef void pm_table_walk(struct pm_table_sum *sum, const struct pm_table *table);

/* The kernel of an instruction set; all give the same bits. */
struct pm_isa;
pm_table_walk *pm_table_kernel(const struct pm_isa *isa);

/* The number of multiplications for a matrix. */
double pm_table_steps(int rows, int cols);

/* Minors of more columns than rows: one of so many tables before a column is kept.  Neighbours are
 * computed again together; the last table is that of the columns behind. */
static inline int pm_table_step(int cols)
{
    int step = 1;

    while ((int64_t)step * step < cols)
        step++;
    return step;
}

static inline size_t pm_table_backs(int rows, int cols)
{
    return rows < cols ? (size_t)(2 * pm_table_step(cols) + 1) : 1;
}

/* The number of roundings from an entry of a term to the sum, of values and of moduli. */
double pm_table_roundings(const struct pm_table *t);

/* Allocates the memory of a table whose rows, cols and words are set; entries are 0.  If this
 * fails, too, the caller calls pm_table_close(). */
pm_status pm_table_open(struct pm_table *t, bool minors);
void pm_table_close(struct pm_table *t);
void pm_table_set_prime(struct pm_table *t, int lane, uint64_t p);
size_t pm_table_cells(const struct pm_table *t); /* the number of doubles in `entries` */

extern const struct pm_engine_stack pm_table_stack;

/* Of non-negative matrices, or logarithms of entries, with exponents of any size (table_wide.c). */
extern const struct pm_engine_stack pm_table_wide;
