/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number types that engines compute in, and rings: the constants that a type's operations need.
 *
 * A type is one header, num/type_NAME.h.  It defines T, the ring operations t_*, and an accumulator
 * A with its operations a_*:
 *
 *     T t_zero(), t_one(ring), t_small(ring, int64), t_half(ring, x)      constants, x / 2
 *     T t_add, t_sub, t_mul(ring, x, y), t_neg(ring, x); bool t_is_zero(x)
 *     A a_zero(); void a_add(ring, A *, T), a_sub(ring, A *, T)           sums of many terms
 *     struct pm_part a_part(ring, A)                                      the sum as a part
 *     struct pm_part t_part(ring, T)                                      one value as a part
 *
 * Some types also have t_mul_add(ring, x, y, z) = x y + z, where that is faster than two
 * operations.  Floating types alone have
 *
 *     double t_modulus(T); T t_ldexp(T, int)                              |x| or a little more
 *
 * A kernel is written once, over T, and compiled once per type (num/type.h), so its names carry no
 * type.  Floating values are balls: a centre, and a radius.  Every operation keeps the radius a
 * proved bound of the distance from the centre to the exact value. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum pm_number {
    PM_MOD,     /* residues modulo an odd prime below 2^62 */
    PM_WRAP,    /* integers modulo 2^128: exact where |result| < 2^127; no division */
    PM_REAL,    /* double, with a radius */
    PM_COMPLEX, /* complex double, with a radius */
    PM_DD,      /* double-double, with a radius */
    PM_COMPLEX_DD,
    PM_MODS, /* PM_RESIDUES residues at once, modulo primes below 2^50 */
    PM_NUMBERS
};

/* Sets of types, for tables that say what an engine can do. */
enum {
    PM_MOD_BIT = 1 << PM_MOD,
    PM_WRAP_BIT = 1 << PM_WRAP,
    PM_REAL_BIT = 1 << PM_REAL,
    PM_COMPLEX_BIT = 1 << PM_COMPLEX,
    PM_DD_BIT = 1 << PM_DD,
    PM_COMPLEX_DD_BIT = 1 << PM_COMPLEX_DD,
    PM_FLOATING_BITS = PM_REAL_BIT | PM_COMPLEX_BIT | PM_DD_BIT | PM_COMPLEX_DD_BIT,
    PM_MODS_BIT = 1 << PM_MODS,
};

enum {
    PM_RESIDUES = 8,
    PM_RESIDUES_BITS = 50,
};

struct pm_ring {
    enum pm_number number;
    /* PM_MOD only: */
    uint64_t p;       /* the modulus, an odd prime below 2^62 */
    uint64_t inverse; /* -1/p modulo 2^64 (Montgomery) */
    uint64_t one;     /* 2^64 mod p: the Montgomery form of 1 */
    uint64_t square;  /* 2^128 mod p */
    uint64_t iota;    /* a square root of -1, plain form, where a Gaussian problem needs one */
    /* PM_MODS only, one for each residue: */
    double primes[PM_RESIDUES], inverses[PM_RESIDUES];
    uint64_t iotas[PM_RESIDUES];
};

/* "modular", "integer", "real", "complex", ... */
const char *pm_number_name(enum pm_number number); /* PM_NUMBERS: none of these types */

/* The floating type with 53 or 106 bits; PM_NUMBERS for any other number of bits. */
enum pm_number pm_number_floating(int bits, bool complex_values);

/* The number of decimal digits that distinguishes all numbers with this many bits. */
int pm_number_digits(int bits);

/* A ring of floating numbers or of integers modulo 2^128. */
struct pm_ring pm_number_ring_of(enum pm_number number);

/* The ring modulo p (an odd prime below 2^62). */
struct pm_ring pm_number_ring_mod(uint64_t p);

/* One ring of several primes below 2^PM_RESIDUES_BITS, from one ring for each. */
struct pm_ring pm_number_ring_mods(const struct pm_ring ring[PM_RESIDUES]);
