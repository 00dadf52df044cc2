/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves primes.  The number of primes of an exact way comes from a bound of the answer, which is
 * found while planning and may be far too large.  Some engines can estimate the size of the answer
 * in the time of one prime (pm_engine.about); that saves more than one prime. */
#pragma once

#include "num/value.h"
#include "plan/way.h"

struct pm_session;

/* Reduces the number of rings of the way if possible; then *about = the sum of the moduli of all
 * terms.  Does nothing where others must know the number of rings: with a checkpoint, ranks, parts,
 * devices, or an audit. */
pm_status pm_primes_needed(struct pm_way *way, struct pm_value *about, const struct pm_core *core,
                           struct pm_session *session);

/* PM_WRONG: the core has non-negative entries, and its exact answer contradicts `about`. */
pm_status pm_primes_needed_check(const struct pm_value *answer, const struct pm_value *about,
                                 const struct pm_core *core);
