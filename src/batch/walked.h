/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A permanent by the walk, in steps; a GPU may do the middle step.  `room` is from
 * pm_batch_walk_open(). */
#ifndef PM_BATCH_WALKED_H
#define PM_BATCH_WALKED_H

#include "engine/stack.h"
#include "batch/strands.h"

double pm_batch_walk_seconds(const struct pm_batch *b);
pm_status pm_batch_walk_open(void **room, const struct pm_batch *b);
pm_status pm_batch_walk_work(void *room, size_t first, int count);
void pm_batch_walk_close(void *room);

/* Makes the tables of matrix k in the room's strands.  *empty: its permanent is 0. */
pm_status pm_batch_begin(bool *empty, void *room, size_t k);
struct pm_batch_room *pm_batch_strands(void *room);

/* Delivers the permanent from the sum of all units. */
void pm_batch_end(void *room, size_t k, bool empty, const struct pm_part *sum);

#endif
