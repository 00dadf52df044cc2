/* SPDX-License-Identifier: GPL-3.0-or-later */
/* igraph (Csardi & Nepusz, The igraph software package for complex network research, 2006).
 *
 * igraph loads some twenty other libraries, so it is opened at first use.  Its handlers are global
 * variables, and in many builds its stack of things to free is global, too.  So a lock admits one
 * thread at a time, and the previous handlers are restored afterwards.  positions.c computes
 * layouts with it, print/by_igraph.c writes graphs, bliss.c finds automorphisms. */
#pragma once

#include "base/status.h"

#include <igraph/igraph.h>

/* The functions and variables of igraph that are used. */
#define PM_IGRAPH_SYMBOLS(X)                                                                       \
    X(IGRAPH_FINALLY_FREE)                                                                         \
    X(igraph_automorphism_group)                                                                   \
    X(igraph_cattribute_EAN_setv)                                                                  \
    X(igraph_cattribute_EAS_setv)                                                                  \
    X(igraph_cattribute_VAS_setv)                                                                  \
    X(igraph_cattribute_table)                                                                     \
    X(igraph_create)                                                                               \
    X(igraph_destroy)                                                                              \
    X(igraph_free)                                                                                 \
    X(igraph_layout_kamada_kawai)                                                                  \
    X(igraph_matrix_destroy)                                                                       \
    X(igraph_matrix_init)                                                                          \
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

/* Filled by the first thread that enters. */
extern struct pm_igraph {
    bool there;
    PM_IGRAPH_SYMBOLS(PM_IGRAPH_POINTER)
} pm_igraph;

/* The previous handlers, which belong to other users of igraph. */
struct pm_igraph_before {
    igraph_error_handler_t *error;
    igraph_warning_handler_t *warning;
    igraph_attribute_table_t *attributes;
};

/* Opens the library and locks it for this thread.  Errors inside igraph become this thread's
 * message.  PM_UNABLE: igraph is not installed; then do not call pm_igraph_leave(). */
pm_status pm_igraph_enter(struct pm_igraph_before *before);
void pm_igraph_leave(const struct pm_igraph_before *before);

/* The status for an error code; the message has been set before. */
pm_status pm_igraph_failure(igraph_error_t code);

/* *graph = the graph on `vertices` vertices whose edge k joins from[k] and to[k].  Edges keep their
 * numbers.  Release it with igraph_destroy(). */
igraph_error_t pm_igraph_create(igraph_t *graph, int vertices, bool directed, size_t edges,
                                const int *from, const int *to);
