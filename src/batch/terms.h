/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formula of repeated_lines.h in doubles.
 *
 * The first signed lines are the low ones.  All combinations of their numbers s_i, about a hundred,
 * are processed at once in vectors, and their contributions to every x_j are in a table.  The other
 * lines count like an odometer around that.  Entries are rounded to multiples of one power of two
 * for each factor line, so that all x_j are exact.  The error of x_j is at most eta_j, the change
 * by rounding.
 *
 * Error bound.  For t > 1 and polynomials P with positive coefficients, P(eta) - P(0) <= (P(t eta)
 * - P(0)) / t.  So rounding the entries changes the sum by at most U / t, where U = sum of |weight|
 * prod (|x_j| + t eta_j).  The k roundings of a term change the sum by at most k u U, u = 2^-53.
 * |x| is replaced by max(|re|, |im|) + (sqrt 2 - 1) min(|re|, |im|), which is at most 9 percent
 * larger. */
#ifndef PM_BATCH_TERMS_H
#define PM_BATCH_TERMS_H

#include "batch/terms_entries.h"

/* Working memory of one thread, for the matrices of a call. */
struct pm_terms_room;
pm_status pm_terms_room_new(struct pm_terms_room **room, const struct pm_batch *b);
void pm_terms_room_free(struct pm_terms_room *room); /* NULL is fine */

/* Computes and delivers the permanent or the minors of matrix k.  At most PM_TERM_MOST lines in
 * total. */
pm_status pm_terms_work(struct pm_terms_room *room, const struct pm_batch *b,
                        const struct pm_lines *lines, size_t k);

#endif
