/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formula of repeated_lines.h in balls of any precision. */
#ifndef PM_BATCH_FORMULA_BALLS_H
#define PM_BATCH_FORMULA_BALLS_H

#include "batch/repeated_lines.h"

#include "engine/stack_balls.h"

/* Computes the permanent or the minors of matrix k, rounds them to double and delivers them: once
 * with `bits` bits; for bits = 0 with more and more bits, until 56 are proved correct or the number
 * is exact.  Errors: PM_UNABLE (more than 2^34 steps). */
pm_status pm_balls_work(const struct pm_batch *b, const struct pm_lines *lines, size_t k, int bits);

#endif
