/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact entries modulo a prime: a/b becomes a b^-1, a + bi becomes a + b iota. */
#include "model/convert.h"
#include "num/type_mod.h"

#include <flint/fmpz.h>
#include <flint/ulong_extras.h>

static pm_status residue(T *t, const struct pm_ring *ring, const fmpq *x)
{
    const ulong numerator = fmpz_fdiv_ui(fmpq_numref(x), ring->p);
    const ulong denominator = fmpz_fdiv_ui(fmpq_denref(x), ring->p);

    if (denominator == 0)
        return pm_fail(PM_DOMAIN, "the modulus %llu divides a denominator",
                       (unsigned long long)ring->p);
    *t = t_from_residue(ring, numerator);
    if (denominator != 1)
        *t = t_mul(ring, *t, t_from_residue(ring, n_invmod(denominator, ring->p)));
    return PM_OK;
}

static pm_status entry(void *out, const struct pm_ring *ring, const fmpq *re, const fmpq *im,
                       int64_t shift)
{
    T *const t = out;
    T imaginary;

    (void)shift;
    PM_TRY(residue(t, ring, re));
    if (im == NULL)
        return PM_OK;
    PM_TRY(residue(&imaginary, ring, im));
    *t = t_add(ring, *t, t_mul(ring, imaginary, t_from_residue(ring, ring->iota)));
    return PM_OK;
}

const struct pm_convert pm_convert_mod = {.size = sizeof(T), .entry = entry};
