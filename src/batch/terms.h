/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formula of repeated_lines.h in doubles.
 *
 * The first signed lines are the low ones: all their combinations of numbers s_i, a hundred or so,
 * are taken side by side in vectors, and their share of every x_j stands in a table.  The other
 * lines count like an odometer around that.  Entries are rounded to multiples of one power of two a
 * factor line, so that all x_j are exact; x_j is off by at most eta_j, what rounding changed.
 *
 * Error bound.  With t > 1 and positive polynomials, P(eta) - P(0) <= (P(t eta) - P(0)) / t.  So
 * what rounding the entries changes is at most U / t, U = sum of |weight| prod (|x_j| + t eta_j),
 * and what the k roundings of a term change is at most k u U, u = 2^-53.  |x| is replaced by
 * max(|re|, |im|) + (sqrt 2 - 1) min(|re|, |im|), which is at most 9 percent above it. */
#ifndef PM_BATCH_TERMS_H
#define PM_BATCH_TERMS_H

#include "batch/terms_entries.h"

/* Room of one thread, for matrices of a call. */
struct pm_terms_room;
pm_status pm_terms_room_new(struct pm_terms_room **room, const struct pm_batch *b);
void pm_terms_room_free(struct pm_terms_room *room); /* NULL is fine */

/* The permanent or the minors of matrix k, delivered.  At most PM_TERM_MOST lines in all. */
pm_status pm_terms_work(struct pm_terms_room *room, const struct pm_batch *b,
                        const struct pm_lines *lines, size_t k);

#endif
