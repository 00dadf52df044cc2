/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matchings of every size, for engines that can sum over the matchings of all sizes at once.
 *
 * If every entry is multiplied by z, that sum is the matching generating polynomial sum_k m_k z^k
 * at z (Heilmann and Lieb, Theory of monomer-dimer systems, 1972).  Its values at 0 .. n are
 * computed modulo several primes; the bound m_k <= prod_i (1 + sum_j |a_ij|) says how many.
 * Interpolation and the Chinese remainder theorem give the coefficients. */
#ifndef PM_ENGINE_SIZES_H
#define PM_ENGINE_SIZES_H

#include "engine/engine.h"

/* *part = the sum over the matchings of all sizes, modulo a prime.  The image has the entries. */
typedef pm_status pm_sizes_value(struct pm_part *part, const void *self,
                                 const struct pm_image *image);

/* sum[k] = the sum over the matchings with k entries (integers), computed modulo primes between
 * 2^prime_bits and twice that. */
pm_status pm_sizes_add_up(fmpz *sum, const struct pm_core *core, int prime_bits,
                          pm_sizes_value *value, const void *self);

/* How many values that needs. */
double pm_sizes_values(const struct pm_core *core, int prime_bits);

#endif
