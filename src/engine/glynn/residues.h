/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks modulo a prime below 2^PM_RESIDUE_BITS.  Residues are stored as doubles.  They are
 * integers of modulus at most p / 2, so small entries of the matrix remain small. */
#pragma once

#include "model/image.h"

enum {
    PM_RESIDUE_BITS = 48,
    PM_GROUP_BITS = 50, /* a product of factors below 2^this is still exact */
};

/* If the moduli of the entries of a row add up to more than PM_EXACT_SUM, its row sums might not be
 * exact, so they are reduced at every step. */
static const double PM_EXACT_SUM = 0x1p46;
static const double PM_EXACT_PRODUCT = 0x1p50;

/* b[n][n] = the image.  If the image has fewer rows than columns, rows of ones are appended.  Then
 * the matrix is bordered by ones on the diagonal up to order n.  The caller initialises b to
 * zeros. */
void pm_residues_load(double *b, int n, const struct pm_image *image);

/* Estimates the number of groups of rows whose product needs one reduction.  In a row with other
 * numbers than integers of moderate size, every product is reduced. */
int pm_residues_groups(const struct pm_matrix *a);
