/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adjacency lists as NetworkX writes them (write_adjlist).  A line `u v w ...` means the edges u v,
 * u w, and so on.  A line `u` is a vertex that has no edges or whose edges are in other lines.
 * Comments begin with '#'. */
#include "read/formats.h"

#include "read/names.h"

#include <string.h>

static pm_status read_line(void *context, const char *line)
{
    static const fmpq one = {1, 1};
    struct pm_names *const names = context;
    int from, to;

    struct pm_word word = pm_word_next(&line);
    if (word.length == 0 || word.text[0] == '#')
        return PM_OK;
    PM_TRY(pm_names_vertex(&from, names, word));
    for (word = pm_word_next(&line); word.length > 0 && word.text[0] != '#';
         word = pm_word_next(&line)) {
        PM_TRY(pm_names_vertex(&to, names, word));
        PM_TRY(pm_graph_add_edge(names->graph, from, to, &one, NULL));
    }
    return PM_OK;
}

pm_status pm_adjlist_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct pm_names names = {.graph = NULL};

    PM_TRY(pm_names_begin(&names, reader));
    const pm_status status = pm_source_each(reader->source, read_line, &names);
    if (status == PM_OK) {
        *graph = names.graph;
        names.graph = NULL;
    }
    pm_names_clear(&names);
    return status;
}

/* ----------------------------------------------------------------- recognition */

/* NetworkX writes a comment with a date only before adjacency lists. */
enum pm_fit pm_adjlist_fits(const struct pm_sample *s)
{
    size_t length;

    for (const char *at = s->text; at < s->text + s->length && *at == '#'; at += length + 1) {
        length = strlen(at);
        if (strncmp(at, "# GMT ", 6) == 0)
            return PM_FIT_SURE;
    }
    return PM_FIT_NO;
}
