/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of number types, and the constants of rings: for one prime those of Montgomery products
 * (Mathematics of Computation 44, 1985), for eight primes their inverses as doubles. */
#include "num/number.h"

const char *pm_number_name(enum pm_number number)
{
    static const char *const names[PM_NUMBERS + 1] = {
        [PM_MOD] = "modular",
        [PM_WRAP] = "integer",
        [PM_REAL] = "real",
        [PM_COMPLEX] = "complex",
        [PM_DD] = "double-double",
        [PM_COMPLEX_DD] = "complex double-double",
        [PM_MODS] = "eightfold modular",
        [PM_NUMBERS] = "multiple-precision",
    };
    return names[number];
}

enum pm_number pm_number_floating(int bits, bool complex_values)
{
    return bits == 53    ? (complex_values ? PM_COMPLEX : PM_REAL)
           : bits == 106 ? (complex_values ? PM_COMPLEX_DD : PM_DD)
                         : PM_NUMBERS;
}

int pm_number_digits(int bits)
{
    return (int)(bits * 0.30102999566398120) + 2;
}

struct pm_ring pm_number_ring_of(enum pm_number number)
{
    return (struct pm_ring){.number = number};
}

struct pm_ring pm_number_ring_mod(uint64_t p)
{
    struct pm_ring ring = {.number = PM_MOD, .p = p};
    uint64_t inverse = p; /* correct modulo 8; each Newton step doubles the number of correct
                           * bits */

    for (int step = 0; step < 5; step++)
        inverse *= 2 - p * inverse;
    ring.inverse = -inverse;
    ring.one = (uint64_t)(((unsigned __int128)1 << 64) % p);
    ring.square = (uint64_t)((unsigned __int128)ring.one * ring.one % p);
    return ring;
}

struct pm_ring pm_number_ring_mods(const struct pm_ring ring[PM_RESIDUES])
{
    struct pm_ring several = {.number = PM_MODS};

    for (int i = 0; i < PM_RESIDUES; i++) {
        several.primes[i] = (double)ring[i].p;
        several.inverses[i] = 1 / several.primes[i];
        several.iotas[i] = ring[i].iota;
    }
    return several;
}
