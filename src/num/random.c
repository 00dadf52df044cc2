/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "num/random.h"

uint64_t pm_random_word(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void pm_random_below(fmpz_t x, const fmpz_t total, uint64_t *state)
{
    const flint_bitcnt_t bits = fmpz_bits(total);
    fmpz_t word;

    fmpz_init(word);
    do {
        fmpz_zero(x);
        for (flint_bitcnt_t done = 0; done < bits; done += 64) {
            fmpz_set_ui(word, pm_random_word(state));
            fmpz_mul_2exp(word, word, done);
            fmpz_add(x, x, word);
        }
        fmpz_fdiv_r_2exp(x, x, bits);
    } while (fmpz_cmp(x, total) >= 0);
    fmpz_clear(word);
}
