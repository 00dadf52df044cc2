/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The permanent of one matrix of doubles by the kernels of the dense walk, prepared in double
 * arithmetic alone: no rational numbers, no memory of its own. */
#ifndef PM_BATCH_STRANDS_H
#define PM_BATCH_STRANDS_H

#include "batch/patches.h"
#include "engine/isa/isa.h"

enum { PM_BATCH_SPLIT = 20 }; /* lines of matrices that a GPU can do */

/* Room for a matrix and its tables, for matrices of an order. */
struct pm_batch_room;

pm_status pm_batch_room_new(struct pm_batch_room **room, int n, int parts,
                            const struct pm_isa *isa);
void pm_batch_room_free(struct pm_batch_room *room); /* NULL is fine */

/* Makes the tables; the matrix, whose moduli are at most 1, is overwritten.  False: a row is empty,
 * or below the range of numbers, and the permanent 0. */
bool pm_batch_prepare(struct pm_batch_room *room, struct pm_batch_square *a);

/* The walk that is prepared: its units' parts are added by the fold. */
const struct pm_sign_walk *pm_batch_signs(const struct pm_batch_room *room);
pm_status pm_batch_sum(struct pm_part *sum, struct pm_batch_room *room);

/* |per(A) - 2^*exp (value[0] + i value[1])| <= 2^*exp *bound, of that sum. */
void pm_batch_result(double value[2], double *bound, int *exp, const struct pm_part *sum,
                     const struct pm_batch_room *room);

#endif
