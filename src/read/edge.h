/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of an edge, as several formats of graphs write them. */
#ifndef PM_READ_EDGE_H
#define PM_READ_EDGE_H

#include "model/graph.h"
#include "read/source.h"
#include "read/word.h"

/* PM_NOMEM where a graph of so many vertices would not fit the machine; asked before anything of
 * that size is allocated.  Fails without a place. */
pm_status pm_graph_check_size(const struct pm_source *source, uint64_t vertices);

/* *vertex = the vertex, counted from 0, whose number from 1 the word is; fails without a place. */
pm_status pm_graph_read_vertex(int *vertex, const struct pm_graph *graph, struct pm_word word,
                               const char *expected);

/* *weight = the number that the word is, 1 where there is none, noted for the graph's field; fails
 * without a place. */
pm_status pm_graph_read_weight(fmpq_t weight, struct pm_graph *graph, struct pm_word word);

#endif
