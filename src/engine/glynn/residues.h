/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks modulo a prime below 2^PM_RESIDUE_BITS.  Residues are doubles, and centred: integers of
 * modulus at most p / 2, so that small entries stay small. */
#ifndef PM_ENGINE_GLYNN_RESIDUES_H
#define PM_ENGINE_GLYNN_RESIDUES_H

#include "model/image.h"

enum {
    PM_RESIDUE_BITS = 48,
    PM_GROUP_BITS = 50, /* a product of factors below 2^this is still exact */
};

/* If the moduli of a row add up to more, its sums would not stay exact, so they are reduced at
 * every step. */
static const double PM_EXACT_SUM = 0x1p46;
static const double PM_EXACT_PRODUCT = 0x1p50;

/* b[n][n] = the image.  If it has fewer rows than columns, rows of ones follow; then the matrix is
 * bordered by ones on the diagonal.  b must be zero before. */
void pm_residues_load(double *b, int n, const struct pm_image *image);

#endif
