/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact real entries as balls of double-doubles. */
#include "model/convert.h"
#include "model/round.h"
#include "num/type_dd.h"

static pm_status entry(void *out, const struct pm_ring *ring, const fmpq *re, const fmpq *im,
                       int64_t shift)
{
    T *const t = out;

    (void)ring;
    if (im != NULL && !fmpq_is_zero(im))
        return pm_fail(PM_UNABLE, "an entry is not real");
    t->m = pm_round_dd(&t->r, re, shift);
    return PM_OK;
}

const struct pm_convert pm_convert_dd = {.size = sizeof(T), .scaled = true, .entry = entry};
