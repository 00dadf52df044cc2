/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of a graph its pairs of vertices, of a matrix the partners of the shorter side. */
#include "matching_line.h"

#include "edges.h"

/* Prints the pairs of one matching: "u-v u-v ...", or arcs "u->v u->v ...". */
static void print_pairs(FILE *out, const struct cli *cli, const struct question *q,
                        const struct listed *list, const int *partner)
{
    const char *const joint = cli->program->bit == CLI_CYCLECOVER ? "->" : "-";
    const size_t count = listed_matching(list, q->problem, partner);
    char first[EDGE_NAME], second[EDGE_NAME];

    for (size_t k = 0; k < count; k++) {
        const struct listed_edge *const e = &list->edge[list->at[k]];
        fprintf(out, "%s%s%s%s", k > 0 ? " " : "", edge_name(first, q->graph, e->u), joint,
                edge_name(second, q->graph, e->v));
    }
}

static void print_partners(FILE *out, const struct question *q, const int *partner)
{
    const size_t lines = edge_lines(q->problem);
    char name[EDGE_NAME];

    for (size_t i = 0; i < lines; i++)
        fprintf(out, "%s%s", i ? " " : "", edge_partner(name, q->problem, partner[i]));
}

void matching_line(FILE *out, const struct cli *cli, const struct question *q,
                   const struct listed *list, const int *partner)
{
    if (q->graph != NULL)
        print_pairs(out, cli, q, list, partner);
    else
        print_partners(out, q, partner);
    putc('\n', out);
}
