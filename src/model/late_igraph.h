/* SPDX-License-Identifier: GPL-3.0-or-later */
/* igraph (Csardi & Nepusz, The igraph software package for complex network research, 2006).
 *
 * It brings some twenty libraries with it, so it is opened when it is first needed.  It keeps its
 * handlers, and as it is often built also its stack of things to free, in globals: a lock lets one
 * thread in at a time, and the handlers that were there come back afterwards.  read/igraph.c reads
 * and lays out by it, print/graph.c writes, model/symmetry.c asks for automorphisms. */
#ifndef PM_MODEL_LATE_IGRAPH_H
#define PM_MODEL_LATE_IGRAPH_H

#include "base/status.h"

#include <igraph/igraph.h>

/* What is used of it. */
#define PM_IGRAPH_SYMBOLS(X)                                                                       \
    X(IGRAPH_FINALLY_FREE)                                                                         \
    X(igraph_automorphism_group)                                                                   \
    X(igraph_cattribute_EAN)                                                                       \
    X(igraph_cattribute_EAN_setv)                                                                  \
    X(igraph_cattribute_EAS)                                                                       \
    X(igraph_cattribute_EAS_setv)                                                                  \
    X(igraph_cattribute_VAS)                                                                       \
    X(igraph_cattribute_VAS_setv)                                                                  \
    X(igraph_cattribute_list)                                                                      \
    X(igraph_cattribute_table)                                                                     \
    X(igraph_create)                                                                               \
    X(igraph_destroy)                                                                              \
    X(igraph_ecount)                                                                               \
    X(igraph_free)                                                                                 \
    X(igraph_is_directed)                                                                          \
    X(igraph_layout_kamada_kawai)                                                                  \
    X(igraph_matrix_destroy)                                                                       \
    X(igraph_matrix_init)                                                                          \
    X(igraph_read_graph_gml)                                                                       \
    X(igraph_read_graph_graphml)                                                                   \
    X(igraph_set_attribute_table)                                                                  \
    X(igraph_set_error_handler)                                                                    \
    X(igraph_set_warning_handler)                                                                  \
    X(igraph_strerror)                                                                             \
    X(igraph_strvector_destroy)                                                                    \
    X(igraph_strvector_get)                                                                        \
    X(igraph_strvector_init)                                                                       \
    X(igraph_strvector_set)                                                                        \
    X(igraph_strvector_size)                                                                       \
    X(igraph_vcount)                                                                               \
    X(igraph_vector_destroy)                                                                       \
    X(igraph_vector_init)                                                                          \
    X(igraph_vector_int_destroy)                                                                   \
    X(igraph_vector_int_init)                                                                      \
    X(igraph_vector_int_list_destroy)                                                              \
    X(igraph_vector_int_list_get_ptr)                                                              \
    X(igraph_vector_int_list_init)                                                                 \
    X(igraph_vector_int_list_size)                                                                 \
    X(igraph_write_graph_dot)                                                                      \
    X(igraph_write_graph_gml)                                                                      \
    X(igraph_write_graph_graphml)                                                                  \
    X(igraph_write_graph_leda)                                                                     \
    X(igraph_write_graph_lgl)                                                                      \
    X(igraph_write_graph_pajek)

#define PM_IGRAPH_POINTER(name) __typeof__(name) *name;

/* Filled by the first who enters. */
extern struct pm_igraph {
    bool there;
    PM_IGRAPH_SYMBOLS(PM_IGRAPH_POINTER)
} pm_igraph;

/* The handlers of whoever else uses igraph. */
struct pm_igraph_before {
    igraph_error_handler_t *error;
    igraph_warning_handler_t *warning;
    igraph_attribute_table_t *attributes;
};

/* Opens the library, and lets this thread in alone.  What fails in igraph becomes this thread's
 * message.  PM_UNABLE: it is not installed; then there is nothing to leave. */
pm_status pm_igraph_enter(struct pm_igraph_before *before);
void pm_igraph_leave(const struct pm_igraph_before *before);

/* The status that belongs to a code; the message is there already. */
pm_status pm_igraph_failure(igraph_error_t code);

/* *graph = the graph on so many vertices whose edge k joins from[k] and to[k]; edges keep their
 * numbers.  To be released with igraph_destroy(). */
igraph_error_t pm_igraph_create(igraph_t *graph, int vertices, bool directed, size_t edges,
                                const int *from, const int *to);

#endif
