/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces by_igraph.c where permatch is built without igraph. */
#include "print/written.h"

#define WRITER(name)                                                                               \
    pm_status name(FILE *out, const struct pm_graph *graph)                                        \
    {                                                                                              \
        (void)out, (void)graph;                                                                    \
        return pm_fail(PM_UNABLE, "permatch was built without igraph, which writes this format");  \
    }

WRITER(pm_write_graphml)
WRITER(pm_write_gml)
WRITER(pm_write_dot)
WRITER(pm_write_pajek)
WRITER(pm_write_leda)
WRITER(pm_write_lgl)
