/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the lines of a list of edges may be besides edges.  PM_INPUT: the user must say. */
#pragma once

#include "model/graph.h"

/* A note if a title was perhaps read as a vertex: it has no edges, and others have; or if all lines
 * are names, in a format that the user has named. */
pm_status pm_edge_doubts_title(struct pm_graph *graph, bool said);

/* The first line may have sizes, if no vertex has a larger number: the numbers n of vertices and m
 * of edges, or m and n without a weight, and m edges follow; the rows, the columns and the entries
 * of a matrix; or n, m and a format of METIS, and n lines of neighbours follow.  Fails without a
 * place if this is so, unless the user has named the format; else a note says it. */
pm_status pm_edge_doubts_sizes(struct pm_graph *graph, bool said);

/* Fails where edges with loops can be the numbers of edges, before their ends. */
pm_status pm_edge_doubts_numbers(const struct pm_graph *graph);

/* Fails where all weights can be dates, as 20200131, or times in seconds since 1970, and not all
 * are whole millions. */
pm_status pm_edge_doubts_dates(const struct pm_graph *graph);
