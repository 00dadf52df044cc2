/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proved bounds of the sum over all matchings of a graph, of any size, and of its shares, by the
 * decay of correlations (decay.c). */
#pragma once

#include "estimate/bounds.h"
#include "estimate/decay_graph.h"

/* Vertices with equal neighbourhoods (neighbourhoods.c): they have one interval. */
struct pm_decay_class {
    int first, count; /* members: member[first] .. member[first + count - 1] */
    int radius;       /* up to which the neighbourhoods are known to be equal */
    int depth;        /* of the paths that gave the interval; -1: none did */
    bool closed;      /* longer paths give nothing more */
    struct pm_range ratio;
    bool ball;            /* the next depth is a ball (ball_ratio.h), not paths */
    double next;          /* steps that it takes */
    double paths, growth; /* steps that paths of the next depth take; the factor for one more */
    double gain;          /* the width of the interval, times count */
};

struct pm_decay {
    struct pm_decay_graph graph;
    bool shares; /* no vertex is removed, and the edges of first members have intervals: */
    struct pm_range *edge; /* [of each slot of the graph] */
    int *member;
    struct pm_decay_class *class;
    size_t classes, room;
    double spent; /* steps */
};

/* Where a run ends. */
struct pm_decay_limits {
    int threads;
    double steps; /* in all; HUGE_VAL: any number */
};

/* The arguments are those of pm_decay_graph_init(). */
pm_status pm_decay_init(struct pm_decay *d, const struct pm_matrix *a, enum pm_kind kind,
                        const fmpq *alone, bool shares);
void pm_decay_clear(struct pm_decay *d);

/* Narrows the intervals up to these limits.  It may be called again, with others.  The intervals do
 * not depend on the number of threads, unless the budget ends the work: what is not finished then
 * is left out. */
pm_status pm_decay_run(struct pm_decay *d, const struct pm_decay_limits *limits);

/* The bounds of the sum. */
void pm_decay_sum(struct pm_bounds *bounds, const struct pm_decay *d);

/* The shares of a run for shares: entry[k] of entry k of the same matrix, line[v] of the matchings
 * in which line v is free (the rows, then for a permanent the columns), and the mean number of
 * edges. */
pm_status pm_decay_shares(struct pm_range *entry, struct pm_range *line, struct pm_range *mean,
                          const struct pm_decay *d, const struct pm_matrix *a, enum pm_kind kind);

/* ----------------------------------------------------------------- inside src/estimate */

/* Splits those of the classes first .. classes - 1 whose radius is less than wanted[k] into classes
 * whose neighbourhoods are equal up to there.  A part of class k stays class k. */
pm_status pm_neighbourhoods_split(struct pm_decay *d, const int *wanted, int threads);
