/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum of all terms of a permanent (terms.h).  The walk over the numbers s_i is cut into chunks;
 * each is summed by itself, then all of them in order.  So the bits are the same whoever computes a
 * chunk. */
#ifndef PM_BATCH_TERMS_CHUNKS_H
#define PM_BATCH_TERMS_CHUNKS_H

#include "batch/terms_sums.h"

/* After pm_terms_sums_begin().  Where the caller asks to stop, *sum is worth nothing. */
void pm_terms_chunks_sum(struct pm_terms_sum *sum, const struct pm_terms_sums *w,
                         const struct pm_batch *b);

#endif
