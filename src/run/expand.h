/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents and hafnians modulo a prime, from the definition. */
#pragma once

#include "model/problem.h"

/* A homomorphism to the integers modulo p; i becomes `iota`, whose square is -1. */
struct pm_residues {
    uint64_t p, iota;
};

/* The largest prime p = 1 (mod 4) below 2^61 and its iota. */
struct pm_residues pm_expand_residues_new(void);

/* *residue = the image of re + i im (NULL: 0); false: p divides a denominator. */
bool pm_expand_residues_of(uint64_t *residue, const struct pm_residues *to, const fmpq *re,
                           const fmpq *im);

/* *residue = per(a) or haf(a).  PM_UNABLE: this takes more than so many products, or p divides a
 * denominator. */
pm_status pm_expand(uint64_t *residue, const struct pm_residues *to, const struct pm_matrix *a,
                    enum pm_kind kind, double products);
