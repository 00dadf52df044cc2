/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact integers modulo eight primes at once; a + bi becomes a + b iota. */
#include "model/convert.h"
#include "num/type_mods.h"

#include <flint/fmpz.h>

static pm_status entry(void *out, const struct pm_ring *ring, const fmpq *re, const fmpq *im,
                       int64_t shift)
{
    double *const lane = out;

    (void)shift;
    if (!fmpz_is_one(fmpq_denref(re)) || (im != NULL && !fmpz_is_one(fmpq_denref(im))))
        return pm_fail(PM_UNABLE, "an entry is no integer");
    for (int i = 0; i < PM_RESIDUES; i++) {
        const uint64_t p = (uint64_t)ring->primes[i];
        uint64_t x = fmpz_fdiv_ui(fmpq_numref(re), p);
        if (im != NULL) {
            const uint64_t y = fmpz_fdiv_ui(fmpq_numref(im), p);
            x = (uint64_t)((x + (unsigned __int128)y * ring->iotas[i]) % p);
        }
        lane[i] = 2 * x > p ? (double)x - (double)p : (double)x;
    }
    return PM_OK;
}

const struct pm_convert pm_convert_mods = {.size = sizeof(T), .entry = entry};
