/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact integers modulo 2^128. */
#include "model/convert.h"
#include "num/type_wrap.h"

#include <flint/fmpz.h>

static pm_status entry(void *out, const struct pm_ring *ring, const fmpq *re, const fmpq *im,
                       int64_t shift)
{
    fmpz_t rest, word;

    (void)shift;
    (void)ring;
    if (!fmpz_is_one(fmpq_denref(re)) || (im != NULL && !fmpz_is_zero(fmpq_numref(im))))
        return pm_fail(PM_UNABLE, "an entry is no integer");
    PM_EACH(fmpz_init, rest, word);
    fmpz_fdiv_r_2exp(word, fmpq_numref(re), 64);
    fmpz_fdiv_q_2exp(rest, fmpq_numref(re), 64);
    fmpz_fdiv_r_2exp(rest, rest, 64);
    *(T *)out = (T)fmpz_get_ui(rest) << 64 | fmpz_get_ui(word);
    PM_EACH(fmpz_clear, word, rest);
    return PM_OK;
}

const struct pm_convert pm_convert_wrap = {.size = sizeof(T), .entry = entry};
