/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs as GAP, GRAPE, Magma and NetworkX (as JSON) print them. */
#pragma once

#include "read/nested.h"
#include "read/network.h"

/* How a value in brackets, or a text, is printed; the last one is no such print. */
enum pm_print {
    PM_PRINT_DIGRAPH,
    PM_PRINT_GRAPE,
    PM_PRINT_LINKS,
    PM_PRINT_VERTICES,
    PM_PRINT_NONE
};

/* The kind of an item, of which only the beginning may have been parsed. */
enum pm_print pm_print_of(const struct pm_nested *nested, int item);

/* Reads an item of one of the first three kinds.  *directed is what it says. */
pm_status pm_print_read(struct pm_network *network, const struct pm_nested *nested, int item);

/* *found: 'Graph' or 'Digraph', 'Vertex', 'Neighbours' begin the text, and are read.  Then the
 * vertices can be read. */
pm_status pm_print_vertices_begin(bool *found, bool *directed, struct pm_tokens *tokens);
pm_status pm_print_vertices(struct pm_network *network, struct pm_tokens *tokens, bool directed);
