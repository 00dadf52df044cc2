/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DIMACS graphs (Johnson & McGeoch, eds., Network Flows and Matching: First DIMACS Implementation
 * Challenge, 1993; Johnson & Trick, eds., Cliques, Coloring, and Satisfiability, 1996).  The first
 * letter of a line gives its meaning.  c: comment; p: the problem, with the numbers of vertices and
 * edges; e: edge; a: arc with its capacity, which is used as its weight.  Lines n, d, v and x
 * describe vertices and geometry, and are skipped.  In files of the PACE challenge
 * (pacechallenge.org, 2016 to 2025) edges have no letter. */
#include "read/formats.h"
#include "read/beginning.h"

#include <string.h>

struct problem_name {
    const char *name;
    char edge; /* the letter of its edge lines; 0: none */
    bool weighted;
    const char *words;
};

static const struct problem_name problems[] = {
    {"edge", 'e', false, "'e u v'"},
    {"col", 'e', false, "'e u v'"},
    {"max", 'a', true, "'a u v capacity'"},
    {"tw", 0, false, "'u v'"}, /* PACE: treewidth, vertex cover, treedepth, cluster editing, */
    {"td", 0, false, "'u v'"},
    {"tdp", 0, false, "'u v'"},
    {"cep", 0, false, "'u v'"},
    {"ds", 0, false, "'u v'"}, /* dominating set */
};

struct dimacs {
    struct pm_source *source;
    struct pm_graph *graph;
    const struct problem_name *problem; /* NULL before the line p */
    fmpq_t weight;
};

static pm_status read_problem(struct dimacs *d, const char *line)
{
    const struct pm_word name = pm_word_next(&line), count = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];
    int64_t vertices;

    if (d->problem != NULL)
        return pm_fail(PM_INPUT, "there is a second line 'p'");
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++)
        if (pm_word_is(name, problems[k].name))
            d->problem = problems + k;
    if (d->problem == NULL)
        return pm_fail(PM_INPUT,
                       "%s is no problem of graphs; 'edge', 'col', 'max' and those of PACE ('tw', "
                       "'td') are read",
                       pm_word_quote(quote, name));
    if (!pm_word_integer(&vertices, count) || vertices < 0)
        return pm_fail(PM_INPUT, "%s is no number of vertices", pm_word_quote(quote, count));
    PM_TRY(pm_graph_check_size(d->source, (uint64_t)vertices));
    d->graph->direction = d->problem->weighted ? PM_DIRECTED : PM_UNDIRECTED;
    return pm_graph_add_vertices(d->graph, (int)vertices);
}

static pm_status read_vertex(int *vertex, const struct dimacs *d, const char **line)
{
    return pm_graph_read_vertex(vertex, d->graph, pm_word_next(line), d->problem->words);
}

static pm_status read_edge(struct dimacs *d, const char *line)
{
    char quote[PM_QUOTE_SIZE];
    int from, to;

    PM_TRY(read_vertex(&from, d, &line));
    PM_TRY(read_vertex(&to, d, &line));
    if (d->problem->weighted) {
        const struct pm_word word = pm_word_next(&line);
        if (word.length == 0)
            return pm_fail(PM_INPUT, "%s is expected", d->problem->words);
        PM_TRY(pm_graph_read_weight(d->weight, d->graph, word));
    }
    const struct pm_word more = pm_word_next(&line);
    if (more.length > 0)
        return pm_fail(PM_INPUT, "%s is too much; %s is expected", pm_word_quote(quote, more),
                       d->problem->words);
    return pm_graph_add_edge(d->graph, from, to, d->weight, NULL);
}

static pm_status read_line(void *context, const char *line)
{
    struct dimacs *const d = context;
    const char *const whole = line;
    const struct pm_word first = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];

    if (first.length == 0 || pm_word_is(first, "c"))
        return PM_OK;
    if (pm_word_is(first, "p"))
        return read_problem(d, line);
    if (d->problem == NULL)
        return pm_fail(PM_INPUT,
                       "a line 'p edge VERTICES EDGES' is expected "
                       "before %s",
                       pm_word_quote(quote, first));
    if (d->problem->edge == 0)
        return read_edge(d, whole);
    if (first.length == 1 && first.text[0] == d->problem->edge)
        return read_edge(d, line);
    if (first.length == 1 && strchr("ndvx", first.text[0]) != NULL)
        return PM_OK;
    return pm_fail(PM_INPUT, "%s begins no line of problem '%s'; %s is expected",
                   pm_word_quote(quote, first), d->problem->name, d->problem->words);
}

static pm_status read_lines(struct dimacs *d)
{
    PM_TRY(pm_source_each(d->source, read_line, d));
    return d->problem != NULL
               ? PM_OK
               : pm_source_fail(d->source, PM_INPUT, "the file ends without a line 'p'");
}

pm_status pm_dimacs_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct dimacs d = {.source = reader->source};
    pm_status status;

    fmpq_init(d.weight);
    fmpq_one(d.weight);
    PM_TRY_GOTO(status, pm_graph_begin(&d.graph, false, reader->logs), done);
    PM_TRY_GOTO(status, read_lines(&d), done);
    *graph = d.graph;
    d.graph = NULL;
done:
    pm_graph_free(d.graph);
    fmpq_clear(d.weight);
    return status;
}

/* ----------------------------------------------------------------- recognition */

enum pm_fit pm_dimacs_fits(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_sample_line *const line = s->line + k;
        if (pm_word_is(line->word[0], "c"))
            continue;
        if (!pm_word_is(line->word[0], "p") || !pm_word_is_integer(pm_sample_word(line, 2)) ||
            !pm_word_is_integer(pm_sample_word(line, 3)))
            return PM_FIT_NO;
        for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
            if (pm_word_is(line->word[1], problems[i].name))
                return PM_FIT_SURE;
        return PM_FIT_NO;
    }
    return PM_FIT_NO;
}
