/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A format fits if its reader reads the whole beginning of the input, all of whose lines must be as
 * strict as the first one, and if no rule is broken that needs several lines.  Nothing depends on
 * how likely a graph is: where two formats fit one input, the user decides. */
#include "read/grammar.h"

#include "base/alloc.h"
#include "read/cutter.h"
#include "read/term.h"
#include "model/turned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- rules */

static bool has_number(const struct pm_sample_line *line, int64_t wanted)
{
    int64_t number;

    for (int j = 0; j < line->words && j < PM_SAMPLE_WORDS; j++)
        if (pm_word_integer(&number, line->word[j]) && number == wanted)
            return true;
    return false;
}

/* True if line k has the neighbours of vertex k, counted from `first`: others, in whose lines, if
 * these are in the sample, vertex k stands.  `named`: vertex k and two neighbours. */
static bool are_neighbours(const struct pm_sample *s, int64_t first, bool named)
{
    int64_t number;

    for (size_t k = 0; k < s->lines; k++) {
        if (named && (s->line[k].words != 3 || !pm_word_integer(&number, *s->line[k].word) ||
                      number != (int64_t)k + first))
            return false;
        for (int j = named; j < s->line[k].words; j++) {
            if (!pm_word_integer(&number, pm_sample_word(s->line + k, j)) || number < first ||
                number == (int64_t)k + first)
                return false;
            const uint64_t other = (uint64_t)(number - first);
            if (other < s->lines ? !has_number(s->line + other, (int64_t)k + first) : s->whole)
                return false;
        }
    }
    return s->lines > 3 && s->line->words <= 3;
}

/* The list of the edges of a triangle is the same graph. */
static void neighbours_rule(struct pm_finding *f, const struct pm_sample *s)
{
    if (!are_neighbours(s, 0, false) && !are_neighbours(s, 1, false))
        pm_finding_break(f, 0, "the neighbours of a vertex do not have it in their lines");
}

static void named_neighbours_rule(struct pm_finding *f, const struct pm_sample *s)
{
    if (!are_neighbours(s, 0, true) && !are_neighbours(s, 1, true))
        pm_finding_break(f, 0, "the neighbours of a vertex do not have it in their lines");
}

/* Rows of digits, which are read: 0 and 1, or as many rows as a row has digits; and in no matrix a
 * row may be a number. */
static void digits_rule(struct pm_finding *f, const struct pm_sample *s)
{
    bool binary = true, begins = false;

    for (size_t k = 0; k < s->lines && f->fits; k++) {
        const struct pm_word word = s->line[k].word[0];
        if (s->line[k].words != 1 || strspn(word.text, "0123456789") < word.length)
            pm_finding_break(f, k, "the line has something else than digits");
        begins = begins || *word.text == '0';
        binary = binary && strspn(word.text, "01") >= word.length;
    }
    if (f->fits && (f->cols < 2 || !begins))
        pm_finding_break(f, 0, "the digits may be numbers: no row begins with 0");
    if (f->fits && !binary && !f->square)
        pm_finding_break(f, 0, "digits other than 0 and 1 need as many rows");
}

static void graph6_rule(struct pm_finding *f, const struct pm_sample *s)
{
    const size_t bad = pm_graph6_first_bad(s);

    if (bad < s->lines)
        pm_finding_break(f, bad, "this is no graph in graph6");
}

const struct pm_grammar pm_grammars[] = {
    {"el", true, NULL, "edges 'u v [weight]' of one form"},
    {"table", true, NULL, "rows of equally many numbers"},
    {"digits", true, digits_rule, "rows of equally many digits"},
    {"csv", true, NULL, "edges below the titles of their columns"},
    {"graph6", false, graph6_rule, "lines of graph6"},
    {"adjlist", true, NULL, "adjacency lists 'u v w ...' as NetworkX writes them, or 'u: v w ...'"},
    {"lgl", true, NULL, "neighbours below lines '# vertex'"},
    {NULL, false, neighbours_rule,
     "lists of neighbours, with those of vertex k in line k (awk '{ print NR, $0 }' makes "
     "adjacency lists of them)"},
    {NULL, false, named_neighbours_rule,
     "a vertex and its neighbours, with every edge in two lines (awk '{ $1 = $1 \":\"; print }' "
     "makes adjacency lists of them)"},
    {NULL, false, NULL, NULL},
};

/* ----------------------------------------------------------------- the readers */

/* Two names in each line may be any text, and the first line a title.  They are edges if some name
 * stands on two lines, also one of the first line, or the file's name says so. */
static pm_status study_edges(struct pm_finding *f, const struct pm_graph *graph,
                             const struct pm_sample *s, bool untitled)
{
    const struct pm_triplets *const edge = &graph->edge;
    char shape[PM_SHAPE_MOST + 2];
    struct pm_turned found;
    bool joined = false;
    int *degree;

    PM_TRY(pm_turned_find(&found, graph));
    f->simple = !found.again && pm_graph_loops(graph) == 0;
    if (edge->count == 0 || !untitled ||
        pm_shape_among("nn nnR", pm_shape_of(shape, s->line->text, ' ')) == NULL)
        return PM_OK;
    PM_NEW(degree, pm_graph_vertices(graph));
    for (size_t k = 0; k < edge->count; k++) {
        joined |= degree[edge->row[k]]++ > 0;
        joined |= degree[edge->col[k]]++ > 0;
    }
    f->doubted = !joined || (edge->count > 1 && degree[*edge->row] == 1 && degree[*edge->col] == 1);
    snprintf(f->why, sizeof f->why,
             joined ? "its names stand on no other line, so that it may be a title"
                    : "no name stands on two lines, so that it may be other text");
    free(degree);
    return PM_OK;
}

/* Notes why the reader has failed, without the place. */
static void note_failure(struct pm_finding *f, const struct pm_sample *s,
                         const struct pm_graph_reader *r)
{
    static const char place[] = "beginning: line ";
    const bool placed = strncmp(pm_message(), place, sizeof place - 1) == 0;
    const char *const text = s->line->text, *const why = strchr(pm_message() +
                                                                    (placed ? sizeof place - 1 : 0),
                                                                ':');
    struct pm_word first = s->line->word[0];
    const bool colon = pm_cut_colon(&first), lists = r->format->holds == PM_HOLDS_NEIGHBOURS;
    size_t k = 0;

    if (!lists || colon)
        while (k + 1 < s->lines && s->line[k].number < pm_source_number(r->source))
            k++;
    pm_finding_break(f, k, "%s", why != NULL ? why + 2 : pm_message());
    f->begun =
        r->format->matrix == NULL
            ? (lists && colon && strchr("int", pm_class_of(first)) != NULL) ||
                  (r->format->holds == PM_HOLDS_EDGES && pm_term_is(pm_sample_word(s->line, 2)))
            : strpbrk(text, ",;\t") != NULL ||
                  (strchr("izdc", pm_class_of(first)) != NULL && s->line->words > 1);
}

static pm_status read_next(struct pm_finding *f, struct pm_graph_reader *r,
                           const struct pm_sample *s)
{
    struct pm_graph *graph = NULL;
    struct pm_problem *problem = NULL;
    const bool another = r->more;

    pm_status status =
        r->format->matrix != NULL ? r->format->matrix(&problem, r) : r->format->next(&graph, r);
    if (problem != NULL) {
        const int rows = problem->a->rows, cols = problem->a->cols;
        f->cols = cols > f->cols ? cols : f->cols;
        f->square =
            (!another || f->square) && (rows == cols || (!r->more && !r->whole && rows < cols));
    }
    if (graph != NULL && status == PM_OK)
        status = study_edges(f, graph, s, r->format->holds == PM_HOLDS_EDGES);
    pm_graph_free(graph);
    pm_problem_free(problem);
    return status == PM_OK ? PM_OK : pm_source_fail_at(r->source, status);
}

pm_status pm_grammar_try(struct pm_finding *f, const struct pm_graph_reader *reader,
                         const struct pm_format *format, const struct pm_sample *s)
{
    struct pm_graph_reader r = {.format = format,
                                .directed = reader->directed,
                                .logs = reader->logs,
                                .weights = reader->weights,
                                .missing = reader->missing,
                                .said = reader->said,
                                .trial = true};
    size_t length = s->length;
    char *text;

    r.strict = !r.said;
    r.whole = s->whole;
    while (!s->whole && length > 0 && s->text[length - 1] != '\0')
        length--;
    if (s->lines == 0 || s->binary)
        return PM_OK;
    PM_NEW(text, length + 1);
    for (size_t k = 0; k < length; k++)
        text[k] = (char)(s->text[k] == '\0' ? '\n' : s->text[k]);
    pm_status status = pm_source_open_text(&r.source, "beginning", text, length);
    free(text);
    PM_TRY(status);
    do
        status = read_next(f, &r, s);
    while (status == PM_OK && r.more);
    f->tall = r.tall;
    f->uneven = r.uneven;
    if (status == PM_INPUT)
        note_failure(f, s, &r);
    free(r.last);
    pm_source_close(r.source);
    return status == PM_INPUT ? PM_OK : status;
}

pm_status pm_grammar_find(struct pm_finding *f, const struct pm_grammar *g,
                          const struct pm_graph_reader *reader, const struct pm_sample *s)
{
    *f = (struct pm_finding){.fits = true, .line = s->lines};
    if (s->binary || (s->cut && g->rule != graph6_rule))
        pm_finding_break(f, 0, s->cut ? "the line is longer than 64 KiB" : "it is no text");
    else if (g->tried)
        PM_TRY(pm_grammar_try(f, reader, pm_format_named(g->format), s));
    if (f->fits && g->rule != NULL)
        g->rule(f, s);
    return PM_OK;
}

/* ---------------------------------------------------------------- comments */

/* What comments above edges begin with that is known.  KONECT's 'bip' means that both columns have
 * vertices of their own (Kunegis, KONECT, 2013). */
static const struct {
    const char *begin;
    enum pm_lines lines;
} known_comments[] = {{"Nodes:", PM_LINES_EDGES},
                      {"Directed graph", PM_LINES_EDGES},
                      {"Undirected graph", PM_LINES_EDGES},
                      {"sym ", PM_LINES_EDGES},
                      {"asym ", PM_LINES_EDGES},
                      {"bip ", PM_LINES_SIDES}};

/* What is said in the comment; NULL: nothing. */
static const char *said_in(const char *line, enum pm_lines lines, bool weighted)
{
    const char *const text = line + 1 + strspn(line + 1, " \t");
    const char *at = text;
    const struct pm_word first = pm_word_next(&at);
    const char last = first.length > 0 ? first.text[first.length - 1] : '\0';

    for (size_t k = 0; k < sizeof known_comments / sizeof *known_comments; k++)
        if (strncmp(text, known_comments[k].begin, strlen(known_comments[k].begin)) == 0)
            return lines == PM_LINES_ROWS ? "says that edges of a graph follow"
                   : known_comments[k].lines > lines
                       ? "says that the columns are two sides: --as=biadjacency reads them so"
                       : NULL;
    if (strcasestr(text, "MatrixMarket") != NULL ||
        (strchr("#%!", line[1]) != NULL && line[1] != '\0' && strchr("#% \t\r", line[2]) == NULL))
        return "looks like the first line of another format";
    for (struct pm_word word = pm_word_next(&at); weighted && word.length > 0;
         word = pm_word_next(&at))
        if (pm_word_among(word, "date time datetime timestamp"))
            return "may be the title of a column of dates or times";
    if (*text != '\0' && strchr("([{<", *text) != NULL)
        return "has a bracket";
    return last == ':' || (last != '\0' && memchr(first.text, '=', first.length) != NULL)
               ? "has a key and its value"
               : NULL;
}

/* Where numbers follow a sign of comments within a line, as in 50 % 20 %, they may be data.  Moves
 * *text there. */
static const char *counted_after(const char **text)
{
    for (const char *at = *text; (at = strpbrk(at, "#%")) != NULL; at++) {
        const char *const next = at + 1 + strspn(at + 1, " \t");
        if (at > *text && strchr(" \t", at[-1]) != NULL && '0' <= *next && *next <= '9') {
            *text = at;
            return "may have numbers";
        }
    }
    return NULL;
}

size_t pm_comment_speaks(const char **why, const char **text, const struct pm_sample *s,
                         enum pm_lines lines)
{
    size_t number = 0, length;
    bool after = false; /* a line that is no comment came before */

    for (const char *at = s->text; at < s->text + s->length; at += length + 1) {
        length = strlen(at);
        number++;
        *text = at + strspn(at, " \t");
        const bool comment = **text == '#' || **text == '%';
        after |= !comment && (*text)[strspn(*text, "\r")] != '\0';
        *why = !comment ? counted_after(text)
               : after && **text == '#' && (*text)[1 + strspn(*text + 1, " \t\r")] == '\0'
                   ? "alone may stand between labels and edges"
                   : said_in(*text, lines, s->lines > 0 && s->line->words == 3);
        if (*why != NULL)
            return number;
    }
    return 0;
}
