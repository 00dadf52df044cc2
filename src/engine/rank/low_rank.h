/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of the engine `rank`.  A square matrix A of rank r is written as a product L R of an n
 * x r and an r x n matrix, and its permanent is computed from L and R (exponents.h).
 *
 * The rows of A are processed one after another.  From each row, multiples of the rows of R so far
 * are subtracted, so that it becomes 0 at their pivots.  If the rest is not 0, it is divided by its
 * first nonzero number and becomes a new row of R.  Cost: n^2 r steps.  The process stops if R
 * needs more rows than allowed; then it takes r^2 n steps. */
#pragma once

#include "engine/rank/exponents.h"
#include "model/image.h"
#include "num/type_mod.h"

/* L and R modulo a prime. */
struct pm_rank_residues {
    struct pm_ring ring;
    int n, rank;
    T *left, *right; /* L: [n][most], R: [most][n]; only `rank` columns and rows are used */
    int *pivot;      /* [most] the column of the first nonzero number of each row of R */
    int most;
};

/* Factors the image of a square matrix modulo a prime p.  `most` is at least 1.  PM_UNABLE: the
 * rank modulo p is larger than `most`. */
pm_status pm_rank_residues_new(struct pm_rank_residues **r, const struct pm_image *image, int most);
void pm_rank_residues_free(struct pm_rank_residues *r); /* NULL is fine */

/* *sum = the permanent modulo the prime.  PM_STOPPED: `stop` (base/stop.h) is set. */
pm_status pm_rank_residues_sum(T *sum, const struct pm_rank_residues *r, const int *stop);

/* *sum = per(a) in ball arithmetic (Arb), exact or with `bits` correct bits.  PM_UNABLE: the rank
 * of `a` is larger than `most`.  PM_STOPPED as above. */
pm_status pm_rank_balls_sum(acb_t sum, const struct pm_matrix *a, int most, int bits,
                            const int *stop);
