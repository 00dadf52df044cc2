/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of the engine `rank`: a square matrix A as a product L R of n x r and r x n numbers,
 * where r is its rank, and the permanent from it (exponents.h).
 *
 * For row after row, the rows of R so far are eliminated at their pivots.  The rest, divided by its
 * first nonzero number, is a new row of R.  Cost: n^2 r steps; r^2 n if R needs more rows than
 * allowed, since then the process stops. */
#ifndef PM_ENGINE_RANK_LOW_RANK_H
#define PM_ENGINE_RANK_LOW_RANK_H

#include "engine/rank/forms.h"
#include "model/image.h"
#include "num/type_mod.h"

/* Modulo a prime. */
struct pm_rank_residues {
    struct pm_ring ring;
    int n, rank;
    T *left, *right; /* [n][most], [most][n] */
    int *pivot;      /* [most] */
    int most;
};

/* PM_UNABLE: the rank modulo p is larger than `most`, which is at least 1. */
pm_status pm_rank_residues_new(struct pm_rank_residues **r, const struct pm_image *image, int most);
void pm_rank_residues_free(struct pm_rank_residues *r); /* NULL is fine */
pm_status pm_rank_residues_sum(T *sum, const struct pm_rank_residues *r);

/* *sum = per(a) in balls, to `bits` correct bits, or exactly; the rank of a is at most `most`. */
pm_status pm_rank_balls_sum(acb_t sum, const struct pm_matrix *a, int most, int bits);

#endif
