/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers for drawing matchings: splitmix64 (Steele, Lea and Flood, Fast splittable
 * pseudorandom number generators, OOPSLA 2014), the same on every machine. */
#ifndef PM_NUM_RANDOM_H
#define PM_NUM_RANDOM_H

#include <flint/fmpz.h>
#include <stdint.h>

/* The next 64 random bits. */
uint64_t pm_random_word(uint64_t *state);

/* Uniform in 0 .. total - 1: as many random bits as the total has, until they are below it. */
void pm_random_below(fmpz_t x, const fmpz_t total, uint64_t *state);

#endif
