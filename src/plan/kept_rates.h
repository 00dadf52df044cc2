/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measure of this machine in the cache folder (base/cache.h). */
#pragma once

#include "plan/benchmark.h"

/* Reads what is kept for b->all threads.  False: there is no file, or a damaged one. */
bool pm_kept_rates_get(struct pm_benchmark *b);

/* Does nothing where there is no folder for it. */
void pm_kept_rates_put(const struct pm_benchmark *b);
