/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To find an automorphism that exchanges two sides, add one vertex for each side, joined to that
 * side; both new vertices share a colour of their own.  An automorphism that exchanges the new
 * vertices exchanges the sides.  If there is one, some generator of the group does it. */
#include "model/symmetry.h"

#include "base/alloc.h"
#include "model/late_igraph.h"

#include <stdlib.h>
#include <string.h>

/* *image = the first generator that exchanges the new vertices, which are the last two. */
static void pick(bool *found, int *image, const igraph_vector_int_list_t *generators, int vertices)
{
    const igraph_integer_t count = pm_igraph.igraph_vector_int_list_size(generators);

    for (igraph_integer_t g = 0; g < count && !*found; g++) {
        const igraph_vector_int_t *const to =
            pm_igraph.igraph_vector_int_list_get_ptr(generators, g);
        *found = VECTOR(*to)[vertices] != vertices;
        for (int v = 0; *found && v < vertices; v++)
            image[v] = (int)VECTOR(*to)[v];
    }
}

static igraph_error_t ask_bliss(bool *found, int *image, const igraph_t *graph, int vertices)
{
    igraph_vector_int_list_t generators;
    igraph_vector_int_t colours;
    igraph_bliss_info_t info;

    igraph_error_t code = pm_igraph.igraph_vector_int_list_init(&generators, 0);
    if (code != IGRAPH_SUCCESS)
        return code;
    code = pm_igraph.igraph_vector_int_init(&colours, vertices + 2); /* zeros */
    if (code == IGRAPH_SUCCESS) {
        VECTOR(colours)[vertices] = VECTOR(colours)[vertices + 1] = 1;
        code = pm_igraph.igraph_automorphism_group(graph, &colours, &generators, IGRAPH_BLISS_FL,
                                                   &info);
        if (code == IGRAPH_SUCCESS) {
            pick(found, image, &generators, vertices);
            pm_igraph.igraph_free(info.group_size);
        }
        pm_igraph.igraph_vector_int_destroy(&colours);
    }
    pm_igraph.igraph_vector_int_list_destroy(&generators);
    return code;
}

static pm_status find(bool *found, int *image, int vertices, size_t edges, const int *from,
                      const int *to)
{
    struct pm_igraph_before before;
    igraph_t graph;

    PM_TRY(pm_igraph_enter(&before));
    igraph_error_t code = pm_igraph_create(&graph, vertices + 2, false, edges, from, to);
    if (code == IGRAPH_SUCCESS) {
        code = ask_bliss(found, image, &graph, vertices);
        pm_igraph.igraph_destroy(&graph);
    }
    const pm_status status = code == IGRAPH_SUCCESS ? PM_OK : pm_igraph_failure(code);
    pm_igraph_leave(&before);
    return status;
}

pm_status pm_symmetry_swap(bool *found, int *image, const struct pm_sides_graph *graph)
{
    const size_t n = (size_t)graph->vertices;
    int *from = NULL, *to = NULL;
    pm_status status;

    *found = false;
    PM_NEW_GOTO(status, from, graph->edges + n, done);
    PM_NEW_GOTO(status, to, graph->edges + n, done);
    memcpy(from, graph->from, graph->edges * sizeof *from);
    memcpy(to, graph->to, graph->edges * sizeof *to);
    for (size_t v = 0; v < n; v++) {
        from[graph->edges + v] = (int)n + graph->second[v];
        to[graph->edges + v] = (int)v;
    }
    status = find(found, image, (int)n, graph->edges + n, from, to);
done:
    free(from);
    free(to);
    return status;
}
