/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the parts of an edge, for several graph formats. */
#pragma once

#include "model/graph.h"
#include "read/source.h"
#include "read/word.h"

/* Fails with PM_NOMEM where a graph with this many vertices would not fit in memory.  Call it
 * before anything of that size is allocated.  Fails without a place. */
pm_status pm_graph_check_size(const struct pm_source *source, uint64_t vertices);

/* A graph without vertices, whose weights will be numbers, or logarithms, or powers. */
pm_status pm_graph_begin(struct pm_graph **graph, bool directed, bool logs,
                         enum pm_weights weights);

/* *vertex = the vertex whose number, from 1, is the word; *vertex counts from 0.  Fails without a
 * place. */
pm_status pm_graph_read_vertex(int *vertex, const struct pm_graph *graph, struct pm_word word,
                               const char *expected);

/* Names that weights have in other programs; the list ends with NULL.  A note says that a column or
 * an attribute of this name is not read. */
extern const char *const pm_weight_names[];
pm_status pm_graph_note_unread(struct pm_graph *graph, const char *name);

/* *weight = the number in the word, or 1 where the word is empty.  Updates the graph's field.
 * Fails without a place. */
pm_status pm_graph_read_weight(fmpq_t weight, struct pm_graph *graph, struct pm_word word);
