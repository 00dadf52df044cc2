/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks modulo a prime below 2^PM_RESIDUE_BITS.  Residues are doubles, centred: integers of modulus
 * at most p / 2, so that small entries stay small. */
#ifndef PM_ENGINE_GLYNN_RESIDUES_H
#define PM_ENGINE_GLYNN_RESIDUES_H

#include "model/image.h"

enum {
    PM_RESIDUE_BITS = 48,
    PM_GROUP_BITS = 50, /* of a product of factors that is still exact */
};

/* A row whose moduli sum to more has its sums reduced at every step: they would not stay exact. */
static const double PM_EXACT_SUM = 0x1p46;
static const double PM_EXACT_PRODUCT = 0x1p50;

/* b[n][n] = the image, with rows of ones below it where it has fewer rows than columns, and
 * bordered by ones on the diagonal; b is zero before. */
void pm_residues_load(double *b, int n, const struct pm_image *image);

#endif
