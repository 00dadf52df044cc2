/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a problem have partners; the molecule needs those of the vertices of its graph. */
#include "molecules.h"
#include "edges.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Says once that charges stand before unpaired electrons where a structure has both. */
static void say_order(const struct cli *cli, const struct question *q, const int *of_vertex)
{
    int unpaired = 0, charged = 0;

    for (int v = 0; v < pm_graph_vertices(q->graph); v++) {
        unpaired += of_vertex[v] < 0;
        charged +=
            pm_graph_charge(q->graph, v) != 0 && strcmp(pm_graph_atom(q->graph, v), "C") == 0;
    }
    if (charged > 0 && unpaired > charged)
        cli_say(cli, answer_place(cli, q).text,
                "the free atoms have the charges and the unpaired electrons in the order of the "
                "input; structures that exchange them are not written");
}

static pm_status print_record(int *of_vertex, const struct question *q, const struct listed *list,
                              const int *partner)
{
    const size_t count = listed_matching(list, q->problem, partner);
    char *text;

    for (int v = 0; v < pm_graph_vertices(q->graph); v++)
        of_vertex[v] = -1;
    for (size_t k = 0; k < count; k++) {
        const struct listed_edge *const e = &list->edge[list->at[k]];
        of_vertex[e->u] = e->v;
        of_vertex[e->v] = e->u;
    }
    const pm_status status = pm_graph_kekule(&text, q->graph, of_vertex);
    if (status == PM_OK) {
        cli_print(NULL, text); /* flushed, as a checkpoint needs it */
        free(text);
    }
    return status;
}

int molecules_print(const struct cli *cli, const struct question *q, const struct listed *list,
                    const int *partner, size_t count, bool first)
{
    int *const of_vertex = calloc((size_t)pm_graph_vertices(q->graph) + 1, sizeof *of_vertex);
    pm_status status = PM_OK;

    if (of_vertex == NULL)
        return cli_no_memory(cli, answer_place(cli, q).text);
    for (size_t k = 0; k < count && status == PM_OK && !ferror(stdout); k++) {
        status = print_record(of_vertex, q, list, partner + k * edge_lines(q->problem));
        if (first && k == 0)
            say_order(cli, q, of_vertex);
    }
    free(of_vertex);
    return status != PM_OK  ? answer_fail(cli, status, q)
           : ferror(stdout) ? CLI_FAILED
                            : CLI_ANSWERED;
}
