/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep forward and backward: the share of every edge.
 *
 * The answer is a polynomial in the entries.  An entry times the derivative by it is the sum over
 * the matchings with that entry.  A backward sweep finds all derivatives (sweep_back.h).  It needs
 * the vectors of the forward sweep, the last one first.  Some of them are kept; from each, the
 * vectors up to the next kept one are computed again (Griewank and Walther, Evaluating Derivatives,
 * 2nd ed., chapter 12).  That needs about 2 sqrt(passes) vectors, and about 5 times the time of the
 * forward sweep. */
#ifndef PM_ENGINE_SWEEP_BACK_H
#define PM_ENGINE_SWEEP_BACK_H

#include "engine/sweep/sweep_run.h"

/* part[e] = the sum over the matchings with entry e of the image; 0 if e is no edge of the graph.
 * part[entries] = the sum over all. */
pm_status pm_sweep_shares(struct pm_part *part, size_t entries,
                          const struct pm_sweep_passes *passes, const struct pm_sweep_graph *graph,
                          const struct pm_image *image, const struct pm_sweep_use *use);

/* Bytes that this needs for numbers of `size` bytes, and how many vectors are kept. */
double pm_sweep_shares_bytes(int *vectors, const struct pm_sweep_passes *passes, size_t size,
                             int threads);

#endif
