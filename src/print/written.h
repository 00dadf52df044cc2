/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a graph in one format.  PM_UNABLE: the format cannot hold it; the message says why. */
#pragma once

#include "model/graph.h"

#include <stdio.h>

typedef pm_status pm_graph_writer(FILE *out, const struct pm_graph *graph);

/* Each graph is one line (six_bits.c). */
pm_graph_writer pm_write_graph6, pm_write_sparse6;

/* By igraph (by_igraph.c). */
pm_graph_writer pm_write_graphml, pm_write_gml, pm_write_dot, pm_write_pajek, pm_write_leda,
    pm_write_lgl;
