/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adjacency lists as NetworkX writes them (write_adjlist).  A line `u v w ...` means the edges u v,
 * u w, and so on.  A line `u` is a vertex that has no edges or whose edges are in other lines.
 * Comments begin with '#'.  A name may be a point, a tuple of Python. */
#include "read/formats.h"

#include "read/names.h"

#include <string.h>

/* The next name of a line.  A point '(0, 1)' is called 0,1; `room` holds its name. */
static struct pm_word next_name(char room[64], const char **line)
{
    const char *const first = *line + strspn(*line, " \t\r"), *const end = strchr(first, ')');
    size_t length = 0;

    if (*first != '(' || end == NULL || end - first >= 64)
        return pm_word_next(line);
    for (const char *at = first + 1; at < end; at++)
        if (*at != ' ')
            room[length++] = *at;
    *line = end + 1;
    return (struct pm_word){room, length};
}

static pm_status read_line(void *context, const char *line)
{
    static const fmpq one = {1, 1};
    struct pm_names *const names = context;
    char room[64];
    int from, to;

    struct pm_word word = next_name(room, &line);
    if (word.length == 0 || word.text[0] == '#')
        return PM_OK;
    PM_TRY(pm_names_vertex(&from, names, word));
    for (word = next_name(room, &line); word.length > 0 && word.text[0] != '#';
         word = next_name(room, &line)) {
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
