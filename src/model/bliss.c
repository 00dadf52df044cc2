/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Automorphisms by BLISS, which is part of igraph. */
#include "model/symmetry.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "model/igraph.h"

#include <string.h>

static pm_status keep(struct pm_symmetry **symmetry, const igraph_vector_int_list_t *generators,
                      const char *order, int vertices)
{
    struct pm_symmetry *s;

    PM_NEW(s, 1);
    s->vertices = vertices;
    s->generators = (size_t)pm_igraph.igraph_vector_int_list_size(generators);
    s->order = strdup(order);
    s->image = pm_alloc(s->generators, (size_t)vertices * sizeof *s->image);
    if (s->order == NULL || s->image == NULL) {
        pm_symmetry_free(s);
        return pm_no_memory();
    }
    for (size_t g = 0; g < s->generators; g++) {
        const igraph_vector_int_t *const image =
            pm_igraph.igraph_vector_int_list_get_ptr(generators, (igraph_integer_t)g);
        for (int v = 0; v < vertices; v++)
            s->image[g * (size_t)vertices + (size_t)v] = (int)VECTOR(*image)[v];
    }
    *symmetry = s;
    return PM_OK;
}

static pm_status ask_bliss(struct pm_symmetry **symmetry, const igraph_t *graph,
                           const igraph_vector_int_t *colours)
{
    igraph_vector_int_list_t generators;
    igraph_bliss_info_t info;

    igraph_error_t code = pm_igraph.igraph_vector_int_list_init(&generators, 0);
    if (code != IGRAPH_SUCCESS)
        return pm_igraph_failure(code);
    code = pm_igraph.igraph_automorphism_group(graph, colours, &generators, IGRAPH_BLISS_FL, &info);
    pm_status status = code == IGRAPH_SUCCESS ? PM_OK : pm_igraph_failure(code);
    if (status == PM_OK) {
        status = keep(symmetry, &generators, info.group_size, (int)pm_igraph.igraph_vcount(graph));
        pm_igraph.igraph_free(info.group_size);
    }
    pm_igraph.igraph_vector_int_list_destroy(&generators);
    return status;
}

/* Call it only between pm_igraph_enter() and pm_igraph_leave(). */
static pm_status find(struct pm_symmetry **symmetry, const struct pm_coloured *g)
{
    igraph_vector_int_t colours;
    igraph_t graph;

    igraph_error_t code = pm_igraph.igraph_vector_int_init(&colours, g->vertices); /* zeros */
    if (code != IGRAPH_SUCCESS)
        return pm_igraph_failure(code);
    for (int v = 0; g->colour != NULL && v < g->vertices; v++)
        VECTOR(colours)[v] = g->colour[v];
    code = pm_igraph_create(&graph, g->vertices, g->directed, g->edges, g->from, g->to);
    pm_status status = code == IGRAPH_SUCCESS ? PM_OK : pm_igraph_failure(code);
    if (status == PM_OK) {
        status = ask_bliss(symmetry, &graph, &colours);
        pm_igraph.igraph_destroy(&graph);
    }
    pm_igraph.igraph_vector_int_destroy(&colours);
    return status;
}

/* What igraph and BLISS take for a vertex and for an edge. */
enum { VERTEX_BYTES = 256, EDGE_BYTES = 128 };

pm_status pm_symmetry_find(struct pm_symmetry **symmetry, const struct pm_coloured *graph)
{
    struct pm_igraph_before before;

    PM_TRY(pm_budget_take(VERTEX_BYTES * (uint64_t)graph->vertices +
                          EDGE_BYTES * (uint64_t)graph->edges));
    PM_TRY(pm_igraph_enter(&before));
    const pm_status status = find(symmetry, graph);
    pm_igraph_leave(&before);
    return status;
}
