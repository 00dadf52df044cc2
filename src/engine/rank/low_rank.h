/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the engine `rank`: a square matrix A as a product L R of n x r and r x n numbers, r its
 * rank, and the permanent from it (exponents.h).
 *
 * Row after row is freed of the rows of R so far, at their pivots; what is left, divided by its
 * first number, is a new row of R.  n^2 r steps, and r^2 n where there are more than r rows of R:
 * then it ends. */
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

/* *sum = per(a) in balls, to `bits` right bits, or exactly; of a matrix of rank at most `most`. */
pm_status pm_rank_balls_sum(acb_t sum, const struct pm_matrix *a, int most, int bits);

#endif
