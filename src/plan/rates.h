/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many times as long as the reference machine this one takes.  Predictions for the user are
 * multiplied by it; choices never depend on it.
 *
 * The environment variable PM_RATES says otherwise.  "reference": predictions are for the reference
 * machine.  "measure": the machine is measured again.  One to three numbers: how many times as long
 * floating arithmetic, residues and passes over memory take; the last number counts for the rest,
 * too. */
#pragma once

#include "base/status.h"
#include "num/number.h"

struct pm_engine;

/* PM_INPUT: PM_RATES is none of these. */
pm_status pm_rates_check(void);

/* Prepares predictions of work that takes so many seconds by the rates that are known.  The first
 * of a process that is not short reads what is kept in the cache folder (base/cache.h); if there is
 * nothing, the first long one measures this machine, but not inside a parallel region, and where
 * they are not wanted only if it is very long.  Until then predictions are for the
 * reference machine. */
void pm_rates_prepare(double seconds, bool wanted);

/* True if predictions are no longer for the reference machine. */
bool pm_rates_known(void);

/* How many times as long an engine takes on so many threads of this machine in these numbers, with
 * its instruction set, or that of PM_ISA.  engine == NULL: any; number == PM_NUMBERS: unknown. */
double pm_rates_times(const struct pm_engine *engine, enum pm_number number, bool streams,
                      int threads);
