/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The permanent of one matrix of doubles by the kernels of the dense walk, prepared in double
 * arithmetic alone: no rational numbers, no memory of its own. */
#ifndef PM_BATCH_STRANDS_H
#define PM_BATCH_STRANDS_H

#include "batch/patches.h"
#include "engine/isa/isa.h"

/* Room for everything that one thread needs, for matrices of an order. */
struct pm_batch_room;

pm_status pm_batch_room_new(struct pm_batch_room **room, int n, int parts);
void pm_batch_room_free(struct pm_batch_room *room); /* NULL is fine */

/* |per(A) - 2^*exp (value[0] + i value[1])| <= 2^*exp *bound.  Moduli of entries are at most 1.
 * The matrix is overwritten. */
void pm_batch_strands(double value[2], double *bound, int *exp, struct pm_batch_square *a,
                      struct pm_batch_room *room, const struct pm_isa *isa);

#endif
