/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop hafnian of one matrix, in balls (pairs.c). */
#ifndef PM_ENGINE_HAFNIAN_PAIRS_H
#define PM_ENGINE_HAFNIAN_PAIRS_H

#include "engine/stack_balls.h"

struct pm_looped {
    int n, total;        /* vertices; copies of all of them, below 2^20 */
    const int *times;    /* how many copies a vertex has; NULL: one each */
    acb_ptr entry, mean; /* [n][n], symmetric; [n], the loops: exact */
    int threads;
    const int *stop; /* base/stop.h */
};

/* Makes room for n vertices: zeros. */
void pm_looped_init(struct pm_looped *w, int n);
void pm_looped_clear(struct pm_looped *w);

/* The number of bits to try first. */
slong pm_looped_bits(const struct pm_looped *w);

/* *sum = the loop hafnian.  PM_UNABLE: it has too many terms.  PM_STOPPED: w->stop says so. */
pm_status pm_looped_sum(acb_t sum, const struct pm_looped *w, slong bits);

#endif
