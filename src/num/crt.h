/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact integers from residues: how many primes a proved bound needs, which primes, and the integer
 * that has all the residues (Chinese remainder theorem; von zur Gathen and Gerhard, Modern Computer
 * Algebra, section 5.4).
 *
 * The primes p = 1 (mod 4) are the largest below 2^62, in descending order; an engine can ask for a
 * lower power of two.  So a plan needs to store only their count, and every ring has an element
 * iota with iota^2 = -1.  Of a Gaussian integer x + iy, the images r+ = x + y iota and r- = x - y
 * iota give 2x = r+ + r- and 2 iota y = r+ - r-. */
#pragma once

#include "num/gauss.h"
#include "num/part.h"

struct pm_crt_comb;

struct pm_crt_rings {
    size_t count;
    struct pm_ring *ring;
    bool gaussian; /* residues come in pairs: for each prime, one with iota and one with -iota */
    struct pm_crt_comb *comb; /* by pm_crt_prepare(); otherwise NULL */
};

/* Bits needed in addition to those of a bound: one for the sign, one for rounding in `bits`. */
enum { PM_CRT_SPARE = 2 };

/* True where arithmetic modulo 2^128 is enough for integers |x| < 2^bits. */
bool pm_crt_wrap(double bits, bool gaussian);

/* Rings for integers |x| < 2^bits (both parts).  `number` says which: single primes (PM_MOD), packs
 * of PM_RESIDUES primes (PM_MODS), or one ring modulo 2^128 (PM_WRAP). */
pm_status pm_crt_new(struct pm_crt_rings *rings, double bits, bool gaussian, enum pm_number number);

/* The same with primes below 2^prime_bits, 24 <= prime_bits <= 62; and how many rings that takes.
 * Infinity: there are not so many primes. */
pm_status pm_crt_below(struct pm_crt_rings *rings, double bits, bool gaussian, int prime_bits);
double pm_crt_count_below(double bits, bool gaussian, int prime_bits);

/* The single ring modulo p (an odd prime below 2^62). */
pm_status pm_crt_mod(struct pm_crt_rings *rings, uint64_t p);

/* Computes what many calls of pm_crt_recover() need.  The rings must not change after this. */
pm_status pm_crt_prepare(struct pm_crt_rings *rings);

void pm_crt_clear(struct pm_crt_rings *rings);

/* The number of rings that pm_crt_new() would make. */
double pm_crt_count(double bits, bool gaussian, enum pm_number number);

/* *x = the integer of smallest absolute value (both parts) with these residues; part[k] is from
 * ring k. */
pm_status pm_crt_recover(struct pm_gauss *x, const struct pm_crt_rings *rings,
                         const struct pm_part *part);
