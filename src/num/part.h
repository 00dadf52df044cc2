/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Partial results: what an engine returns for a unit of work, and the sum of two.
 *
 * A part is plain data, so it can be written to a checkpoint or sent to another rank.  A modular
 * part holds a residue.  A floating part holds a double-double sum 2^exp (re + i im) and a bound of
 * its absolute error, which every addition keeps valid.  The fold (fold.h) decides the order of
 * additions, so the bits of a sum do not depend on who computed which part. */
#pragma once

#include "num/number.h"

struct pm_part {
    uint64_t word[PM_RESIDUES]; /* residues; two words (low, high) for arithmetic modulo 2^128 */
    double re[2];               /* high, low */
    double im[2];
    double err;  /* |true - (re + i im)| <= err, before scaling by 2^exp */
    int64_t exp; /* 0 for modular parts */
};

/* *sum += part, over the numbers of `ring`. */
void pm_part_add(const struct pm_ring *ring, struct pm_part *sum, const struct pm_part *part);

/* True where all bits are equal; --audit uses this comparison. */
bool pm_part_same(const struct pm_part *a, const struct pm_part *b);
