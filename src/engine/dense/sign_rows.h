/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eight matrices of doubles, or one, become the arrays of a walk, struct pm_signs.  Eight matrices
 * are read, scaled and rounded in place, one in each lane; of one matrix, eight rows, one in each
 * lane, and then every number is copied to all lanes.
 *
 * Rows, then columns, are divided by powers of two, so that the largest part of an entry of each is
 * between 1/2 and 1.  Then the entries of a row are rounded to two layers, as in glynn/rounded.c:
 * both have exact sums, and what is left of an entry is its error.
 *
 * Column c of the arrays has entry c - 1 of each row, and column 0 the last one, until the sums
 * replace it. */
#pragma once

#include "engine/dense/signs.h"

#include <stdbool.h>
#include <stddef.h>

enum { PM_SIGNS_MOST = 40 }; /* lines */

/* A number for each row and matrix; of one matrix, rows are found by pm_signs_group(). */
typedef double pm_signs_number[PM_SIGNS_MOST][PM_SIGNS_LANES] __attribute__((aligned(64)));

struct pm_signs_rows {
    struct pm_signs *signs; /* n, parts, column and x are given; whole and way are found */
    bool alone;             /* one matrix; lanes have signs of their own for three columns */
    double *space;          /* pm_signs_space() doubles, aligned to 64 bytes, for one matrix */

    /* Entry j of row i of the matrix in lane k is at data + lane[k] + i row + j col, in numbers of
     * 8 bytes; if it is alone, row pm_signs_first(n, g) + k at data + lane[k] plus the distance of
     * that first row. */
    const void *data;
    bool integers;
    ptrdiff_t lane[PM_SIGNS_LANES], row, col;

    /* Of matrices: they are 2^exponent times the scaled ones; an upper bound of the product of the
     * rows' sums of moduli, 0 if a row is 0; of the sum of the rows' errors, each relative to the
     * sum of moduli; the product of 2 half for the first `whole` rows. */
    double exponent[PM_SIGNS_LANES] __attribute__((aligned(64))), product[PM_SIGNS_LANES];
    double lost[PM_SIGNS_LANES], units[PM_SIGNS_LANES];

    /* Of rows: the power of two that multiplied it; a power of two, and the sums of parts are below
     * twice of it; the sum of moduli; the error relative to it; 0 if the row consists of integers
     * of 63 bits times a power of two. */
    pm_signs_number power, half, sum, error, apart;
    int order[PM_SIGNS_MOST]; /* the row at each place of the walk */
};

/* One matrix has groups of rows, of PM_SIGNS_LANES each; the last ones may overlap. */
static inline int pm_signs_groups(int n)
{
    return (n + PM_SIGNS_LANES - 1) / PM_SIGNS_LANES;
}

static inline int pm_signs_first(int n, int group)
{
    const int last = n > PM_SIGNS_LANES ? n - PM_SIGNS_LANES : 0;

    return group * PM_SIGNS_LANES < last ? group * PM_SIGNS_LANES : last;
}

static inline size_t pm_signs_space(int n, int parts)
{
    return (size_t)(n * pm_signs_groups(n) * 2 * parts * PM_SIGNS_LANES);
}

/* Returns false if the caller must read and scale, one matrix after the other: an entry is not
 * finite, an integer has more than 53 bits, a line is 0, or entries are very large or small.
 * `scaled`: this was done, and only the exponents are wrong. */
typedef bool pm_signs_make(struct pm_signs_rows *r, bool scaled);
