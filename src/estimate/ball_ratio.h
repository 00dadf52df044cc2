/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ratio of a vertex in the ball around it (ball_ratio.c), as one of its bounds. */
#pragma once

#include "estimate/decay_graph.h"

struct pm_ball {
    const struct pm_decay_graph *graph; /* borrowed */
    int *place;                         /* [n] 1 + the place of a vertex of the ball; 0: outside */
    int *vertex, *order, *left, count;
    int bits, room; /* of the table's index: needed, and allocated */
    double *table;
    double steps, roundings; /* of the sweep; of a term */
    bool whole;              /* the ball has all vertices that can be reached */
};

pm_status pm_ball_init(struct pm_ball *ball, const struct pm_decay_graph *graph);
void pm_ball_clear(struct pm_ball *ball);

/* Finds the ball of this radius around v, in the graph without the vertices before v, and the steps
 * that its sweep takes.  False: it gives no bound, or is too large. */
bool pm_ball_find(struct pm_ball *ball, int v, int radius);

/* What the ball of this radius proves about the ratio of v in the graph.  False: the budget ends
 * the work. */
bool pm_ball_ratio(struct pm_range *ratio, struct pm_ball *ball, int radius);
