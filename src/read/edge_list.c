/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of edges in lines.  The row of a format in the table of formats says which list it has:
 *     edges       `u v [weight]` is an edge, `u` a vertex.  If the first line is `u -> v`,
 *                 `u--v` or `(u,v)`, all edges have such marks.  NetworkX writes attributes in
 *                 braces instead of the weight.
 *     columns     an edge has its ends and its weight below their titles (RFC 4180 without line
 *                 ends in quotes)
 *     neighbours  `u v w ...` are the edges u v, u w, ..., as NetworkX writes them; in lines
 *                 `u: v w ...`, an edge may stand at both of its ends
 *     heads       the lines `v [weight]` after a line `# u` are the edges of u (LGL)
 * Any word is a name, points `(0, 0)` are called `0,0`; vertices are numbered in the order of their
 * first use. */
#include "read/brackets.h"
#include "read/edge_doubts.h"
#include "read/titles.h"
#include "read/edge_line.h"
#include "read/network.h"
#include "read/rotation_lines.h"
#include "model/turned.h"

#include <string.h>

/* If a file has several graphs, such a line begins each graph.  It may give its number, say that
 * its edges are `undirected`, or `directed`, and give a title in quotes. */
static const char graph_line[] = "%graph";

struct list {
    const struct pm_graph_reader *reader;
    struct pm_network n;
    struct pm_edge_facts facts;
    struct pm_rotation_lines around;
    struct pm_edge_columns columns; /* no separator: not known yet */
    char title[PM_SHAPE_MOST + 2];  /* the shape of the line of titles, if they may be names */
    int head;                       /* the vertex of the last line `# u`; -1: none yet */
    char class;                     /* of the vertices below such lines; 0: none yet */
    bool colons;                    /* neighbours follow `u:` */
    enum pm_direction direction;    /* of edges without a mark */
    bool begun;                     /* a line of this graph has been read that is no mere comment */
    bool ended;                     /* a line has been read that begins another graph */
    bool gap;                       /* a blank line was the last one */
    int known;                      /* vertices before the last blank line */
    uint64_t first;                 /* the line of the first edge; 0: none yet */
};

/* ------------------------------------------------------------------------ fields */

/* A whole number after 1 -> 2 may be a third vertex. */
static const char edge_shapes[] =
    "ii iiR iia nn nnR nna tt ttR tta i>i i>id n>n n>nR i-i i-id n-n n-nR p";
static const char head_shapes[] = "n nR i iR t tR";

/* Reads the weight, and checks that nothing follows it. */
static pm_status read_end(struct list *l, const struct pm_edge_line *f, const char *expected)
{
    char quote[PM_QUOTE_SIZE];
    struct pm_word weight = f->weight;

    if (weight.length > 0 && *weight.text == '{')
        PM_TRY(pm_brackets_weight(&weight));
    PM_TRY(pm_graph_read_weight(l->n.weight, l->n.names.graph, weight));
    PM_REFUSE_IF(f->more.length > 0, "%s is too much; %s is expected%s",
                 pm_word_quote(quote, f->more), expected,
                 pm_word_is_integer(weight) && pm_word_is_integer(f->more)
                     ? ", and points have commas, as in '0,0 0,1'"
                     : "");
    return PM_OK;
}

static pm_status add_edge(struct list *l, int from, int to)
{
    return pm_graph_add_edge(l->n.names.graph, from, to, l->n.weight, NULL);
}

/* Where the user has not named the format, every line has the form of the first one. */
static pm_status check_shape(struct list *l, const char *shape, const char *shapes)
{
    if (!l->reader->strict)
        return PM_OK;
    if (l->facts.shape == NULL)
        l->facts.shape = pm_shape_among(shapes, shape);
    PM_REFUSE_IF(l->facts.shape == NULL || !pm_shape_is(l->facts.shape, shape),
                 "it has another form than the first line (--format=%s reads several)",
                 l->reader->format->name);
    return PM_OK;
}

/* --------------------------------------------------------------- lines that are no edges */

/* The line belongs to the next graph. */
static pm_status end_graph(struct list *l)
{
    l->ended = true;
    pm_source_back(l->reader->source);
    return PM_OK;
}

static bool is_graph_line(const char *line)
{
    return *line == '%' && pm_word_is(pm_word_next(&line), graph_line);
}

/* Takes a title in quotes at the end of the line.  With one, the first graph has one. */
static pm_status take_title(struct list *l, const char **rest)
{
    struct pm_graph *const g = l->n.names.graph;
    const bool first = l->reader->done == 0, needed = l->reader->titled;

    *rest += strspn(*rest, " \t");
    const size_t length = **rest == '"' ? strcspn(*rest + 1, "\"") : 0;
    if (**rest != '"' && !needed)
        return PM_OK;
    PM_REFUSE_IF(**rest == '"' && (*rest)[length + 1] == '\0', "the title has no second quote");
    PM_REFUSE_IF(**rest == '"' && !first && !needed, "the first graph has no title, and this has");
    g->title = strndup(*rest + (**rest == '"'), length);
    *rest += **rest == '"' ? length + 2 : 0;
    return g->title != NULL ? PM_OK : pm_no_memory();
}

/* Reads the number of a graph, the direction of its edges, and a title, if the line has them. */
static pm_status read_graph_line(struct list *l, const char *rest)
{
    const char *next = rest;
    struct pm_word word = pm_word_next(&next);
    int64_t index = PM_INDEX_OPEN;
    bool bad = false;

    if (word.length > 0 && strchr("0123456789", *word.text) != NULL) {
        bad = !pm_word_integer(&index, word);
        rest = next;
        word = pm_word_next(&next);
    }
    if (pm_word_is(word, "undirected") || pm_word_is(word, "directed")) {
        l->direction = *word.text == 'u' || *word.text == 'U' ? PM_UNDIRECTED : PM_DIRECTED;
        rest = next;
    }
    PM_TRY(take_title(l, &rest));
    PM_REFUSE_IF(bad || pm_word_next(&rest).length > 0,
                 "'%%graph' is expected, perhaps with a number N, then the word 'undirected' or "
                 "'directed', and then a title in double quotes");
    l->n.names.graph->index = index;
    l->n.names.graph->direction = l->direction;
    l->begun = true;
    return PM_OK;
}

/* Reads a comment.  Positions of vertices that have positions already are those of another
 * graph. */
static pm_status read_comment(struct list *l, const char *line)
{
    struct pm_graph *const g = l->n.names.graph;

    if (is_graph_line(line))
        return l->begun ? end_graph(l) : read_graph_line(l, line + sizeof graph_line - 1);
    if (pm_graph_vertices(g) > 0 && pm_place_repeats(g->place, line))
        return end_graph(l);
    PM_TRY(pm_place_line(&g->place, line));
    if (pm_rotation_is_line(line))
        PM_TRY(
            pm_rotation_line(&l->around, &l->n.names, line, pm_source_number(l->reader->source)));
    l->begun |= g->place != NULL || l->around.count > 0;
    return PM_OK;
}

/* Begins with the edges after a blank line, after a look at those before it. */
static pm_status begin_block(struct list *l)
{
    struct pm_edge_facts *const f = &l->facts;

    if (!f->strict || (f->blocks > 0 && !l->gap))
        return PM_OK;
    if (f->blocks > 1 && !f->joined)
        return pm_edge_doubts_check(l->n.names.graph, f);
    f->blocks++;
    l->known = pm_graph_vertices(l->n.names.graph);
    l->gap = f->joined = false;
    return PM_OK;
}

/* ------------------------------------------------------------------------- lines */

/* A name with a comma, alone on its line, is a point where the first name is one, or no name comes
 * before it, but a line `%graph` or `%place` does. */
static pm_status read_alone(struct list *l, struct pm_word name)
{
    const struct pm_graph *const g = l->n.names.graph;
    const bool first = pm_graph_vertices(g) == 0;
    char quote[PM_QUOTE_SIZE];
    int vertex;

    PM_REFUSE_IF(memchr(name.text, ',', name.length) != NULL &&
                     (first ? !l->begun : strchr(pm_graph_vertex_name(g, 0), ',') == NULL),
                 "%s is one name; edges are 'u v [weight]' with blanks, or have commas below a "
                 "line of titles such as 'u,v' (--format=csv); above points comes a line '%s'",
                 pm_word_quote(quote, name), graph_line);
    l->facts.titled |= first;
    return pm_names_vertex(&vertex, &l->n.names, name);
}

static pm_status read_edge(struct list *l, char *line)
{
    struct pm_edge_line f;
    int from, to;

    PM_REFUSE_IF(strncmp(line, "%%MatrixMarket", 14) == 0,
                 "a Matrix Market file is no edge list; its format is 'mtx'");
    pm_edge_line_cut(&f, line, l->reader->weights != PM_WEIGHTS_NUMBERS);
    l->gap |= line[strspn(line, " \t\r\v\f")] == '\0';
    if (f.ends == 0)
        return read_comment(l, line);
    PM_REFUSE_IF(!l->begun && l->reader->strict &&
                     pm_titles_find_edges(&l->columns, line, PM_COLUMNS_SURE),
                 "these are titles of columns");
    PM_TRY(check_shape(l, f.shape, edge_shapes));
    PM_TRY(begin_block(l));
    PM_REFUSE_IF(
        l->facts.marked && !f.marked && f.ends > 1,
        "an edge with a mark is expected, as in the first line: 'u -> v', 'u--v' or '(u,v)'");
    l->first = l->first == 0 ? pm_source_number(l->reader->source) : l->first;
    PM_TRY(f.ends < 2 ? read_alone(l, f.end[0]) : PM_OK);
    l->begun = true;
    if (f.ends < 2)
        return PM_OK;
    l->facts.marked |= f.marked;
    l->facts.inside |= f.inside;
    PM_TRY(pm_names_ends(&from, &to, &l->n.names, f.end[0], f.end[1]));
    l->facts.joined |= from < l->known || to < l->known;
    PM_TRY(read_end(l, &f, "'u v [weight]'"));
    l->n.names.graph->direction = f.direction != PM_UNSAID ? f.direction : l->direction;
    return add_edge(l, from, to);
}

/* A note if there is no weight, and a title is like one. */
static pm_status read_titles(struct list *l, const char *line)
{
    struct pm_edge_columns *const c = &l->columns;

    PM_TRY(pm_titles_take_edges(c, line, l->reader->columns,
                                l->reader->strict ? PM_COLUMNS_STRICT : PM_COLUMNS_ANY));
    if (l->reader->strict && c->separator == ' ' &&
        !pm_titles_find_edges(&(struct pm_edge_columns){.count = 0}, line, PM_COLUMNS_SURE))
        pm_shape_of(l->title, line, ' ');
    struct pm_cut cut = pm_cut_of(line, c->separator);
    while (l->reader->columns == NULL && c->at[PM_COLUMN_WEIGHT] < 0 && pm_cut_next(&cut))
        pm_network_is_weight(&l->n, cut.word);
    return l->n.unread.length == 0 ? PM_OK
                                   : pm_graph_note_unread(l->n.names.graph, l->n.unread.text);
}

static pm_status read_columns(struct list *l, char *line)
{
    static const char *const name[] = {"source", "target", "weight"};
    struct pm_cut cut = pm_cut_of(line, l->columns.separator);
    struct pm_word value[PM_COLUMNS] = {{line, 0}, {line, 0}, {line, 0}};
    char shape[PM_SHAPE_MOST + 2];
    int from, to;

    if (line[strspn(line, " \t\r")] == '\0')
        return PM_OK;
    if (l->columns.separator == '\0')
        return line[strspn(line, " \t")] == '#' ? PM_OK : read_titles(l, line);
    const bool may = *l->title != '\0' && strcmp(l->title, pm_shape_of(shape, line, ' ')) == 0;
    *l->title = '\0';
    PM_REFUSE_IF(may, "the titles in the first line may be names");
    while (pm_cut_next(&cut)) {
        PM_REFUSE_IF(cut.class != PM_CLASS_QUOTED && *cut.word.text == '"',
                     "a quote does not end in its field, which must be on one line");
        for (int c = 0; c < PM_COLUMNS; c++)
            if (l->columns.at[c] == cut.count - 1)
                value[c] = pm_cut_name(&cut, line);
    }
    PM_REFUSE_IF(l->reader->strict && cut.count > l->columns.count,
                 "the line has %d fields, and the first line %d titles", cut.count,
                 l->columns.count);
    for (int c = 0; c < PM_COLUMNS; c++)
        PM_REFUSE_IF(value[c].length == 0 && l->columns.at[c] >= 0,
                     "the %s of the edge is missing: column %d is empty", name[c],
                     l->columns.at[c] + 1);
    PM_TRY(pm_names_ends(&from, &to, &l->n.names, value[PM_COLUMN_FROM], value[PM_COLUMN_TO]));
    PM_TRY(pm_graph_read_weight(l->n.weight, l->n.names.graph, value[PM_COLUMN_WEIGHT]));
    return add_edge(l, from, to);
}

/* Each vertex has one line.  Without a colon, an edge stands in the line of the end that comes
 * first. */
static pm_status read_neighbours(struct list *l, char *line)
{
    static const struct pm_word none = {"", 0};
    struct pm_cut cut = pm_cut_of(line, ' ');
    const bool strict = l->reader->strict;
    int from, to;

    if (!pm_cut_next(&cut))
        return PM_OK;
    struct pm_word name = pm_cut_name(&cut, line);
    const bool both = pm_cut_colon(&name);
    l->class = l->class == 0 ? pm_class_of(name) : l->class;
    l->colons |= both;
    PM_REFUSE_IF(l->colons != both ||
                     (strict && (pm_class_of(name) != l->class || strchr("int", l->class) == NULL)),
                 "a vertex is expected as in the first line");
    PM_TRY(pm_network_vertex(&from, &l->n, name));
    PM_TRY(strict ? pm_network_declare(&l->n, from) : PM_OK);
    while (pm_cut_next(&cut)) {
        PM_REFUSE_IF(*cut.word.text == '{',
                     "attributes of edges are not read here; write_edgelist() writes them, too");
        PM_REFUSE_IF(strict && cut.class != l->class, "a vertex is expected as in the first line");
        PM_TRY(pm_network_vertex(&to, &l->n, pm_cut_name(&cut, line)));
        PM_REFUSE_IF(strict && (both ? to == from && !l->reader->directed
                                     : pm_network_is_declared(&l->n, to)),
                     "an edge is a loop, or stands in the line of its second end");
        PM_TRY(both ? pm_network_join_once(&l->n, from, to, none, PM_UNSAID,
                                           l->reader->directed && !l->reader->undirected)
                    : pm_network_join(&l->n, from, to, none, PM_UNSAID));
    }
    return PM_OK;
}

/* Reads '# vertex', or a line below it. */
static pm_status read_head(struct list *l, char *line)
{
    char *const at = line + strspn(line, " \t");
    const bool head = *at == '#';
    struct pm_edge_line f;
    int to;

    pm_edge_line_cut(&f, at + head, false);
    if (!head && f.ends == 0)
        return PM_OK;
    PM_REFUSE_IF(head && (strchr(" \t", at[1]) == NULL || f.ends != 1), "'# vertex' is expected");
    PM_REFUSE_IF(!head && l->head < 0, "a line '# vertex' is expected first");
    l->class = l->class == 0 ? *f.shape : l->class;
    PM_REFUSE_IF(l->reader->strict && *f.shape != l->class,
                 "the vertex is called in another way than those before it");
    if (head)
        return pm_names_vertex(&l->head, &l->n.names, f.end[0]);
    f.more = f.weight;
    f.weight = f.end[1];
    PM_TRY(check_shape(l, f.shape, head_shapes));
    PM_TRY(pm_names_vertex(&to, &l->n.names, f.end[0]));
    PM_TRY(read_end(l, &f, "'vertex [weight]'"));
    return add_edge(l, l->head, to);
}

typedef pm_status read_line(struct list *l, char *line);

static pm_status read_lines(struct list *l)
{
    static read_line *const read[] = {[PM_HOLDS_EDGES] = read_edge,
                                      [PM_HOLDS_COLUMNS] = read_columns,
                                      [PM_HOLDS_NEIGHBOURS] = read_neighbours,
                                      [PM_HOLDS_HEADS] = read_head};
    char *line;

    while (!l->ended) {
        PM_TRY(pm_source_line(l->reader->source, &line));
        if (line == NULL)
            return *l->title == '\0' ? PM_OK
                                     : pm_fail(PM_INPUT, "the first line may have names or titles");
        PM_TRY(read[l->reader->format->holds](l, line));
    }
    return PM_OK;
}

/* --------------------------------------------------------------- all the lines */

static pm_status finish(struct list *l)
{
    struct pm_graph *const g = l->n.names.graph;

    const uint64_t last = pm_source_number(l->reader->source);

    pm_source_set_line(l->reader->source, l->first); /* the place of doubts about all lines */
    if (l->reader->format->holds == PM_HOLDS_EDGES)
        PM_TRY(pm_edge_doubts_check(g, &l->facts));
    PM_TRY(pm_names_finish(&l->n.names, l->reader));
    pm_source_set_line(l->reader->source, last);
    PM_TRY(pm_place_finish(g->place, g->edge.rows, g->names, g->name));
    return pm_rotation_finish(&g->around, &l->around, g);
}

pm_status pm_edge_list_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct list l = {
        .reader = reader, .facts = {.said = reader->said, .strict = reader->strict}, .head = -1};
    pm_status status;

    PM_TRY_GOTO(status, pm_network_begin(&l.n, reader, false), done);
    l.n.names.graph->direction = PM_UNSAID;
    l.n.names.sided = reader->as == PM_AS_BIADJACENCY;
    PM_TRY_GOTO(status, read_lines(&l), done);
    reader->more = l.ended;
    if (reader->format->holds == PM_HOLDS_NEIGHBOURS && reader->strict &&
        (!reader->trial || reader->whole))
        status = l.n.names.graph->edge.count > 0 ? pm_network_check_declared(&l.n)
                                                 : pm_fail(PM_INPUT, "there are no edges");
    if (status == PM_OK && !reader->trial)
        status = finish(&l);
    if (status != PM_OK)
        goto done;
    reader->titled |= l.n.names.graph->title != NULL;
    *graph = l.n.names.graph;
    l.n.names.graph = NULL;
done:
    pm_rotation_lines_clear(&l.around);
    pm_network_clear(&l.n);
    return status;
}

/* ----------------------------------------------------------------- recognition */

/* dimer writes such lines, also for graphs without edges. */
bool pm_edges_fit(struct pm_sample *s)
{
    const char *at = s->text, *const end = s->text + s->length;

    while (at < end && !is_graph_line(at) && strncmp(at, "%place ", 7) != 0 &&
           !pm_rotation_is_line(at))
        at += strlen(at) + 1;
    return at < end;
}

/* NetworkX writes a comment with a date only before adjacency lists. */
bool pm_neighbours_fit(struct pm_sample *s)
{
    const char *at = s->text, *const end = s->text + s->length;

    while (at < end && *at == '#' && strncmp(at, "# GMT ", 6) != 0)
        at += strlen(at) + 1;
    return at < end && *at == '#';
}
