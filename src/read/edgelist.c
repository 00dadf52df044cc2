/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edge lists and the Large Graph Layout (LGL) format.  In an edge list, a line `u v [weight]` is an
 * edge, and a line `u` is a vertex, which may have no edges.  If the first line is `u -> v`, `u--v`
 * or `(u,v)`, all edges have such marks.  Points `(0, 0)` are called `0,0`.  NetworkX writes
 * attributes in braces instead of the weight.  LGL's .ncol files are edge lists.  In LGL's other
 * files, the lines `v [weight]` after a line `# u` are the edges of u.  Any word is a name;
 * vertices are numbered in the order of their first use. */
#include "read/formats.h"

#include "read/attributes.h"
#include "read/names.h"
#include "read/grammar.h"
#include "read/cutter.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

/* If a file has several graphs, such a line begins each graph.  It may give its number, and say
 * that its edges are `undirected`, or `directed`. */
static const char graph_line[] = "%graph";

/* Edges between blank lines. */
struct blocks {
    bool gap;      /* a blank line was the last one */
    bool joined;   /* an edge of this block has a vertex of an earlier one */
    int known;     /* vertices before this block */
    size_t *first; /* the first edge of every block */
    size_t count, room;
};

struct list {
    fmpq_t weight;
    struct pm_source *source;
    struct pm_names names;
    const char *shape; /* all edges have this one of pm_edge_shapes; NULL: not known, or they may
                          have others */
    int from;          /* LGL: the vertex of the last line `# u`; -1: none yet */
    bool strict;       /* the format has not been named */
    bool titled; /* the first line is one word, the name of vertex 0; perhaps it was meant as a
                    title */
    bool marked; /* edges are written as `u -> v`, `u--v` or `(u,v)` */
    enum pm_direction direction; /* of edges without a mark */
    bool begun;                  /* a line of this graph has been read that is no mere comment */
    bool ended;                  /* a line has been read that begins another graph */
    struct blocks blocks;
};

/* ---------------------------------------------------------------------- lines */

static bool is_comment(struct pm_word word)
{
    return word.length == 0 || word.text[0] == '#' || word.text[0] == '%';
}

static bool is_graph_line(const char *line)
{
    const size_t length = sizeof graph_line - 1;

    return strncmp(line, graph_line, length) == 0 &&
           (line[length] == '\0' || strchr(" \t\r", line[length]) != NULL);
}

/* The fields of an edge. */
struct edge_line {
    struct pm_word end[2], weight, more; /* `more`: what is too much */
    bool marked, braces;
    enum pm_direction direction; /* of the mark */
    int ends;
};

/* Splits '(u,v)'. */
static void split_pair(struct edge_line *e, struct pm_word word)
{
    const char *const comma = memchr(word.text, ',', word.length), *const end =
                                                                       word.text + word.length;
    const char *const second = comma + 1 + strspn(comma + 1, " \t");

    e->end[0] = (struct pm_word){word.text + 1, (size_t)(comma - word.text) - 1};
    e->end[1] = (struct pm_word){second, (size_t)(end - 1 - second)};
    while (e->end[0].length > 0 && strchr(" \t", e->end[0].text[e->end[0].length - 1]) != NULL)
        e->end[0].length--;
    e->marked = true;
    e->ends = 2;
}

/* The name of a point is written without parentheses and blanks, in its place. */
static struct pm_word point_name(char *line, struct pm_word word)
{
    char *const first = line + (word.text - line), *to = first;

    for (size_t k = 0; k < word.length; k++)
        if (strchr("() \t", first[k]) == NULL)
            *to++ = first[k];
    return (struct pm_word){first, (size_t)(to - first)};
}

static void cut_edge(struct edge_line *e, char *line)
{
    char shape[PM_SHAPE_MOST + 2];
    struct pm_cut cut = pm_cut_of(line, ' ');
    const bool pair = *pm_shape_of(shape, line, ' ') == PM_CLASS_PAIR;

    *e = (struct edge_line){.direction = PM_UNSAID};
    while (pm_cut_next(&cut) && e->more.length == 0) {
        const bool mark = cut.class == PM_CLASS_ARROW || cut.class == PM_CLASS_LINE;
        if (cut.class == PM_CLASS_POINT && !pair)
            cut.word = point_name(line, cut.word);
        if (cut.count == 1 && pair)
            split_pair(e, cut.word);
        else if (cut.count == 2 && mark) {
            e->marked = true;
            e->direction = cut.class == PM_CLASS_ARROW ? PM_DIRECTED : PM_UNDIRECTED;
        } else if (e->ends < 2)
            e->end[e->ends++] = cut.word;
        else if (e->weight.length == 0)
            e->weight = cut.word;
        else
            e->more = cut.word;
        e->braces |= cut.class == PM_CLASS_ATTRIBUTES;
    }
}

/* Reads the weight, and checks that nothing follows it. */
static pm_status read_end(struct list *l, const struct edge_line *e, const char *expected)
{
    char quote[PM_QUOTE_SIZE];
    struct pm_word weight = e->weight;
    const char *at = weight.text;

    if (e->braces && *at == '{')
        PM_TRY(pm_attributes_weight(&weight, &at));
    PM_TRY(pm_graph_read_weight(l->weight, l->names.graph, weight));
    if (e->more.length > 0)
        return pm_fail(PM_INPUT, "%s is too much; %s is expected%s", pm_word_quote(quote, e->more),
                       expected,
                       pm_word_is_integer(weight) && pm_word_is_integer(e->more)
                           ? ", and points have commas, as in '0,0 0,1'"
                           : "");
    return PM_OK;
}

/* The line belongs to the next graph. */
static pm_status end_graph(struct list *l)
{
    l->ended = true;
    pm_source_back(l->source);
    return PM_OK;
}

/* Reads the number of a graph and the direction of its edges, if the line has them. */
static pm_status read_graph_line(struct list *l, const char *rest)
{
    struct pm_word word = pm_word_next(&rest);
    const bool numbered = word.length > 0 && strchr("0123456789", *word.text) != NULL;
    int64_t index = PM_INDEX_OPEN;
    bool bad = numbered && !pm_word_integer(&index, word);

    if (numbered)
        word = pm_word_next(&rest);
    if (pm_word_is(word, "undirected"))
        l->direction = PM_UNDIRECTED;
    else if (pm_word_is(word, "directed"))
        l->direction = PM_DIRECTED;
    else
        bad |= word.length > 0;
    if (bad || pm_word_next(&rest).length > 0)
        return pm_fail(PM_INPUT,
                       "'%%graph', with a number N and the word 'undirected' or 'directed' or "
                       "without them, is expected");
    l->names.graph->index = index;
    l->names.graph->direction = l->direction;
    l->begun = true;
    return PM_OK;
}

/* Reads a comment.  Positions of vertices that have positions already are those of another
 * graph. */
static pm_status read_comment(struct list *l, const char *line)
{
    struct pm_graph *const g = l->names.graph;

    if (is_graph_line(line))
        return l->begun ? end_graph(l) : read_graph_line(l, line + sizeof graph_line - 1);
    if (pm_graph_vertices(g) > 0 && pm_place_repeats(g->place, line))
        return end_graph(l);
    PM_TRY(pm_place_line(&g->place, line));
    l->begun |= g->place != NULL;
    return PM_OK;
}

/* Every edge has the form of the first one. */
static pm_status check_shape(struct list *l, const char *line)
{
    if (l->shape == NULL)
        l->shape = pm_shape_among(pm_edge_shapes, line);
    return l->shape != NULL && pm_shape_is(l->shape, line)
               ? PM_OK
               : pm_fail(PM_INPUT,
                         "the line has another form than the edges before it; --format=el "
                         "reads lists of edges of several forms");
}

/* Fails where the block before a blank line has no vertex of the blocks before it. */
static pm_status end_block(const struct blocks *b)
{
    return b->count < 2 || b->joined
               ? PM_OK
               : pm_fail(PM_INPUT, "the edges between blank lines have other vertices than those "
                                   "before them: --format=el reads all of them as one graph, and "
                                   "lines '%%graph' separate several");
}

/* Begins a block of edges after a blank line. */
static pm_status begin_block(struct list *l)
{
    struct blocks *const b = &l->blocks;

    if (b->count > 0 && !b->gap)
        return PM_OK;
    PM_TRY(end_block(b));
    PM_TRY(pm_grow((void **)&b->first, &b->room, b->count + 1, sizeof *b->first));
    b->first[b->count++] = l->names.graph->edge.count;
    b->known = pm_graph_vertices(l->names.graph);
    b->gap = b->joined = false;
    return PM_OK;
}

static pm_status read_edge(struct list *l, char *line)
{
    static const char mtx[] = "%%MatrixMarket";
    const char *at = line;
    const struct pm_word first = pm_word_next(&at);
    struct edge_line e;
    int from, to;

    if (strncmp(line, mtx, sizeof mtx - 1) == 0)
        return pm_fail(PM_INPUT, "a Matrix Market file is no edge list; its format is 'mtx'");
    l->blocks.gap |= first.length == 0;
    if (is_comment(first))
        return read_comment(l, line);
    l->begun = true;
    if (l->strict)
        PM_TRY(check_shape(l, line));
    if (l->strict)
        PM_TRY(begin_block(l));
    cut_edge(&e, line);
    if (l->marked && !e.marked && e.ends > 1)
        return pm_fail(PM_INPUT, "an edge with a mark is expected, as in the first line: 'u -> v', "
                                 "'u--v' or '(u,v)'");
    if (e.ends < 2) {
        PM_TRY(pm_names_vertex(&from, &l->names, e.end[0]));
        l->titled |= from == 0 && pm_graph_vertices(l->names.graph) == 1;
        return PM_OK;
    }
    l->marked |= e.marked;
    PM_TRY(pm_names_ends(&from, &to, &l->names, e.end[0], e.end[1]));
    l->blocks.joined |= from < l->blocks.known || to < l->blocks.known;
    PM_TRY(read_end(l, &e, "'u v [weight]'"));
    l->names.graph->direction = e.direction != PM_UNSAID ? e.direction : l->direction;
    return pm_graph_add_edge(l->names.graph, from, to, l->weight, NULL);
}

static pm_status read_lgl(struct list *l, char *line)
{
    const char *at = line;
    const struct pm_word first = pm_word_next(&at);
    struct edge_line e;
    int to;

    if (first.length == 0)
        return PM_OK;
    if (first.text[0] == '#') {
        const struct pm_word name = pm_word_next(&at);
        if (first.length > 1 || name.length == 0 || pm_word_next(&at).length > 0)
            return pm_fail(PM_INPUT, "'# vertex' is expected");
        return pm_names_vertex(&l->from, &l->names, name);
    }
    if (l->from < 0)
        return pm_fail(PM_INPUT, "a line '# vertex' is expected first");
    cut_edge(&e, line);
    e.more = e.weight;
    e.weight = e.end[1];
    PM_TRY(pm_names_vertex(&to, &l->names, e.end[0]));
    PM_TRY(read_end(l, &e, "'vertex [weight]'"));
    return pm_graph_add_edge(l->names.graph, l->from, to, l->weight, NULL);
}

typedef pm_status read_line(struct list *l, char *line);

/* Reads all lines of a graph. */
static pm_status read_lines(struct list *l, read_line *read)
{
    size_t length;
    char *line;

    while (!l->ended) {
        PM_TRY(pm_source_line(l->source, &line, &length));
        if (line == NULL)
            break;
        const pm_status status = read(l, line);
        if (status != PM_OK)
            return pm_source_fail_at(l->source, status);
    }
    return PM_OK;
}

/* --------------------------------------------------------------- all the lines */

/* A note if a title was perhaps read as a vertex: it has no edges, and others have. */
static pm_status note_title(struct pm_graph *graph)
{
    for (size_t k = 0; k < graph->edge.count; k++)
        if (graph->edge.row[k] == 0 || graph->edge.col[k] == 0)
            return PM_OK;
    return graph->edge.count == 0
               ? PM_OK
               : pm_graph_note(graph,
                               "'%s', alone on its line, is a vertex without edges; a title needs "
                               "a # before it",
                               pm_graph_vertex_name(graph, 0));
}

/* *number = the name of a vertex, if it is one. */
static bool name_is(int64_t *number, const struct pm_graph *graph, int vertex)
{
    const char *const name = pm_graph_vertex_name(graph, vertex);

    return name != NULL && pm_word_integer(number, (struct pm_word){name, strlen(name)});
}

/* *least, *most = the numbers of the vertices of all edges but the first.  False: some are none. */
static bool number_range(int64_t *least, int64_t *most, const struct pm_graph *graph)
{
    const struct pm_triplets *const edge = &graph->edge;
    int64_t x, y;

    *least = INT64_MAX;
    *most = 0;
    for (size_t k = 1; k < edge->count; k++) {
        if (!name_is(&x, graph, edge->row[k]) || !name_is(&y, graph, edge->col[k]))
            return false;
        *least = x < *least ? x : *least;
        *least = y < *least ? y : *least;
        *most = x > *most ? x : *most;
        *most = y > *most ? y : *most;
    }
    return true;
}

/* The first line may have sizes, if no vertex has a larger number: the numbers n of vertices and m
 * of edges, and m edges follow; the rows, the columns and the entries of a matrix; or n, m and a
 * format of METIS, and n lines of neighbours follow.  Fails without a place if this is so, unless
 * the user has named the format; else a note says it. */
static pm_status check_sizes(struct pm_graph *graph, bool said)
{
    const struct pm_triplets *const edge = &graph->edge;
    const int64_t lines = (int64_t)edge->count - 1;
    int64_t n, m, least, most;

    if (edge->count < 2 || !name_is(&n, graph, edge->row[0]) || !name_is(&m, graph, edge->col[0]) ||
        !number_range(&least, &most, graph))
        return PM_OK;
    const bool weighted = !fmpq_is_one(edge->re);
    const bool edges = m == lines && most <= n, counted = most == (least == 0 ? n - 1 : n),
               entries = weighted && fmpq_cmp_si(edge->re, lines) == 0 && most <= (n > m ? n : m),
               cubic = weighted && n == lines && 2 * m == 3 * lines && most <= n;
    if (!said && ((edges && m > 1 && counted) || entries || cubic))
        return pm_fail(PM_INPUT,
                       "the first line, '%jd %jd ...', may be an edge, or the numbers of vertices "
                       "and of edges: delete it, or read it as an edge by --format=el",
                       (intmax_t)n, (intmax_t)m);
    return !edges ? PM_OK
                  : pm_graph_note(graph,
                                  "the first line, '%jd %jd', is read as an edge; if it is the "
                                  "number of vertices and of edges, delete it",
                                  (intmax_t)n, (intmax_t)m);
}

/* An edge, and the number of its block. */
struct listed {
    int low, high;
    size_t block;
};

static int by_ends(const void *x, const void *y)
{
    const struct listed *const a = x, *const b = y;
    const int order = a->low != b->low ? (a->low > b->low) - (a->low < b->low)
                                       : (a->high > b->high) - (a->high < b->high);

    return order != 0 ? order : (a->block > b->block) - (a->block < b->block);
}

/* Fails where two blocks between blank lines have the same edge: they may be two graphs. */
static pm_status check_blocks(const struct list *l)
{
    const struct pm_triplets *const edge = &l->names.graph->edge;
    const struct blocks *const b = &l->blocks;
    struct listed *all;
    bool again = false;

    if (b->count < 2)
        return PM_OK;
    PM_TRY(end_block(b));
    PM_NEW(all, edge->count);
    for (size_t k = 0, block = 0; k < edge->count; k++) {
        const int u = edge->row[k], v = edge->col[k];
        block += block + 1 < b->count && b->first[block + 1] <= k;
        all[k] = (struct listed){u < v ? u : v, u < v ? v : u, block};
    }
    qsort(all, edge->count, sizeof *all, by_ends);
    for (size_t k = 1; k < edge->count && !again; k++)
        again = all[k].low == all[k - 1].low && all[k].high == all[k - 1].high &&
                all[k].block != all[k - 1].block;
    free(all);
    return !again
               ? PM_OK
               : pm_fail(PM_INPUT, "an edge stands on both sides of a blank line: --format=el "
                                   "reads all of them as one graph, and lines '%%graph' separate "
                                   "several");
}

static pm_status next(struct pm_graph **graph, struct pm_graph_reader *reader, read_line *read)
{
    struct list l = {.source = reader->source, .from = -1, .strict = reader->strict};
    pm_status status;

    fmpq_init(l.weight);
    PM_TRY_GOTO(status, pm_names_begin(&l.names, reader), done);
    PM_TRY_GOTO(status, read_lines(&l, read), done);
    reader->more = l.ended;
    if (l.titled)
        PM_TRY_GOTO(status, note_title(l.names.graph), done);
    if (read == read_edge)
        status = check_sizes(l.names.graph, reader->said);
    const struct pm_graph *const g = l.names.graph;
    if (status != PM_OK || (status = check_blocks(&l)) != PM_OK ||
        (status = pm_names_finish(&l.names, reader)) != PM_OK ||
        (status = pm_place_finish(g->place, g->edge.rows, g->names, g->name)) != PM_OK) {
        pm_source_fail_at(l.source, status);
        goto done;
    }
    *graph = l.names.graph;
    l.names.graph = NULL;
done:
    pm_names_clear(&l.names);
    free(l.blocks.first);
    fmpq_clear(l.weight);
    return status;
}

pm_status pm_edgelist_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    return next(graph, reader, read_edge);
}

pm_status pm_lgl_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    return next(graph, reader, read_lgl);
}

/* ----------------------------------------------------------------- recognition */

/* dimer writes such lines, also for graphs without edges. */
enum pm_fit pm_edgelist_fits(const struct pm_sample *s)
{
    for (const char *at = s->text; at < s->text + s->length; at += strlen(at) + 1)
        if (is_graph_line(at) || strncmp(at, "%place ", 7) == 0)
            return PM_FIT_SURE;
    return PM_FIT_NO;
}
