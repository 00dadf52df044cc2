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

enum { PM_BALLS_FIRST = 128 }; /* number of bits to try first; it is then doubled */

/* Entry (row, col) of matrix k, exactly. */
pm_status pm_balls_entry(acb_t z, const struct pm_batch *b, size_t k, int row, int col);

/* True if z[] must be computed again, with *bits doubled.  False if the number of bits is fixed
 * (not 0), or all numbers have 56 correct bits or are exact.  Zeros must be computed exactly. */
bool pm_balls_again(slong *bits, int fixed, acb_srcptr z, size_t count);

/* Delivers a ball as the nearest doubles, and a bound that covers the ball. */
void pm_balls_deliver(const struct pm_batch *b, size_t place, acb_srcptr z);

/* Computes the permanent or the minors of matrix k, rounds them to double and delivers them: once
 * with `bits` bits; for bits = 0 with more and more bits, until 56 are proved correct or the number
 * is exact.  Errors: PM_UNABLE (more than 2^34 steps). */
pm_status pm_balls_work(const struct pm_batch *b, const struct pm_lines *lines, size_t k, int bits);

#endif
