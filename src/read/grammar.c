/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A format fits if its reader reads the whole beginning of the input, all of whose lines must be as
 * strict as the first one, and if no rule is broken that needs several lines.  Nothing depends on
 * how likely a graph is: where two formats fit one input, the user decides. */
#include "read/grammar.h"

#include "base/alloc.h"
#include "read/cutter.h"
#include "read/turned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- rules */

/* True if the line has this number. */
static bool has_number(const struct pm_sample_line *line, int64_t wanted)
{
    int64_t number;

    for (int j = 0; j < line->words && j < PM_SAMPLE_WORDS; j++)
        if (pm_word_integer(&number, line->word[j]) && number == wanted)
            return true;
    return false;
}

/* Line k has other vertices; those whose lines are in the sample have vertex k in them. */
static bool is_neighbourhood(const struct pm_sample *s, size_t k, int64_t first)
{
    const struct pm_sample_line *const line = s->line + k;
    const int64_t self = (int64_t)k + first;
    int64_t number;

    for (int j = 0; j < line->words; j++) {
        if (j >= PM_SAMPLE_WORDS || !pm_word_integer(&number, line->word[j]) || number < first ||
            number == self)
            return false;
        const uint64_t other = (uint64_t)(number - first);
        if (other < s->lines ? !has_number(s->line + other, self) : s->whole)
            return false;
    }
    return true;
}

/* Line k has the neighbours of vertex k, counted from 0 or 1.  The list of the edges of a triangle
 * is the same graph. */
static void neighbours_rule(struct pm_finding *f, const struct pm_sample *s)
{
    bool fits = false;

    for (int first = 0; first < 2 && !fits; first++) {
        fits = s->lines > 3 && s->line->words <= 3;
        for (size_t k = 0; k < s->lines && fits; k++)
            fits = is_neighbourhood(s, k, first);
    }
    if (!fits)
        pm_finding_break(f, 0, "the neighbours of a vertex do not have it in their lines");
}

/* ------------------------------------------------------------------- digits */

/* The digits of a line, if these are all it has; else the rule is broken. */
static struct pm_word digits_of(struct pm_finding *f, const struct pm_sample *s, size_t k,
                                const char *allowed)
{
    const struct pm_word word = s->line[k].word[0];

    if (f->fits && (s->line[k].words != 1 || strspn(word.text, allowed) < word.length))
        pm_finding_break(f, k, "the line has something else than digits");
    return word;
}

/* Digits 0 and 1, or as many rows of any digits as a row has. */
static void digits_rule(struct pm_finding *f, const struct pm_sample *s)
{
    size_t length = 0, longest = 0, rows = 0;
    bool binary = true, square = s->whole;

    for (size_t k = 0; k < s->lines && f->fits; k++) {
        const struct pm_word word = digits_of(f, s, k, "0123456789");
        if (k == 0 || pm_sample_has_gap(s, k)) {
            square = square && rows == length;
            length = word.length;
            rows = 0;
        }
        rows++;
        longest = length > longest ? length : longest;
        binary = binary && strspn(word.text, "01") >= word.length;
        if (f->fits && word.length != length)
            pm_finding_break(f, k, "the row has %zu digits, and the first one %zu", word.length,
                             length);
    }
    if (f->fits && longest < 2)
        pm_finding_break(f, 0, "a digit alone is a number");
    if (f->fits && !binary && (!square || rows != length))
        pm_finding_break(f, 0, "digits other than 0 and 1 need as many rows");
}

/* As many rows of as many digits as the first line says. */
static void sized_digits_rule(struct pm_finding *f, const struct pm_sample *s)
{
    int64_t size;

    if (!pm_word_integer(&size, s->line->word[0]) || size != (int64_t)s->lines - 1 || size < 2)
        pm_finding_break(f, 0, "it is not the number of the other lines");
    for (size_t k = 0; k < s->lines; k++)
        if (digits_of(f, s, k, "0123456789").length != (size_t)size && k > 0 && f->fits)
            pm_finding_break(f, k, "it has not so many digits");
}

/* GAP prints zeros as points.  Points below each other are those of decimal numbers. */
static void pointed_digits_rule(struct pm_finding *f, const struct pm_sample *s)
{
    const size_t point = strcspn(s->line->word[0].text, ".");
    bool below = true;

    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_word word = digits_of(f, s, k, "0123456789.");
        if (f->fits && word.length != s->lines)
            pm_finding_break(f, k, "it has not so many digits as there are lines");
        below = below && strcspn(word.text, ".") == point;
    }
    if (f->fits && below)
        pm_finding_break(f, 0, "the points are those of decimal numbers");
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
    {"digits", false, digits_rule, "rows of equally many digits"},
    {"csv", true, NULL, "edges below the titles of their columns"},
    {"graph6", false, graph6_rule, "lines of graph6"},
    {"adjlist", true, NULL, "adjacency lists 'u v w ...' as NetworkX writes them, or 'u: v w ...'"},
    {"lgl", true, NULL, "neighbours below lines '# vertex'"},
    {NULL, false, neighbours_rule,
     "lists of neighbours, with those of vertex k in line k (awk '{ print NR, $0 }' makes "
     "adjacency lists of them)"},
    {NULL, false, pointed_digits_rule, "rows of digits, with points for 0"},
    {NULL, false, sized_digits_rule, "the size of a matrix, then rows of digits"},
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
    for (size_t k = 0; k < edge->count; k++)
        joined |= (degree[edge->row[k]]++ > 0) | (degree[edge->col[k]]++ > 0);
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
    f->begun = r->format->matrix == NULL
                   ? lists && colon && strchr("int", pm_class_of(first)) != NULL
                   : strpbrk(text, ",;\t") != NULL ||
                         (strchr("izdc", pm_class_of(first)) != NULL && s->line->words > 1);
}

/* Reads the next graph or matrix. */
static pm_status read_next(struct pm_finding *f, struct pm_graph_reader *r,
                           const struct pm_sample *s)
{
    struct pm_graph *graph = NULL;
    struct pm_problem *problem = NULL;
    const bool another = r->more;

    pm_status status =
        r->format->matrix != NULL ? r->format->matrix(&problem, r) : r->format->next(&graph, r);
    if (problem != NULL) {
        f->cols = problem->a->cols;
        f->square =
            (!another || f->square) &&
            (problem->a->rows == f->cols || (!r->more && !r->whole && problem->a->rows < f->cols));
    }
    if (graph != NULL && status == PM_OK)
        status = study_edges(f, graph, s, r->format->holds == PM_HOLDS_EDGES);
    pm_graph_free(graph);
    pm_problem_free(problem);
    return status;
}

pm_status pm_grammar_try(struct pm_finding *f, const struct pm_graph_reader *reader,
                         const struct pm_format *format, const struct pm_sample *s)
{
    struct pm_graph_reader r = {
        .format = format, .logs = reader->logs, .said = reader->said, .trial = true};
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

/* What comments begin with that is known.  KONECT's 'bip' means that both columns have vertices of
 * their own (Kunegis, KONECT, 2013). */
static const struct {
    const char *begin;
    bool sides;
} known_comments[] = {
    {"Nodes:", false}, {"Directed graph", false}, {"Undirected graph", false}, {"bip ", true}};

/* What is said in the comment; NULL: nothing. */
static const char *said_in(const char *line, bool sided, bool weighted)
{
    const char *const text = line + 1 + strspn(line + 1, " \t");
    const char *at = text;
    const struct pm_word first = pm_word_next(&at);
    const char last = first.length > 0 ? first.text[first.length - 1] : '\0';

    for (size_t k = 0; k < sizeof known_comments / sizeof *known_comments; k++)
        if (strncmp(text, known_comments[k].begin, strlen(known_comments[k].begin)) == 0)
            return known_comments[k].sides && !sided
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

size_t pm_comment_speaks(const char **why, const char **text, const struct pm_sample *s, bool sided)
{
    size_t number = 0, length;
    bool after = false; /* a line that is no comment came before */

    for (const char *at = s->text; at < s->text + s->length; at += length + 1) {
        length = strlen(at);
        number++;
        *text = at + strspn(at, " \t");
        const bool comment = **text == '#' || **text == '%';
        after |= !comment && (*text)[strspn(*text, "\r")] != '\0';
        *why = !comment ? NULL
               : after && **text == '#' && (*text)[1 + strspn(*text + 1, " \t\r")] == '\0'
                   ? "alone may stand between labels and edges"
                   : said_in(*text, sided, s->lines > 0 && s->line->words == 3);
        if (*why != NULL)
            return number;
    }
    return 0;
}
