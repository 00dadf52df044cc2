/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answers of a stack: whether they are precise enough, where they are written, and which are
 * missing. */
#pragma once

#include "engine/stack.h"

/* The index of answer (i, j) of matrix k; for permanents, i = j = 0. */
size_t pm_stack_place(const struct pm_batch *b, size_t k, int i, int j);

/* Whether the error is as small as wanted: for PM_PRECISION_AUTO, stack.epsilon relative to the
 * value, 1e-12 where this is 0. */
bool pm_stack_suffices(const struct pm_batch *b, const double value[2], struct pm_mag bound);

/* Writes value and bound, times 2^exp, at that index.  The bound covers underflow of these.  If the
 * caller reads exponents, one is written that is 0 where value and bound are in the range of
 * doubles.  The answer is missing if its bound is above this range and the value may be 0. */
void pm_stack_write(const struct pm_batch *b, size_t place, const double value[2],
                    struct pm_mag bound, int64_t exp);

/* A sum of products of `degree` entries, which are multiples of a power of two, is a multiple of a
 * power of two.  If the bound is below a half of this, the nearest multiple is exact: so small
 * integers whose products cancel need no more precision.  Few entries are read if they are not
 * such.  Makes value exact; false: the bound is larger. */
bool pm_stack_round(double value[2], const struct pm_batch *b, size_t place, struct pm_mag bound,
                    int64_t exp);

/* As pm_stack_write(), but false, without an answer, if the bound does not suffice. */
bool pm_stack_offer(const struct pm_batch *b, size_t place, const double value[2],
                    struct pm_mag bound, int64_t exp);

/* The same, but then the answer is missing. */
void pm_stack_deliver(const struct pm_batch *b, size_t place, const double value[2],
                      struct pm_mag bound, int64_t exp);

/* Writes NaN, and HUGE_VAL as its bound: the range of doubles does not suffice.  pm_batch() then
 * computes the matrix again, in double-double or exactly. */
void pm_stack_miss(const struct pm_batch *b, size_t place);
void pm_stack_miss_all(const struct pm_batch *b, size_t k); /* for all answers of matrix k */

/* The number of answers for a matrix; whether one of matrix k is such a NaN. */
size_t pm_stack_answers(const struct pm_batch *b);
bool pm_stack_is_missing(const struct pm_batch *b, size_t k);
bool pm_stack_misses(const struct pm_batch *b); /* of some matrix */
