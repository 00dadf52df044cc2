/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs in lines, whose vertices are the numbers from 1 on.
 *
 * DIMACS (Johnson & McGeoch, eds., Network Flows and Matching: First DIMACS Implementation
 * Challenge, 1993; Johnson & Trick, eds., Cliques, Coloring, and Satisfiability, 1996).  The first
 * letter of a line gives its meaning.  c: comment; p: the problem, with the numbers of vertices and
 * edges; e: edge; a: arc with its capacity, which is used as its weight.  Lines n, d, v and x
 * describe vertices and geometry, and are skipped.  In files of the PACE challenge
 * (pacechallenge.org, 2016 to 2025) edges have no letter.
 *
 * Pajek (Batagelj & Mrvar, Pajek: Program for Analysis and Visualization of Large Networks,
 * Reference Manual, 2018, section 3).  `*Vertices n` begins the list of vertices with their labels.
 * `*Edges` or `*Arcs` begins a list of lines `u v [weight]`; the default weight is 1.  `*Edgeslist`
 * or `*Arcslist` begins a list of lines `u v w ...`, which mean the pairs u v, u w, and so on. Text
 * after a label or a weight describes a drawing and is skipped. */
#include "read/spots.h"
#include "read/beginning.h"
#include "read/formats.h"
#include "read/term.h"

#include <string.h>

struct problem;
struct section;

struct numbered {
    fmpq_t weight; /* at first 1 */
    const struct pm_graph_reader *reader;
    struct pm_source *source;
    struct pm_graph *graph;
    const struct problem *problem; /* DIMACS; NULL before the line p */
    const struct section *section; /* Pajek; NULL before the first section */
    struct pm_spots layout;
    int64_t vertices; /* number that the file states */
    bool began;       /* a section of edges or arcs has begun, and all vertices exist */
};

/* Reads the two ends of an edge; `form`: what the line has. */
static pm_status read_ends(int *from, int *to, const struct numbered *n, const char **line,
                           const char *form)
{
    PM_TRY(pm_graph_read_vertex(from, n->graph, pm_word_next(line), form));
    return pm_graph_read_vertex(to, n->graph, pm_word_next(line), form);
}

static pm_status read_vertices(struct numbered *n, struct pm_word count)
{
    char quote[PM_QUOTE_SIZE];

    PM_REFUSE_IF(!pm_word_integer(&n->vertices, count) || n->vertices < 0,
                 "%s is no number of vertices", pm_word_quote(quote, count));
    return pm_graph_check_size(n->source, (uint64_t)n->vertices);
}

/* Reads all lines, and does what is left at the end. */
static pm_status read_graph(struct pm_graph **graph, const struct pm_graph_reader *reader,
                            pm_status (*read_line)(void *context, const char *line),
                            pm_status (*finish)(struct numbered *n))
{
    struct numbered n = {.reader = reader, .source = reader->source};

    fmpq_init(n.weight);
    fmpq_one(n.weight);
    pm_status status = pm_graph_begin(&n.graph, false, reader->logs, reader->weights);
    if (status == PM_OK)
        status = pm_source_each(n.source, read_line, &n);
    if (status == PM_OK)
        status = finish(&n);
    fmpq_clear(n.weight);
    pm_spots_finish(&n.layout, n.graph);
    PM_GIVE(graph, n.graph, status, pm_graph_free);
}

/* ---------------------------------------------------------------------- DIMACS */

static const struct problem {
    const char *name;
    char edge; /* the letter of its edge lines; 0: none */
    bool weighted;
    const char *words;
} problems[] = {
    {"edge", 'e', false, "'e u v'"},
    {"col", 'e', false, "'e u v'"},
    {"max", 'a', true, "'a u v capacity'"},
    {"tw", 0, false, "'u v'"}, /* PACE: treewidth, vertex cover, treedepth, cluster editing, */
    {"td", 0, false, "'u v'"},
    {"tdp", 0, false, "'u v'"},
    {"cep", 0, false, "'u v'"},
    {"ds", 0, false, "'u v'"}, /* dominating set */
};

static const struct problem *problem_called(struct pm_word name)
{
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++)
        if (pm_word_is(name, problems[k].name))
            return problems + k;
    return NULL;
}

static pm_status read_problem(struct numbered *n, const char *line)
{
    const struct pm_word name = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];

    PM_REFUSE_IF(n->problem != NULL, "there is a second line 'p'");
    PM_REFUSE_IF(
        (n->problem = problem_called(name)) == NULL,
        "%s is no problem of graphs; 'edge', 'col', 'max' and those of PACE ('tw', 'td') are read",
        pm_word_quote(quote, name));
    PM_TRY(read_vertices(n, pm_word_next(&line)));
    n->graph->direction = n->problem->weighted ? PM_DIRECTED : PM_UNDIRECTED;
    return pm_graph_add_vertices(n->graph, (int)n->vertices);
}

static pm_status read_edge(struct numbered *n, const char *line)
{
    const char *const words = n->problem->words;
    char quote[PM_QUOTE_SIZE];
    int from, to;

    PM_TRY(read_ends(&from, &to, n, &line, words));
    if (n->problem->weighted) {
        const struct pm_word word = pm_word_next(&line);
        PM_REFUSE_IF(word.length == 0, "%s is expected", words);
        PM_TRY(pm_graph_read_weight(n->weight, n->graph, word));
    }
    const struct pm_word more = pm_word_next(&line);
    PM_REFUSE_IF(more.length > 0, "%s is too much; %s is expected", pm_word_quote(quote, more),
                 words);
    return pm_graph_add_edge(n->graph, from, to, n->weight, NULL);
}

static pm_status read_dimacs(void *context, const char *line)
{
    struct numbered *const n = context;
    const char *const whole = line;
    const struct pm_word first = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];

    if (first.length == 0 || pm_word_is(first, "c"))
        return PM_OK;
    if (pm_word_is(first, "p"))
        return read_problem(n, line);
    PM_REFUSE_IF(n->problem == NULL, "a line 'p edge VERTICES EDGES' is expected before %s",
                 pm_word_quote(quote, first));
    if (n->problem->edge == 0)
        return read_edge(n, whole);
    if (first.length == 1 && first.text[0] == n->problem->edge)
        return read_edge(n, line);
    if (first.length == 1 && strchr("ndvx", first.text[0]) != NULL)
        return PM_OK;
    return pm_fail(PM_INPUT, "%s begins no line of problem '%s'; %s is expected",
                   pm_word_quote(quote, first), n->problem->name, n->problem->words);
}

static pm_status finish_dimacs(struct numbered *n)
{
    PM_REFUSE_IF(n->problem == NULL, "the file ends without a line 'p'");
    return PM_OK;
}

pm_status pm_dimacs_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    return read_graph(graph, reader, read_dimacs, finish_dimacs);
}

/* The signature is the line p, perhaps after comments. */
bool pm_dimacs_fits(struct pm_sample *s)
{
    size_t k = 0;

    while (k < s->lines && pm_word_is(s->line[k].word[0], "c"))
        k++;
    return k < s->lines && pm_word_is(s->line[k].word[0], "p") &&
           pm_word_is_integer(pm_sample_word(s->line + k, 2)) &&
           pm_word_is_integer(pm_sample_word(s->line + k, 3)) &&
           problem_called(s->line[k].word[1]) != NULL;
}

/* ----------------------------------------------------------------------- Pajek */

/* What describes the drawing of an edge: width, colour, arrow, label and curve (Pajek's reference
 * manual, appendix on the input file). */
static const char drawing[] = "w c p s a ap l lp lr lphi lc la fos font h1 h2 a1 k1 a2 k2";

/* After the weight, other programs may have attributes of any name. */
static pm_status read_pair(struct numbered *n, const char *line)
{
    int from, to;
    char quote[PM_QUOTE_SIZE];

    PM_TRY(read_ends(&from, &to, n, &line, "'u v [weight]'"));
    struct pm_word weight = pm_word_next(&line), more = {line, 0};
    if (pm_word_among(weight, drawing))
        weight.length = 0;
    else
        more = pm_word_next(&line);
    PM_REFUSE_IF(*weight.text == '[' || *more.text == '[',
                 "the edge has times, and graphs that change with time are not read");
    PM_REFUSE_IF(more.length > 0 && strchr("+-.0123456789", *more.text) != NULL,
                 "%s is too much; 'u v [weight]' is expected", pm_word_quote(quote, more));
    PM_TRY(pm_graph_read_weight(n->weight, n->graph, weight));
    return pm_graph_add_edge(n->graph, from, to, n->weight, NULL);
}

static pm_status read_star(struct numbered *n, const char *line)
{
    static const char form[] = "'u v w ...'";
    int from, to;

    PM_TRY(pm_graph_read_weight(n->weight, n->graph, (struct pm_word){"", 0}));
    PM_TRY(pm_graph_read_vertex(&from, n->graph, pm_word_next(&line), form));
    for (struct pm_word word; (word = pm_word_next(&line)).length > 0;) {
        PM_TRY(pm_graph_read_vertex(&to, n->graph, word, form));
        PM_TRY(pm_graph_add_edge(n->graph, from, to, n->weight, NULL));
    }
    return PM_OK;
}

/* Reads a label, with or without quotes, and a position.  Labels are used as names only if every
 * vertex has a line, in order. */
static pm_status read_label(struct numbered *n, const char *line)
{
    int64_t vertex;

    PM_REFUSE_IF(!pm_word_integer(&vertex, pm_word_next(&line)) || vertex < 1 ||
                     vertex > n->vertices,
                 "a vertex from 1 to %jd is expected", (intmax_t)n->vertices);
    if (vertex != pm_graph_vertices(n->graph) + 1)
        return PM_OK;
    line += strspn(line, " \t");
    const char *const stop = *line == '"' ? strchr(line + 1, '"') : NULL;
    struct pm_word label = {line + 1, 0};
    if (stop != NULL)
        label.length = (size_t)(stop - line - 1), line = stop + 1;
    else
        label = pm_word_next(&line);
    const struct pm_word x = pm_word_next(&line), y = pm_word_next(&line);
    PM_TRY(pm_spots_put(&n->layout, (int)vertex - 1, x, y));
    return pm_graph_add_named(n->graph, label.text, label.length);
}

static const struct section {
    const char *name;
    pm_status (*line)(struct numbered *n, const char *line);
    bool directed;
} sections[] = {
    {"*Vertices", read_label, false}, {"*Edges", read_pair, false},   {"*Arcs", read_pair, true},
    {"*Edgeslist", read_star, false}, {"*Arcslist", read_star, true}, {NULL, NULL, false},
};

/* Drops all names unless every vertex has one. */
static pm_status finish_pajek(struct numbered *n)
{
    PM_REFUSE_IF(n->section == NULL, "a line '*Vertices NUMBER' is expected first");
    if (n->began || pm_graph_vertices(n->graph) == n->vertices)
        return PM_OK;
    pm_graph_free(n->graph);
    n->graph = NULL;
    PM_TRY(pm_graph_begin(&n->graph, false, n->reader->logs, n->reader->weights));
    return pm_graph_add_vertices(n->graph, (int)n->vertices);
}

static pm_status begin_section(struct numbered *n, struct pm_word name, const char *line)
{
    const struct section *s = sections;
    char quote[PM_QUOTE_SIZE];

    if (pm_word_is(name, "*Network"))
        return PM_OK;
    while (s->name != NULL && !pm_word_is(name, s->name))
        s++;
    PM_REFUSE_IF(s->name == NULL, "%s is not read; edges and arcs are, as pairs and as lists",
                 pm_word_quote(quote, name));
    PM_REFUSE_IF(s == sections && n->section != NULL, "there is a second network");
    PM_TRY(s == sections ? read_vertices(n, pm_word_next(&line)) : finish_pajek(n));
    n->graph->direction = s->directed ? PM_DIRECTED : PM_UNDIRECTED;
    n->began = s != sections;
    n->section = s;
    return PM_OK;
}

/* The first line is a title, if it does not begin a section. */
static pm_status read_pajek(void *context, const char *line)
{
    struct numbered *const n = context;
    const char *rest = line;
    const struct pm_word first = pm_word_next(&rest);

    if (first.length == 0 || first.text[0] == '%')
        return PM_OK;
    if (first.text[0] == '*')
        return begin_section(n, first, rest);
    return n->section != NULL ? n->section->line(n, line) : PM_OK;
}

pm_status pm_pajek_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    return read_graph(graph, reader, read_pajek, finish_pajek);
}

/* The signature is a line '*Network' or '*Vertices NUMBER' among the first three lines. */
bool pm_pajek_fits(struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines && k < 3; k++) {
        const struct pm_sample_line *const line = s->line + k;
        if (pm_word_is(line->word[0], "*Network") || (pm_word_is(line->word[0], sections[0].name) &&
                                                      pm_word_is_integer(pm_sample_word(line, 1))))
            return true;
    }
    return false;
}
