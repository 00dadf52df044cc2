/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers for sampling matchings. */
#ifndef PM_NUM_RANDOM_H
#define PM_NUM_RANDOM_H

#include "base/splitmix.h"

#include <flint/fmpz.h>

/* x = uniform in 0 .. total - 1. */
void pm_random_below(fmpz_t x, const fmpz_t total, uint64_t *state);

#endif
