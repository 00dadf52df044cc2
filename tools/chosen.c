/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges and entries are named as answers name them. */
#include "chosen.h"

#include "say.h"

#include <string.h>

/* Says what is wrong with number `count` of the edges, from 1; returns false. */
static bool refuse_edge(const char *text, size_t count, bool again, const struct cli *cli,
                        const struct question *q)
{
    const char *const what = q->graph != NULL ? "edge" : "entry";

    if (again)
        cli_say(cli, answer_place(cli, q).text,
                "--marginals: %s %zu, where '%s' begins, is there for the second time", what, count,
                text);
    else
        cli_say(cli, answer_place(cli, q).text,
                "--marginals: %s %zu: '%s' begins with no %s of the %s; write %s, separated by "
                "blanks, commas or colons",
                what, count, text, what, q->graph != NULL ? "graph" : "matrix",
                q->graph == NULL                      ? "entries as ROW-COL"
                : cli->program->bit == CLI_CYCLECOVER ? "arcs as U->V"
                                                      : "edges as U-V");
    return false;
}

bool chosen_edges(struct listed *list, size_t *entry, const struct cli *cli,
                  const struct question *q)
{
    const bool arcs = cli->program->bit == CLI_CYCLECOVER;
    const char *text = cli->marginals;
    size_t count = 0;

    for (text += strspn(text, " \t\n"); *text != '\0'; count++) {
        size_t k = list->count;
        const char *after = listed_find(&k, list, text, q->graph, q->problem, arcs);
        if (q->graph == NULL && listed_called(text, q->problem) > 1) {
            cli_say(cli, answer_place(cli, q).text,
                    "--marginals: '%s' begins with the name of several entries of the matrix",
                    text);
            return false;
        }
        if (after == NULL && q->graph == NULL)
            after = listed_add_zero(list, text, q->problem);
        if (after == NULL || k < count)
            return refuse_edge(text, count + 1, after != NULL, cli, q);
        const struct listed_edge found = list->edge[k];
        list->edge[k] = list->edge[count];
        list->edge[count] = found;
        entry[count] = found.entry;
        list->edge[count].entry = count;
        text = after;
    }
    list->count = count;
    return true;
}
