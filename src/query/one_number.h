/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums over the matchings of every size as the digits of one integer, which pm_solve() finds
 * with all that it can do: reductions, devices, ranks, checkpoints.
 *
 * If every entry is multiplied by d 2^b, the sum over all matchings is sum_k m_k d^k 2^(b k).  The
 * bound |m_k| d^k < 2^(b-1) makes the sums its digits to the base 2^b. (Kronecker, Grundzuege einer
 * arithmetischen Theorie der algebraischen Groessen, 1882, section 4.) */
#pragma once

#include "query/values.h"
#include "solve/solve.h"

struct pm_one_number {
    struct pm_problem *total;
    fmpz_t d; /* the least common denominator of the entries */
    ulong b;
};

/* Makes the problem in at most so many bytes.  Clear *one also after a failure.  PM_UNABLE: complex
 * entries; the problem has gadgets; too many bytes. */
pm_status pm_one_number_new(struct pm_one_number *one, const struct pm_problem *problem,
                            uint64_t memory);
void pm_one_number_clear(struct pm_one_number *one);

/* Sets all values: value[k] = m_k. */
void pm_one_number_digits(struct pm_values *values, const struct pm_one_number *one,
                          const struct pm_answer *answer);
