/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a graph in one format.  PM_UNABLE: the format cannot hold it; the message says why. */
#pragma once

#include "model/graph.h"

#include <stdio.h>

typedef pm_status pm_graph_writer(FILE *out, const struct pm_graph *graph);

/* Each graph is one line (six_bits.c). */
pm_graph_writer pm_writer_graph6, pm_writer_sparse6;

/* By igraph (by_igraph.c). */
pm_graph_writer pm_writer_graphml, pm_writer_gml, pm_writer_dot, pm_writer_pajek, pm_writer_leda,
    pm_writer_lgl;
