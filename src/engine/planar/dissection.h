/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A planar graph in nested parts, for random perfect matchings. */
#pragma once

#include "engine/planar/curve.h"
#include "num/arb_ball.h"

struct pm_dissection;

/* Divides the graph of the signed matrix k, and computes what is the same in all draws.  All exist
 * as long as *dissection.  With a curve, the graph is on a torus, and planar without the curve; the
 * signs are such that all matchings with the same pairs of the curve have the same sign.  bits: as
 * in pm_separator_new().  PM_UNABLE: this needs too much memory.  The caller must free *dissection.
 */
pm_status pm_dissection_new(struct pm_dissection **dissection, const struct pm_matrix *k,
                            enum pm_kind kind, const struct pm_adjacent *graph,
                            const struct pm_curve *curve, int bits, const struct pm_limits *limits);
void pm_dissection_free(struct pm_dissection *dissection);

/* Draws partners for the vertices of a curve; mate[v] = -1 for others.  The rest can be drawn with
 * the signs of sheet *sheet.  PM_UNABLE: a prime divides a sum; the pairs so far are drawn. */
pm_status pm_dissection_draw_curve(int *mate, int *sheet, const struct pm_curve *curve,
                                   uint64_t *state);

/* mate[v] = the partner of vertex v in a random perfect matching; before, -1, or with a curve as
 * pm_dissection_draw_curve() leaves it.  PM_UNABLE: a prime of the
 * computation divides a sum over matchings. */
pm_status pm_dissection_draw(int *mate, const struct pm_dissection *dissection, uint64_t *state);

int pm_dissection_parts(const struct pm_dissection *dissection);

/* The same for one part of them, with floating numbers, after all parts before it.  *chance is
 * multiplied by the probability of its pairs as they were drawn, as a ball.  With state NULL, they
 * are those of the matching mates[].  PM_UNABLE: the numbers have too few bits; if *begun is false,
 * no random number was taken, and a dissection of more bits may draw this part instead. */
pm_status pm_dissection_draw_part(int *mate, arb_t chance, bool *begun,
                                  const struct pm_dissection *d, int part, uint64_t *state,
                                  const int *mates);
