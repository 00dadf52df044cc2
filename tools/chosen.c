/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges and entries are named as answers name them. */
#include "chosen.h"

#include "say.h"

#include <stdlib.h>
#include <string.h>

/* Says what is wrong with number `count` of the edges, from 1; returns false. */
static bool refuse_edge(struct chosen at, size_t count, bool again, const struct cli *cli,
                        const struct question *q)
{
    const char *const what = q->graph != NULL ? "edge" : "entry";

    if (again)
        cli_say(cli, answer_place(cli, q).text,
                "%s: %s %zu, where '%s' begins, is there for the second time", at.option, what,
                count, at.text);
    else
        cli_say(
            cli, answer_place(cli, q).text,
            "%s: %s %zu: '%s' begins with no %s of the %s%s; write %s, separated by blanks, commas "
            "or colons",
            at.option, what, count, at.text, what, q->graph != NULL ? "graph" : "matrix",
            q->graph != NULL ? ", or these two vertices have none" : "",
            q->graph == NULL                      ? "entries as ROW-COL"
            : cli->program->bit == CLI_CYCLECOVER ? "arcs as U->V"
                                                  : "edges as U-V");
    return false;
}

/* Moves the edges to the front of the list.  False after a message. */
static bool choose(struct listed *list, size_t *entry, const struct cli *cli,
                   const struct question *q, struct chosen at)
{
    const bool arcs = cli->program->bit == CLI_CYCLECOVER;
    size_t count = 0;

    for (at.text += strspn(at.text, " \t\n"); *at.text != '\0'; count++) {
        size_t k = list->count;
        const char *after = listed_find(&k, list, at.text, q->graph, q->problem, arcs);
        if (q->graph == NULL && listed_called(at.text, q->problem) > 1) {
            cli_say(cli, answer_place(cli, q).text,
                    "%s: '%s' begins with the name of several entries of the matrix", at.option,
                    at.text);
            return false;
        }
        if (after == NULL && q->graph == NULL)
            after = listed_add_zero(list, at.text, q->problem);
        if (after == NULL || k < count)
            return refuse_edge(at, count + 1, after != NULL, cli, q);
        const struct listed_edge found = list->edge[k];
        list->edge[k] = list->edge[count];
        list->edge[count] = found;
        entry[count] = found.entry;
        list->edge[count].entry = count;
        at.text = after;
    }
    list->count = count;
    return true;
}

int chosen_edges(struct listed *list, size_t **entry, const struct cli *cli,
                 const struct question *q, struct chosen at)
{
    *entry = calloc(strlen(at.text) + 1, sizeof **entry); /* each edge has a character */
    const bool made = *entry != NULL &&
                      listed_new(list, q->problem, q->graph, cli->program->bit == CLI_CYCLECOVER);

    if (made && choose(list, *entry, cli, q, at))
        return CLI_ANSWERED;
    if (made)
        listed_clear(list);
    free(*entry);
    return made ? CLI_FAILED : cli_no_memory(cli, answer_place(cli, q).text);
}

static int require_edges(const struct cli *cli, const struct question *q)
{
    struct listed list;
    size_t *entry;

    const int chosen = chosen_edges(&list, &entry, cli, q, (struct chosen){"--with", cli->with});
    if (chosen != CLI_ANSWERED)
        return chosen;
    const pm_status status = pm_problem_require(q->problem, list.count, entry);
    listed_clear(&list);
    free(entry);
    return status == PM_OK ? CLI_ANSWERED : answer_fail(cli, status, q);
}

int chosen_matchings(const struct cli *cli, const struct question *q)
{
    const pm_status status = cli->pattern ? pm_problem_to_pattern(q->problem) : PM_OK;

    return status != PM_OK     ? answer_fail(cli, status, q)
           : cli->with != NULL ? require_edges(cli, q)
                               : CLI_ANSWERED;
}
