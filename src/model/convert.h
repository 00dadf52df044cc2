/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversion of one exact entry to a value of each number type; each type has its own file. */
#pragma once

#include "base/status.h"
#include "num/number.h"

#include <flint/fmpq.h>

struct pm_convert {
    size_t size; /* of T */
    bool scaled; /* true: rows and columns are first divided by powers of two */
    /* *t (a T) = 2^shift (re + i im); im NULL: real. */
    pm_status (*entry)(void *t, const struct pm_ring *ring, const fmpq *re, const fmpq *im,
                       int64_t shift);
};

extern const struct pm_convert pm_convert_mod, pm_convert_wrap, pm_convert_real, pm_convert_complex,
    pm_convert_dd, pm_convert_complex_dd, pm_convert_mods;
