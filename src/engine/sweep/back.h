/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep there and back: the share of every edge.
 *
 * The answer is a polynomial in the entries, and an entry times the derivative by it is the sum
 * over the matchings with that entry.  A sweep backwards finds all derivatives (sweep_back.h); it
 * needs the vectors of the sweep there, the last one first.  Some of them are kept; from each, the
 * vectors up to the next one that is kept are computed again (Griewank and Walther, Evaluating
 * Derivatives, 2nd ed., chapter 12).  That takes about 2 sqrt(passes) vectors, and about 5 times as
 * long as the sweep there alone. */
#ifndef PM_ENGINE_SWEEP_BACK_H
#define PM_ENGINE_SWEEP_BACK_H

#include "engine/sweep/sweep_run.h"

/* part[e] = the sum over the matchings with entry e of the image, over all e that are edges of the
 * graph, 0 over the others; part[entries] = over all. */
pm_status pm_sweep_shares(struct pm_part *part, size_t entries,
                          const struct pm_sweep_passes *passes, const struct pm_sweep_graph *graph,
                          const struct pm_image *image, const struct pm_sweep_use *use);

/* Bytes that this takes with numbers of so many, and how many vectors are kept. */
double pm_sweep_shares_bytes(int *vectors, const struct pm_sweep_passes *passes, size_t size,
                             int threads);

#endif
