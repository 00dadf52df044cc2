/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The permanent of one matrix of doubles by the kernels of the dense walk.  Preparation uses only
 * double arithmetic: no rational numbers and no allocation. */
#ifndef PM_BATCH_STRANDS_H
#define PM_BATCH_STRANDS_H

#include "batch/patches.h"
#include "engine/isa/isa.h"

struct pm_batch;

enum { PM_BATCH_SPLIT = 20 }; /* least number of lines of matrices for a GPU */

/* Memory for a matrix and its tables, for matrices of one order. */
struct pm_batch_room;

pm_status pm_batch_room_new(struct pm_batch_room **room, int n, int parts,
                            const struct pm_isa *isa);
void pm_batch_room_free(struct pm_batch_room *room); /* NULL is fine */

/* Makes the tables.  The matrix must have moduli of at most 1, in every nonempty row at least 1/4;
 * it is overwritten.  False: a row is empty, so the permanent is 0. */
bool pm_batch_prepare(struct pm_batch_room *room, struct pm_batch_square *a);

/* The prepared walk; and the sum of its units' parts, by the fold. */
const struct pm_sign_walk *pm_batch_signs(const struct pm_batch_room *room);
pm_status pm_batch_sum(struct pm_part *sum, struct pm_batch_room *room, const struct pm_batch *b);

/* The result from that sum: |per(A) - 2^*exp (value[0] + i value[1])| <= 2^*exp *bound. */
void pm_batch_result(double value[2], struct pm_mag *bound, int *exp, const struct pm_part *sum,
                     const struct pm_batch_room *room);

#endif
