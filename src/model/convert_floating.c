/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts exact entries to real or complex balls of doubles or double-doubles.  This file is
 * compiled once for each floating type. */
#include "model/convert.h"
#include "model/round.h"
#include "num/type.h"

#if PM_TYPE_ID == PM_TYPE_ID_dd || PM_TYPE_ID == PM_TYPE_ID_complex_dd
#define ROUND pm_round_dd
#else
#define ROUND pm_round
#endif

static pm_status entry(void *out, const struct pm_ring *ring, const fmpq *re, const fmpq *im,
                       int64_t shift)
{
    T *const t = out;

    (void)ring;
    *t = (T){0};
#if PM_TYPE_ID == PM_TYPE_ID_complex || PM_TYPE_ID == PM_TYPE_ID_complex_dd
    double re_error, im_error = 0;

    t->re = ROUND(&re_error, re, shift);
    if (im != NULL)
        t->im = ROUND(&im_error, im, shift);
    if (re_error + im_error > 0)
        t->r = pm_up(re_error + im_error);
#else
    if (im != NULL && !fmpq_is_zero(im))
        return pm_fail(PM_UNABLE, "an entry is not real");
    t->m = ROUND(&t->r, re, shift);
#endif
    return PM_OK;
}

const struct pm_convert PM_NAME(pm_convert) = {.size = sizeof(T), .scaled = true, .entry = entry};
