/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions for all suites: choosing cases by words, the files of a directory, lattices, the
 * end of a suite. */
#include "base/status.h"
#include "bench/bench.h"
#include "bench/lattice_edges.h"
#include "tools/say.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if a word chooses a case: it is the case's name, or a part of it and not itself a name. */
static bool chooses(const char *word, const char *name, bench_names *names)
{
    if (strstr(name, word) == NULL)
        return false;
    for (int k = 0; names(k) != NULL; k++)
        if (strcmp(names(k), word) == 0)
            return strcmp(name, word) == 0;
    return true;
}

bool bench_asked(const struct bench *b, const char *name)
{
    bool asked = b->words == 0;

    for (int k = 0; k < b->words; k++)
        asked = asked || chooses(b->word[k], name, b->names);
    return asked;
}

int bench_end(const struct bench *b, pm_status status)
{
    return status == PM_OK ? CLI_ANSWERED : cli_fail(b->cli, status, b->suite);
}

const char *bench_directory(const struct bench *b)
{
    const char *const directory = b->words > 0 ? b->word[0] : getenv("PM_DATA");

    if (directory == NULL || *directory == '\0') {
        cli_usage(b->cli->program, "%s: which directory? Name it, or set PM_DATA", b->suite);
        return NULL;
    }
    return directory;
}

static int is_mtx(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);

    return length > 4 && strcmp(entry->d_name + length - 4, ".mtx") == 0;
}

int bench_files(const struct bench *b, const char *directory, bench_file *run, void *context)
{
    struct dirent **list = NULL;
    int result = CLI_ANSWERED;
    char path[4096];

    const int files = scandir(directory, &list, is_mtx, alphasort);
    if (files < 0)
        return bench_end(b, pm_fail(PM_IO, "%s: %s", directory, strerror(errno)));
    for (int i = 0; i < files; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, list[i]->d_name);
        result = cli_worse(result, run(context, list[i]->d_name, path));
        free(list[i]);
    }
    free(list);
    return result;
}

pm_status bench_lattice(pm_problem **problem, const char *name)
{
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;
    char *edges;
    pm_status status;

    PM_TRY(lattice_edges(&edges, name, (const char *const[2]){NULL, NULL}));
    PM_TRY_GOTO(status, pm_graph_open_text(&reader, name, edges, strlen(edges), NULL), done);
    PM_TRY_GOTO(status, pm_graph_next(&graph, reader), done);
    status = pm_problem_matchings(problem, graph, false);
done:
    pm_graph_free(graph);
    pm_graph_close(reader);
    free(edges);
    return status;
}
