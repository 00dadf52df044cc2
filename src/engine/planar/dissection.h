/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A planar graph in nested parts, for random perfect matchings. */
#pragma once

#include "engine/planar/separator.h"

struct pm_dissection;

/* Divides the graph of the signed matrix k, and computes what is the same in all draws.  Both exist
 * as long as *dissection.  PM_UNABLE: this needs too much memory.  The caller must free
 * *dissection. */
pm_status pm_dissection_new(struct pm_dissection **dissection, const struct pm_matrix *k,
                            enum pm_kind kind, const struct pm_adjacent *graph,
                            const struct pm_limits *limits);
void pm_dissection_free(struct pm_dissection *dissection);

/* mate[v] = the partner of vertex v in a random perfect matching.  PM_UNABLE: a prime of the
 * computation divides a sum over matchings. */
pm_status pm_dissection_draw(int *mate, const struct pm_dissection *dissection, uint64_t *state);
