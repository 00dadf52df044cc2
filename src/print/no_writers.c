/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces by_igraph.c where permatch is built without igraph. */
#include "print/writers.h"

#define WRITER(name)                                                                               \
    pm_status name(FILE *out, const struct pm_graph *graph)                                        \
    {                                                                                              \
        (void)out, (void)graph;                                                                    \
        return pm_fail(PM_UNABLE, "permatch was built without igraph, which writes this format");  \
    }

WRITER(pm_writer_graphml)
WRITER(pm_writer_gml)
WRITER(pm_writer_dot)
WRITER(pm_writer_pajek)
WRITER(pm_writer_leda)
WRITER(pm_writer_lgl)
