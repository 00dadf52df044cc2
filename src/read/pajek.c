/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pajek networks (Batagelj & Mrvar, Pajek: Program for Analysis and Visualization of Large
 * Networks, Reference Manual, 2018, section 3).  `*Vertices n` begins the list of vertices,
 * numbered from 1, with their labels.  `*Edges` or `*Arcs` begins a list of lines `u v [weight]`;
 * the default weight is 1.  `*Edgeslist` or `*Arcslist` begins a list of lines `u v w ...`, which
 * mean the pairs u v, u w, and so on.  Text after a label or a weight describes a drawing and is
 * skipped. */
#include "read/formats.h"
#include "read/beginning.h"

#include <string.h>

struct section;

struct pajek {
    fmpq_t weight;
    struct pm_source *source;
    struct pm_graph *graph;
    const struct section *section; /* NULL before the first section */
    int64_t vertices;              /* number that the file states */
    bool began; /* a section of edges or arcs has begun, and all vertices exist */
};

/* --------------------------------------------------------------------- lines */

static pm_status read_vertex(int *vertex, const struct pajek *p, const char **line)
{
    return pm_graph_read_vertex(vertex, p->graph, pm_word_next(line), "'u v [weight]'");
}

static pm_status read_pair(struct pajek *p, const char *line)
{
    int from, to;

    PM_TRY(read_vertex(&from, p, &line));
    PM_TRY(read_vertex(&to, p, &line));
    struct pm_word weight = pm_word_next(&line);
    if (weight.length > 0 && strchr("+-.0123456789", weight.text[0]) == NULL)
        weight.length = 0; /* describes the drawing of the edge */
    PM_TRY(pm_graph_read_weight(p->weight, p->graph, weight));
    return pm_graph_add_edge(p->graph, from, to, p->weight, NULL);
}

static pm_status read_star(struct pajek *p, const char *line)
{
    int from, to;

    PM_TRY(pm_graph_read_weight(p->weight, p->graph, (struct pm_word){"", 0}));
    PM_TRY(read_vertex(&from, p, &line));
    for (const char *rest = line; pm_word_next(&rest).length > 0; rest = line) {
        PM_TRY(read_vertex(&to, p, &line));
        PM_TRY(pm_graph_add_edge(p->graph, from, to, p->weight, NULL));
    }
    return PM_OK;
}

/* The label at the beginning of `line`, with or without quotes. */
static struct pm_word label_of(const char *line)
{
    const char *const first = line + strspn(line, " \t");
    const char *const stop = *first == '"' ? strchr(first + 1, '"') : NULL;

    if (stop != NULL)
        return (struct pm_word){first + 1, (size_t)(stop - first - 1)};
    return pm_word_next(&line);
}

/* Reads a label.  Labels are used as names only if every vertex has a line, in order. */
static pm_status read_label(struct pajek *p, const char *line)
{
    const struct pm_word number = pm_word_next(&line);
    int64_t vertex;

    if (!pm_word_integer(&vertex, number) || vertex < 1 || vertex > p->vertices)
        return pm_fail(PM_INPUT, "a vertex from 1 to %jd is expected", (intmax_t)p->vertices);
    if (vertex != pm_graph_vertices(p->graph) + 1)
        return PM_OK;
    const struct pm_word label = label_of(line);
    return pm_graph_add_named(p->graph, label.text, label.length);
}

/* ------------------------------------------------------------------- sections */

static const struct section {
    const char *name;
    pm_status (*line)(struct pajek *p, const char *line);
    bool directed;
} sections[] = {
    {"*Vertices", read_label, false}, {"*Edges", read_pair, false},   {"*Arcs", read_pair, true},
    {"*Edgeslist", read_star, false}, {"*Arcslist", read_star, true}, {NULL, NULL, false},
};

static pm_status begin_vertices(struct pajek *p, const char *line)
{
    const struct pm_word count = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];

    if (p->section != NULL)
        return pm_fail(PM_INPUT, "there is a second network");
    if (!pm_word_integer(&p->vertices, count) || p->vertices < 0)
        return pm_fail(PM_INPUT, "%s is no number of vertices", pm_word_quote(quote, count));
    p->section = sections;
    return pm_graph_check_size(p->source, (uint64_t)p->vertices);
}

/* Drops all names unless every vertex has one. */
static pm_status finish_vertices(struct pajek *p)
{
    if (p->section == NULL)
        return pm_fail(PM_INPUT, "a line '*Vertices NUMBER' is expected first");
    if (p->began || pm_graph_vertices(p->graph) == p->vertices)
        return PM_OK;
    const bool logs = p->graph->field == PM_FIELD_LOGS;
    pm_graph_free(p->graph);
    p->graph = NULL;
    PM_TRY(pm_graph_begin(&p->graph, false, logs));
    return pm_graph_add_vertices(p->graph, (int)p->vertices);
}

static pm_status begin_section(struct pajek *p, struct pm_word name, const char *line)
{
    const struct section *s = sections;
    char quote[PM_QUOTE_SIZE];

    if (pm_word_is(name, "*Network"))
        return PM_OK;
    while (s->name != NULL && !pm_word_is(name, s->name))
        s++;
    if (s->name == NULL)
        return pm_fail(PM_INPUT, "%s is not read; edges and arcs are, as pairs and as lists",
                       pm_word_quote(quote, name));
    if (s == sections)
        return begin_vertices(p, line);
    PM_TRY(finish_vertices(p));
    p->graph->direction = s->directed ? PM_DIRECTED : PM_UNDIRECTED;
    p->began = true;
    p->section = s;
    return PM_OK;
}

/* The first line is a title, if it does not begin a section. */
static pm_status read_line(void *context, const char *line)
{
    struct pajek *const p = context;
    const char *rest = line;
    const struct pm_word first = pm_word_next(&rest);

    if (first.length == 0 || first.text[0] == '%')
        return PM_OK;
    if (first.text[0] == '*')
        return begin_section(p, first, rest);
    return p->section != NULL ? p->section->line(p, line) : PM_OK;
}

static pm_status read_lines(struct pajek *p)
{
    PM_TRY(pm_source_each(p->source, read_line, p));
    const pm_status status = finish_vertices(p);
    return status == PM_OK ? PM_OK : pm_source_fail_at(p->source, status);
}

pm_status pm_pajek_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct pajek p = {.source = reader->source};
    pm_status status;

    fmpq_init(p.weight);
    PM_TRY_GOTO(status, pm_graph_begin(&p.graph, false, reader->logs), done);
    PM_TRY_GOTO(status, read_lines(&p), done);
    *graph = p.graph;
    p.graph = NULL;
done:
    pm_graph_free(p.graph);
    fmpq_clear(p.weight);
    return status;
}

/* ----------------------------------------------------------------- recognition */

/* The signature is a line '*Network' or '*Vertices NUMBER' among the first three lines. */
enum pm_fit pm_pajek_fits(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines && k < 3; k++) {
        const struct pm_sample_line *const line = s->line + k;
        if (pm_word_is(line->word[0], "*Network") || (pm_word_is(line->word[0], sections[0].name) &&
                                                      pm_word_is_integer(pm_sample_word(line, 1))))
            return PM_FIT_SURE;
    }
    return PM_FIT_NO;
}
