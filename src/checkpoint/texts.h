/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workers of a deal of values (schedule/deal.h): threads that compute one unit after the other,
 * each a value of its own, from the begin of its stage to the end. */
#ifndef PM_CHECKPOINT_TEXTS_H
#define PM_CHECKPOINT_TEXTS_H

#include "num/value.h"
#include "checkpoint/session.h"

/* What a worker does; `self` is its own. */
struct pm_valuer {
    pm_status (*value)(struct pm_value *value, void *self, uint64_t unit);
    void (*begin)(void *self), (*end)(void *self); /* on its thread; NULL: nothing */
};

/* Carries out a stage (session.h) with `workers` threads; worker[0 .. workers - 1], `size` bytes
 * each, are what they are given. */
pm_status pm_texts_deal(struct pm_deal *deal, struct pm_session *session, const char *stage,
                        const struct pm_valuer *valuer, void *worker, size_t size, int workers);

#endif
