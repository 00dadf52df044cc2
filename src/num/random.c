/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rejection sampling: draws as many random bits as the bound has, again while the number is not
 * below the bound.  On average less than one draw is rejected. */
#include "num/random.h"

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
