/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact Gaussian entries as complex balls of double-doubles. */
#include "model/convert.h"
#include "model/round.h"
#include "num/type_complex_dd.h"

static pm_status entry(void *out, const struct pm_ring *ring, const fmpq *re, const fmpq *im,
                       int64_t shift)
{
    T *const t = out;
    double re_error, im_error = 0;

    (void)ring;
    t->re = pm_round_dd(&re_error, re, shift);
    t->im = im != NULL ? pm_round_dd(&im_error, im, shift) : (struct pm_dd){0, 0};
    t->r = re_error + im_error > 0 ? pm_up(re_error + im_error) : 0;
    return PM_OK;
}

const struct pm_convert pm_convert_complex_dd = {.size = sizeof(T), .scaled = true, .entry = entry};
