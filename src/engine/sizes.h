/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matchings of every size, for engines that can sum over the matchings of all sizes at once.
 *
 * If every entry is multiplied by z, this sum is the matching generating polynomial sum_k m_k z^k
 * at z (Heilmann and Lieb, Theory of monomer-dimer systems, 1972).  Its values at 0 .. n are
 * computed modulo several primes.  The bound m_k <= prod_i (1 + sum_j |a_ij|) determines how many
 * primes are needed.  Interpolation and the Chinese remainder theorem give the coefficients. */
#pragma once

#include "engine/engine.h"

/* count[k] = the sum over the matchings with k entries, modulo the prime p.  `self` is the caller's
 * data, here and below. */
typedef pm_status pm_sizes_residues(uint64_t *count, void *self, uint64_t p);

/* sum[k] = the sum over the matchings with k entries, for k = 0 .. pm_core_size().  These integers
 * are computed modulo primes below 2^prime_bits.  The caller has initialized `sum`. */
pm_status pm_sizes_combine(fmpz *sum, const struct pm_core *core, int prime_bits,
                           pm_sizes_residues *residues, void *self);

/* *part = the sum over the matchings of all sizes, modulo a prime, for the entries of `image`. */
typedef pm_status pm_sizes_value(struct pm_part *part, const void *self,
                                 const struct pm_image *image);

/* The same as pm_sizes_combine(), from values of the polynomial, of which so many are computed at
 * once. */
pm_status pm_sizes_add_up(fmpz *sum, const struct pm_core *core, int prime_bits,
                          pm_sizes_value *value, const void *self, int at_once);

/* So many values can be computed at once, within the limits of threads and memory: cost->steps
 * are those of all values, cost->bytes those of one. */
int pm_sizes_at_once(const struct pm_core *core, const struct pm_cost *cost,
                     const struct pm_limits *limits);

/* The same modulo one prime, which must be larger than pm_core_size(). */
pm_status pm_sizes_modulo(uint64_t *count, const struct pm_core *core, pm_sizes_value *value,
                          const void *self, uint64_t p);

/* The number of bits of the bound of the coefficients.  Entries may be outside the range of
 * double. */
double pm_sizes_bits(const struct pm_matrix *a);

/* The number of primes; and the number of values that pm_sizes_add_up() computes. */
double pm_sizes_primes(const struct pm_core *core, int prime_bits);
double pm_sizes_values(const struct pm_core *core, int prime_bits);
