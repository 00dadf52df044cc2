/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the lines of a list of edges may be besides edges. */
#pragma once

#include "model/graph.h"

/* What is known of the lines `u v [weight]`. */
struct pm_edge_facts {
    bool said;         /* the user has named the format */
    bool strict;       /* the format was found by rules for all lines */
    const char *shape; /* all edges have this shape; NULL: not known yet, or they may have others */
    bool titled;       /* the first line is one word, the name of vertex 0, or a title */
    bool inside;       /* an edge is written as `((0, 0), (0, 1))` */
    bool marked;       /* edges are written as `u -> v`, `u--v` or `(u,v)` */
    int blocks;        /* numbers of edges between blank lines */
    bool joined;       /* an edge of the last block has a vertex of an earlier one */
};

/* Adds notes to the graph.  PM_INPUT, without a place: the user must say what the lines are. */
pm_status pm_edge_doubts_check(struct pm_graph *graph, const struct pm_edge_facts *facts);
