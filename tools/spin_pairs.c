/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line has two names of vertices with blanks between them, or a name and "field".  Empty lines
 * and those that begin with # are passed over. */
#include "spin_pairs.h"

#include "base/printable.h"
#include "edges.h"
#include "say.h"
#include "text_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char BLANKS[] = " \t\r\n";

/* -1: there is none. */
static int find_vertex(const pm_graph *graph, const char *name)
{
    char number[EDGE_NAME];
    int v = pm_graph_vertices(graph) - 1;

    while (v >= 0 && strcmp(edge_name(number, graph, v), name) != 0)
        v--;
    return v;
}

static bool append(struct spin_pairs *p, int u, int v)
{
    int *const us = realloc(p->u, (p->count + 1) * sizeof *us);
    int *const vs = realloc(p->v, (p->count + 1) * sizeof *vs);

    p->u = us != NULL ? us : p->u;
    p->v = vs != NULL ? vs : p->v;
    if (us == NULL || vs == NULL)
        return false;
    us[p->count] = u;
    vs[p->count++] = v;
    return true;
}

/* The pairs of a graph. */
struct target {
    struct spin_pairs *pairs;
    const pm_graph *graph;
};

static int take_line(void *to, const struct cli *cli, char *line, int number)
{
    const struct target *const t = to;
    char *rest = line, *word[3] = {NULL}, shown[64];
    int end[2], words = 0;

    while (words < 3 && (word[words] = strtok_r(rest, BLANKS, &rest)) != NULL)
        words++;
    if (words == 0 || word[0][0] == '#')
        return CLI_ANSWERED;
    if (words != 2) {
        cli_say(cli, cli->pairs, "line %d: two names of vertices are expected", number);
        return CLI_FAILED;
    }
    for (int k = 0; k < 2; k++) {
        end[k] = find_vertex(t->graph, word[k]);
        if (end[k] < 0 && !(k == 1 && strcmp(word[k], "field") == 0)) {
            pm_printable(shown, sizeof shown, word[k], strlen(word[k]), PM_PRINTABLE_NAME);
            cli_say(cli, cli->pairs, "line %d: the graph has no vertex %s", number, shown);
            return CLI_FAILED;
        }
    }
    return append(t->pairs, end[0], end[1]) ? CLI_ANSWERED : cli_no_memory(cli, cli->pairs);
}

int spin_pairs_read(struct spin_pairs *p, const struct cli *cli, const pm_graph *graph)
{
    *p = (struct spin_pairs){.count = 0};
    if (strcmp(cli->pairs, "-") != 0 && access(cli->pairs, F_OK) != 0 && errno == ENOENT) {
        cli_say(cli, cli->pairs,
                "there is no such file; --pairs=FILE has a line 'u v' for each "
                "pair, and --pairs=- reads standard input");
        return CLI_FAILED;
    }
    int result = text_lines_read(&(struct target){p, graph}, cli, cli->pairs, take_line);
    if (result == CLI_ANSWERED && p->count == 0) {
        cli_say(cli, cli->pairs, "two names of vertices are expected, for each pair a line");
        result = CLI_FAILED;
    }
    if (result != CLI_ANSWERED)
        spin_pairs_clear(p);
    return result;
}

void spin_pairs_clear(struct spin_pairs *p)
{
    free(p->u);
    free(p->v);
    *p = (struct spin_pairs){.count = 0};
}

bool spin_pairs_get(const struct spin_pairs *p, size_t k, int *u, int *v)
{
    if (k >= p->count)
        return false;
    *u = p->u[k];
    *v = p->v[k];
    return true;
}
