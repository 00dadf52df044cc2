/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers for sampling matchings. */
#pragma once

#include "base/splitmix.h"

#include <flint/fmpz.h>

/* x = uniform in 0 .. total - 1. */
void pm_random_below(fmpz_t x, const fmpz_t total, uint64_t *state);
