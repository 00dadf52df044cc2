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
#include "read/beginning.h"
#include "read/points.h"

#include <string.h>

/* If a file has several graphs, such a line begins each graph.  It may give its number, and say
 * that its edges are `undirected`, or `directed`. */
static const char graph_line[] = "%graph";

struct list {
    fmpq_t weight;
    struct pm_source *source;
    struct pm_names names;
    int from;    /* LGL: the vertex of the last line `# u`; -1: none yet */
    bool titled; /* the first line is one word, the name of vertex 0; perhaps it was meant as a
                    title */
    bool marked; /* edges are written as `u -> v`, `u--v` or `(u,v)` */
    enum pm_direction direction; /* of edges without a mark */
    bool points;                 /* some edge joins two points '(0, 0)' */
    bool begun;                  /* a line of this graph has been read that is no mere comment */
    bool ended;                  /* a line has been read that begins another graph */
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

static bool is_plain(struct pm_word word)
{
    return word.length > 0 && strcspn(word.text, " \t(),;>") >= word.length && *word.text != '-';
}

static enum pm_direction direction_of(const char *mark)
{
    return *mark == ',' ? PM_UNSAID : mark[1] == '>' ? PM_DIRECTED : PM_UNDIRECTED;
}

/* Finds the ends of an edge with marks, and moves *line behind them; false if it is none. */
static bool take_marked(struct pm_word *from, struct pm_word *to, enum pm_direction *direction,
                        const char **line)
{
    const char *at = *line;
    const struct pm_word first = pm_word_next(&at), second = pm_word_next(&at);

    if (first.length == 0)
        return false;
    if (pm_word_is(second, "->") || pm_word_is(second, "--")) {
        *direction = direction_of(second.text);
        *from = first;
        *to = pm_word_next(&at);
        *line = at;
        return is_plain(*to) && !is_comment(*to);
    }
    const bool round = *first.text == '(';
    const char *const text = first.text + round, *mark = strstr(text, "->");
    if (mark == NULL || round)
        mark = strstr(text, round ? "," : "--");
    if (mark == NULL)
        return false;
    *direction = direction_of(mark);
    const char *const last = mark + (round ? 1 + strspn(mark + 1, " ") : 2);
    const size_t length = strcspn(last, " \t\r)"), end = length + (round && last[length] == ')');
    *from = (struct pm_word){text, (size_t)(mark - text)};
    *to = (struct pm_word){last, length};
    *line = last + end;
    at = *line;
    return (!round || end > length) && is_plain(*from) && is_plain(*to) &&
           is_comment(pm_word_next(&at));
}

/* Reads what follows the vertices of a line: perhaps a weight, then perhaps a comment. */
static pm_status read_end(struct list *l, const char *rest, const char *expected)
{
    const char *const braces = rest + strspn(rest, " \t");
    char quote[PM_QUOTE_SIZE];
    struct pm_word weight;

    if (*braces == '{') {
        rest = braces;
        PM_TRY(pm_attributes_weight(&weight, &rest));
    } else {
        weight = pm_word_next(&rest);
    }
    if (is_comment(weight) && weight.length > 0) {
        weight.length = 0;
        rest = "";
    }
    const struct pm_word more = pm_word_next(&rest);
    PM_TRY(pm_graph_read_weight(l->weight, l->names.graph, weight));
    if (!is_comment(more))
        return pm_fail(PM_INPUT, "%s is too much; %s is expected%s", pm_word_quote(quote, more),
                       expected,
                       pm_word_is_integer(weight) && pm_word_is_integer(more)
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

static pm_status read_edge(void *context, const char *line)
{
    static const char mtx[] = "%%MatrixMarket";
    struct list *const l = context;
    const char *const whole = line;
    struct pm_word first = pm_word_next(&line), second = pm_word_next(&line), u, v;
    const char *rest = whole;
    int from, to;

    if (strncmp(whole, mtx, sizeof mtx - 1) == 0)
        return pm_fail(PM_INPUT, "a Matrix Market file is no edge list; its format is 'mtx'");
    if (is_comment(first))
        return read_comment(l, whole);
    l->begun = true;
    if (l->points && *first.text == '(')
        return pm_fail(PM_INPUT, "an edge of two points is expected, as '(0, 0) (0, 1)'; a point "
                                 "alone is written '0,0'");
    enum pm_direction direction = l->direction;
    if ((l->marked || pm_graph_vertices(l->names.graph) == 0) &&
        take_marked(&u, &v, &direction, &rest)) {
        if (direction == PM_UNSAID)
            direction = l->direction;
        l->marked = true;
        first = u;
        second = v;
        line = rest;
    } else if (l->marked && !is_comment(second)) {
        return pm_fail(PM_INPUT, "an edge with a mark is expected, as in the first line: 'u -> v', "
                                 "'u--v' or '(u,v)'");
    }
    if (is_comment(second)) {
        PM_TRY(pm_names_vertex(&from, &l->names, first));
        l->titled |= from == 0 && pm_graph_vertices(l->names.graph) == 1;
        return PM_OK;
    }
    PM_TRY(pm_names_ends(&from, &to, &l->names, first, second));
    PM_TRY(read_end(l, line, "'u v [weight]'"));
    l->names.graph->direction = direction;
    return pm_graph_add_edge(l->names.graph, from, to, l->weight, NULL);
}

static pm_status read_lgl(void *context, const char *line)
{
    struct list *const l = context;
    const struct pm_word first = pm_word_next(&line);
    int to;

    if (first.length == 0)
        return PM_OK;
    if (first.text[0] == '#') {
        const struct pm_word name = pm_word_next(&line);
        if (first.length > 1 || name.length == 0 || pm_word_next(&line).length > 0)
            return pm_fail(PM_INPUT, "'# vertex' is expected");
        return pm_names_vertex(&l->from, &l->names, name);
    }
    if (l->from < 0)
        return pm_fail(PM_INPUT, "a line '# vertex' is expected first");
    PM_TRY(pm_names_vertex(&to, &l->names, first));
    PM_TRY(read_end(l, line, "'vertex [weight]'"));
    return pm_graph_add_edge(l->names.graph, l->from, to, l->weight, NULL);
}

/* Reads all lines of a graph. */
static pm_status read_lines(struct list *l, pm_status (*read)(void *context, const char *line))
{
    size_t length;
    char *line;

    while (!l->ended) {
        PM_TRY(pm_source_line(l->source, &line, &length));
        if (line == NULL)
            break;
        l->points |= pm_points_rewrite(line);
        const pm_status status = read(l, line);
        if (status != PM_OK)
            return pm_source_fail_at(l->source, status);
    }
    return PM_OK;
}

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

/* The first edge may be the numbers n of vertices and m of edges: m edges follow, between vertices
 * with numbers up to n.  Fails without a place if n is the largest number, or the number of
 * vertices from 0 on, unless the user has named the format; else a note says it. */
static pm_status check_sizes(struct pm_graph *graph, bool said)
{
    const struct pm_triplets *const edge = &graph->edge;
    int64_t n, m, x, y, least = INT64_MAX, most = 0;

    if (edge->count < 2 || !name_is(&n, graph, edge->row[0]) || !name_is(&m, graph, edge->col[0]) ||
        m != (int64_t)edge->count - 1)
        return PM_OK;
    for (size_t k = 1; k < edge->count; k++) {
        if (!name_is(&x, graph, edge->row[k]) || !name_is(&y, graph, edge->col[k]) || x > n ||
            y > n)
            return PM_OK;
        least = x < least ? x : least;
        least = y < least ? y : least;
        most = x > most ? x : most;
        most = y > most ? y : most;
    }
    if (!said && m > 1 && most == (least == 0 ? n - 1 : n))
        return pm_fail(PM_INPUT,
                       "the first line, '%jd %jd', may be an edge, or the numbers of vertices and "
                       "of edges: delete it, or read it as an edge by --format=el",
                       (intmax_t)n, (intmax_t)m);
    return pm_graph_note(graph,
                         "the first line, '%jd %jd', is read as an edge; if it is the number of "
                         "vertices and of edges, delete it",
                         (intmax_t)n, (intmax_t)m);
}

static pm_status next(struct pm_graph **graph, struct pm_graph_reader *reader,
                      pm_status (*read)(void *context, const char *line))
{
    struct list l = {.source = reader->source, .from = -1};
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
    if (status != PM_OK || (status = pm_names_finish(&l.names, reader)) != PM_OK ||
        (status = pm_place_finish(g->place, g->edge.rows, g->names, g->name)) != PM_OK) {
        pm_source_fail_at(l.source, status);
        goto done;
    }
    *graph = l.names.graph;
    l.names.graph = NULL;
done:
    pm_names_clear(&l.names);
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

static bool is_marked(const struct pm_sample_line *line)
{
    const char *rest = line->text;
    enum pm_direction direction;
    struct pm_word u, v;

    if (!take_marked(&u, &v, &direction, &rest))
        return false;
    const struct pm_word weight = pm_word_next(&rest);
    return is_comment(weight) || pm_word_is_number(weight);
}

static bool is_edge_line(const struct pm_sample_line *line)
{
    const struct pm_word third = pm_sample_word(line, 2);

    return line->words <= 2 || (third.length > 0 && third.text[0] == '{') ||
           (line->words == 3 && pm_word_is_number(third));
}

static bool ends_in_comma(struct pm_word word)
{
    return word.length > 0 && strchr(",;", word.text[word.length - 1]) != NULL;
}

/* True for "1.000000000000000000e+00", the way numpy.savetxt() writes numbers.  No vertex has such
 * a name. */
static bool is_long_number(struct pm_word word)
{
    return word.length >= 20 && memchr(word.text, 'e', word.length) != NULL &&
           pm_word_is_number(word);
}

static bool is_vertex_number(struct pm_word word)
{
    return pm_word_is_integer(word) && word.text[0] != '-';
}

static bool joined(const struct pm_sample_line *a, const struct pm_sample_line *b)
{
    return pm_word_same(a->word[0], b->word[0]) || pm_word_same(a->word[0], b->word[1]) ||
           pm_word_same(a->word[1], b->word[0]) || pm_word_same(a->word[1], b->word[1]);
}

static bool parallel(const struct pm_sample_line *a, const struct pm_sample_line *b)
{
    return (pm_word_same(a->word[0], b->word[0]) && pm_word_same(a->word[1], b->word[1])) ||
           (pm_word_same(a->word[0], b->word[1]) && pm_word_same(a->word[1], b->word[0]));
}

/* True if the file has three lines of three numbers that are more likely a matrix than edges.  This
 * is so if a line, as an edge, would be a loop, parallel to another, or of weight 0, or would have
 * a vertex that is no vertex number; or if fewer than two pairs of lines have a common vertex; or
 * if the lines are a triangle and every weight is also the name of a vertex. */
static bool is_matrix_of_three(const struct pm_sample *s)
{
    const struct pm_sample_line *const line = s->line;
    int odd = 0, joints = 0, named = 0;

    if (!s->whole || s->lines != 3)
        return false;
    for (int i = 0; i < 3; i++) {
        const struct pm_sample_line *const a = line + i, *const b = line + (i + 1) % 3;
        if (a->words != 3 || !pm_word_is_number(a->word[0]) || !pm_word_is_number(a->word[1]) ||
            !pm_word_is_number(a->word[2]))
            return false;
        odd += !is_vertex_number(a->word[0]) || !is_vertex_number(a->word[1]) ||
               pm_word_same(a->word[0], a->word[1]) || pm_word_is(a->word[2], "0") ||
               parallel(a, b);
        joints += joined(a, b);
        for (int k = 0; k < 6; k++)
            if (pm_word_same(a->word[2], line[k / 2].word[k % 2])) {
                named++;
                break;
            }
    }
    return odd > 0 || joints < 2 || (joints == 3 && named == 3);
}

enum pm_fit pm_edgelist_fits(const struct pm_sample *s)
{
    size_t good = 0, pairs = 0, commas = 0, numbers = 0;

    if (s->binary || pm_is_multiline_adjacency(s) || pm_sample_begins(s, "%%MatrixMarket") ||
        pm_sample_begins(s, "%MatrixMarket"))
        return PM_FIT_NO;
    if (pm_sample_begins(s, "%place ") || is_graph_line(s->text))
        return PM_FIT_SURE; /* dimer writes such a line, also for a graph without edges */
    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_sample_line *const line = s->line + k;
        const bool marked = pm_points_are(line->text) || (is_marked(s->line) && is_marked(line));
        good += marked || is_edge_line(line);
        pairs += marked || line->words >= 2;
        commas += !marked && ends_in_comma(line->word[0]);
        numbers += is_long_number(line->word[0]);
    }
    if (good < s->lines)
        return 2 * good >= s->lines ? PM_FIT_BROKEN : PM_FIT_NO;
    if ((s->lines > 0 && (pairs == 0 || commas == s->lines || numbers == s->lines)) ||
        is_matrix_of_three(s))
        return PM_FIT_NAMED;
    return PM_FIT_LIKELY;
}

/* LGL has no signature: a file of LGL may also be read as an edge list with comments. */
enum pm_fit pm_lgl_fits(const struct pm_sample *s)
{
    return s->text[0] == '#' ? PM_FIT_NAMED : PM_FIT_NO;
}

enum pm_fit pm_ncol_fits(const struct pm_sample *s)
{
    return pm_edgelist_fits(s) >= PM_FIT_NAMED ? PM_FIT_NAMED : PM_FIT_NO;
}
