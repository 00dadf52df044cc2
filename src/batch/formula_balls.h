/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formula of repeated_lines.h in balls of any precision. */
#ifndef PM_BATCH_FORMULA_BALLS_H
#define PM_BATCH_FORMULA_BALLS_H

#include "batch/repeated_lines.h"

#if __has_include(<flint/acb.h>)
#include <flint/acb.h>
#else
#include <acb.h>
#endif

enum { PM_BALLS_FIRST = 128 }; /* bits that are tried first, and doubled */

/* Entry (row, col) of matrix k, exactly. */
pm_status pm_balls_entry(acb_t z, const struct pm_batch *b, size_t k, int row, int col);

/* Whether to compute z[] again, with *bits doubled: unless the number of bits is fixed (not 0), or
 * 56 bits of all of them are right, or they are exact.  What is 0 is to come out exactly. */
bool pm_balls_again(slong *bits, int fixed, acb_srcptr z, size_t count);

/* A ball as doubles: the nearest, and a bound that covers the ball. */
void pm_balls_deliver(const struct pm_batch *b, size_t place, acb_srcptr z);

/* The permanent or the minors of matrix k, rounded to double and delivered: once with `bits` bits,
 * or for bits = 0 with more and more, until 56 bits are proved right, or the number is exact.
 * Errors: PM_UNABLE (more than 2^34 steps). */
pm_status pm_balls_work(const struct pm_batch *b, const struct pm_lines *lines, size_t k, int bits);

#endif
