/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matchings of every size, by engines that can add up the matchings of all sizes at once.
 *
 * Where every entry is multiplied by z, that sum is the matching generating polynomial sum_k m_k
 * z^k (Heilmann and Lieb, Theory of monomer-dimer systems, 1972) at z.  Its values at 0 .. n,
 * modulo as many primes as the bound m_k <= prod_i (1 + sum_j |a_ij|) asks for, give the numbers by
 * interpolation and remaindering. */
#ifndef PM_ENGINE_SIZES_H
#define PM_ENGINE_SIZES_H

#include "engine/engine.h"

/* *part = the sum over the matchings of all sizes, with the entries of the image, modulo a prime.
 */
typedef pm_status pm_sizes_value(struct pm_part *part, const void *self,
                                 const struct pm_image *image);

/* sum[k] = that over the matchings of k entries (integers), modulo primes that are above
 * 2^prime_bits and below twice that. */
pm_status pm_sizes_add_up(fmpz *sum, const struct pm_core *core, int prime_bits,
                          pm_sizes_value *value, const void *self);

/* How many values that takes. */
double pm_sizes_values(const struct pm_core *core, int prime_bits);

#endif
