/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents modulo primes of eight small matrices at the same time, by the table of
 * table_kernel.h.  Every lane has a prime of its own, so that it may also be a matrix that other
 * lanes have.  A value is a double; every operation is exact (engine/isa/vector_mod.h).
 *
 * If the matrix is narrow, that is, if its entries are so small that the sum of a subset stays
 * below 2^53, the sum is reduced once.  Else every product is reduced. */
#ifndef PM_BATCH_RESIDUE_TABLE_H
#define PM_BATCH_RESIDUE_TABLE_H

#include "batch/table_kernel.h"

enum { PM_TABLE_PRIME_BITS = 48 }; /* primes are below 2^this */

struct pm_residue_table {
    int rows, cols; /* rows <= PM_TABLE_ROWS, rows <= cols <= PM_TABLE_COLS */
    int parts;      /* 2: complex, only of narrow matrices; else 1 */
    double p[PM_TABLE_LANES] __attribute__((aligned(64)));       /* the primes */
    double inverse[PM_TABLE_LANES] __attribute__((aligned(64))); /* fl(1 / p) */
    bool narrow;           /* (1 + sum of moduli) p <= 2^53 for the entries of every line */
    const double *entries; /* [rows][cols][parts][PM_TABLE_LANES]: moduli <= p / 2; 64-byte
                            * aligned */
    double *scratch;       /* [2^rows][parts][PM_TABLE_LANES], 64-byte aligned */
};

/* sum[part] = numbers with the residues of the permanents, of moduli below p, for every lane. */
typedef void pm_residue_walk(double sum[2][PM_TABLE_LANES], const struct pm_residue_table *table);

pm_residue_walk *pm_residue_kernel(const struct pm_isa *isa);

#endif
