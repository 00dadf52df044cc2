/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that compute the units of a deal of values (schedule/deal.h), one unit after another. */
#pragma once

#include "schedule/deal.h"

/* *text = a line with the result of the unit, which the caller must free; NULL: no result to keep.
 * All threads share `self`. */
typedef pm_status pm_unit(char **text, void *self, uint64_t unit);

struct pm_workers;

/* Starts `count` threads, which work until the deal is over.  NULL: none could be started, and the
 * deal has failed. */
struct pm_workers *pm_workers_start(struct pm_deal *deal, pm_unit *unit, void *self, int count);

/* Waits until all have ended, and frees them; NULL is allowed. */
void pm_workers_end(struct pm_workers *workers);
