/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fewer primes: an exact way has as many as a bound of the answer asks for, which is found while
 * planning and may be much too large.  Engines that can tell in the time of one prime about how
 * large the answer is (pm_engine.about) save more than that. */
#ifndef PM_RUN_PRIMES_NEEDED_H
#define PM_RUN_PRIMES_NEEDED_H

#include "num/value.h"
#include "plan/way.h"

struct pm_session;

/* The way may get fewer rings; *about has the sum of the moduli of all terms then.  Not where
 * others have to know how many rings there are: with a checkpoint, ranks, parts, devices, or an
 * audit. */
pm_status pm_primes_needed(struct pm_way *way, struct pm_value *about, const struct pm_core *core,
                           struct pm_session *session);

/* PM_WRONG where the exact answer for a core of non-negative entries is not what it is about. */
pm_status pm_primes_needed_check(const struct pm_value *answer, const struct pm_value *about,
                                 const struct pm_core *core);

#endif
