/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules for the lines of edge lists, adjacency lists and the like.  Nothing depends on how
 * likely a graph is: where two rules fit one input, the user decides. */
#include "read/grammar.h"

#include "read/formats.h"
#include "read/cutter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ shapes */

bool pm_shape_is(const char *pattern, const char *line)
{
    char shape[PM_SHAPE_MOST + 2];

    return pm_shape_fits(pm_shape_of(shape, line, ' '), pattern, strcspn(pattern, " "));
}

const char *pm_shape_among(const char *shapes, const char *line)
{
    for (const char *at = shapes; *at != '\0'; at += *at == ' ') {
        if (pm_shape_is(at, line))
            return at;
        at += strcspn(at, " ");
    }
    return NULL;
}

/* ------------------------------------------------------------------- words */

/* A word of the sample, and the line where it stands. */
struct place {
    struct pm_word word;
    size_t line;
};

static int by_word(const void *x, const void *y)
{
    const struct place *const a = x, *const b = y;
    const size_t length = a->word.length < b->word.length ? a->word.length : b->word.length;
    const int order = memcmp(a->word.text, b->word.text, length);

    return order != 0 ? order
                      : (a->word.length > b->word.length) - (a->word.length < b->word.length);
}

/* The first field of a line. */
static struct pm_cut first_of(const char *line)
{
    struct pm_cut cut = pm_cut_of(line, ' ');

    if (!pm_cut_next(&cut))
        cut.class = PM_CLASS_EMPTY;
    return cut;
}

/* The first `most` names of every line, sorted; *count of them.  NULL: no memory. */
static struct place *sorted_names(size_t *count, const struct pm_sample *s, int most)
{
    struct place *const place = malloc((s->lines * (size_t)most + 1) * sizeof *place);

    *count = 0;
    for (size_t k = 0; place != NULL && k < s->lines; k++) {
        struct pm_cut cut = pm_cut_of(s->line[k].text, ' ');
        for (int j = 0; j < most && pm_cut_next(&cut);)
            if (cut.class != PM_CLASS_ARROW && cut.class != PM_CLASS_LINE) {
                place[(*count)++] = (struct place){cut.word, k};
                j++;
            }
    }
    if (place != NULL)
        qsort(place, *count, sizeof *place, by_word);
    return place;
}

/* ------------------------------------------------------------------- rules */

const char pm_edge_shapes[] =
    "ii iiR iia nn nnR nna tt ttR tta i>i i>iR n>n n>nR i-i i-iR n-n n-nR p";

/* Two words a line may be any text, and the first line a title.  They are edges if some name stands
 * on two lines, also one of the first line, or the file's name says so. */
static void edges_rule(struct pm_finding *f, const struct pm_sample *s)
{
    const char *const text = s->line->text;
    bool joined = false, first = s->lines == 1;
    size_t count;

    if (pm_csv_has_titles(text, true)) {
        pm_finding_break(f, 0, "these are titles of columns");
        return;
    }
    if (!pm_shape_is("nn", text) && !pm_shape_is("nnR", text))
        return;
    struct place *const place = sorted_names(&count, s, 2);
    for (size_t k = 1; place != NULL && k < count; k++)
        if (by_word(place + k - 1, place + k) == 0) {
            joined = true;
            first |= place[k - 1].line == 0 || place[k].line == 0;
        }
    free(place);
    f->doubted = !joined || !first;
    snprintf(f->why, sizeof f->why,
             joined ? "its names stand on no other line, so that it may be a title"
                    : "no name stands on two lines, so that it may be other text");
}

/* NetworkX writes a line for every vertex, and an edge once: in the line of the vertex that comes
 * first. */
static bool is_adjacency(const struct pm_sample *s, const struct place *place, size_t count)
{
    const char class = first_of(s->line->text).class;
    size_t words = 0;

    if (strchr("int", class) == NULL || (s->whole && pm_cut_count(s->line[s->lines - 1].text, ' ') > 1))
        return false;
    for (size_t k = 1; k < count; k++)
        if (by_word(place + k - 1, place + k) == 0)
            return false;
    for (size_t k = 0; k < s->lines; k++)
        for (struct pm_cut cut = pm_cut_of(s->line[k].text, ' '); pm_cut_next(&cut); words++) {
            const struct place wanted = {cut.word, 0};
            const struct place *const found =
                bsearch(&wanted, place, count, sizeof *place, by_word);
            if (cut.class != class || (found == NULL ? s->whole : found->line < k))
                return false;
        }
    return words > s->lines;
}

static void adjacency_rule(struct pm_finding *f, const struct pm_sample *s)
{
    size_t count;
    struct place *const place = sorted_names(&count, s, 1);

    if (place == NULL || !is_adjacency(s, place, count))
        pm_finding_break(f, 0, "not every vertex has a line, or an edge stands in two lines");
    free(place);
}

/* Large Graph Layout: lines '# u' and below each of them its neighbours. */
static void lgl_rule(struct pm_finding *f, const struct pm_sample *s)
{
    const char class = first_of(s->line->text).class, *at = s->text;
    size_t heads = 0;

    for (size_t length; at < s->text + s->length; at += length + 1) {
        length = strlen(at);
        if (*at != '#')
            continue;
        struct pm_cut cut = pm_cut_of(at + 1, ' ');
        if (!pm_cut_next(&cut) || cut.class != class || pm_cut_next(&cut))
            pm_finding_break(f, 0, "a line begins with # and has no vertex alone");
        heads++;
    }
    if (heads == 0 || *s->text != '#')
        pm_finding_break(f, 0, "no vertex after # stands before it");
}

/* ------------------------------------------------------------------ neighbours */

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

/* ------------------------------------------------------------------- table */

/* As many rows of as many digits as the first line says. */
static void sized_digits_rule(struct pm_finding *f, const struct pm_sample *s)
{
    int64_t size;

    if (s->line->words != 1 || !pm_word_integer(&size, s->line->word[0]) ||
        size != (int64_t)s->lines - 1 || size < 2)
        pm_finding_break(f, 0, "it is not the number of the other lines");
    for (size_t k = 1; f->fits && k < s->lines; k++) {
        const struct pm_word word = s->line[k].word[0];
        if (s->line[k].words != 1 || word.length != (size_t)size || !pm_word_is_integer(word))
            pm_finding_break(f, k, "it has not so many digits");
    }
}

/* GAP prints zeros as points.  Points below each other are those of decimal numbers. */
static void pointed_digits_rule(struct pm_finding *f, const struct pm_sample *s)
{
    const size_t length = s->line->word[0].length, point = strcspn(s->line->word[0].text, ".");
    bool below = true;

    for (size_t k = 0; k < s->lines && f->fits; k++) {
        const struct pm_word word = s->line[k].word[0];
        if (s->line[k].words != 1 || word.length != length ||
            strspn(word.text, "0123456789.") < length)
            pm_finding_break(f, k, "the line has something else than digits and points");
        below = below && strcspn(word.text, ".") == point;
    }
    if (f->fits && (below || length != s->lines))
        pm_finding_break(f, 0, "the points are those of decimal numbers");
}

static void csv_rule(struct pm_finding *f, const struct pm_sample *s)
{
    if (!pm_csv_has_titles(s->line->text, false) && !pm_csv_may_have_titles(s))
        pm_finding_break(f, 0,
                         "its first line names no two ends of edges, such as 'source,target'");
}

static void graph6_rule(struct pm_finding *f, const struct pm_sample *s)
{
    const size_t bad = pm_graph6_first_bad(s);

    if (bad < s->lines)
        pm_finding_break(f, bad, "this is no graph in graph6");
}

const struct pm_grammar pm_grammars[] = {
    {"el", pm_edge_shapes, edges_rule, "edges 'u v [weight]' of one form"},
    {"table", NULL, pm_table_rule, "rows of equally many numbers"},
    {"digits", NULL, pm_digits_rule, "rows of equally many digits"},
    {"csv", NULL, csv_rule, "edges below the titles of their columns"},
    {"graph6", NULL, graph6_rule, "lines of graph6"},
    {"adjlist", NULL, adjacency_rule, "adjacency lists 'u v w ...' as NetworkX writes them"},
    {"lgl", "n nR i iR t tR", lgl_rule, "neighbours below lines '# vertex'"},
    {NULL, "ii iii", neighbours_rule,
     "lists of neighbours, with those of vertex k in line k (awk '{ print NR, $0 }' makes "
     "adjacency lists of them)"},
    {NULL, NULL, pointed_digits_rule, "rows of digits, with points for 0"},
    {NULL, NULL, sized_digits_rule, "the size of a matrix, then rows of digits"},
    {NULL, NULL, NULL, NULL},
};

void pm_grammar_find(struct pm_finding *f, const struct pm_grammar *g, const struct pm_sample *s)
{
    const char *const shape = g->shapes != NULL ? pm_shape_among(g->shapes, s->line->text) : NULL;

    *f = (struct pm_finding){.fits = true, .line = s->lines};
    if (s->binary || (s->cut && g->rule != graph6_rule))
        pm_finding_break(f, 0, s->cut ? "the line is longer than 64 KiB" : "it is no text");
    else
        g->rule(f, s);
    if (f->fits && g->shapes != NULL && shape == NULL)
        pm_finding_break(f, 0, "it has another form");
    for (size_t k = 1; f->fits && shape != NULL && k < s->lines; k++)
        if (!pm_shape_is(shape, s->line[k].text))
            pm_finding_break(f, k, "it has another form than the first line");
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
static const char *said_in(const char *line, bool sided)
{
    const char *const text = line + 1 + strspn(line + 1, " \t");
    const struct pm_cut first = first_of(text);
    const char last = first.word.length > 0 ? first.word.text[first.word.length - 1] : '\0';

    for (size_t k = 0; k < sizeof known_comments / sizeof *known_comments; k++)
        if (strncmp(text, known_comments[k].begin, strlen(known_comments[k].begin)) == 0)
            return known_comments[k].sides && !sided
                       ? "says that the columns are two sides: --as=biadjacency reads them so"
                       : NULL;
    if (strcasestr(text, "MatrixMarket") != NULL ||
        (strchr("#%!", line[1]) != NULL && line[1] != '\0' && strchr("#% \t\r", line[2]) == NULL))
        return "looks like the first line of another format";
    if (*text != '\0' && strchr("([{<", *text) != NULL)
        return "has a bracket";
    return last == ':' || (last != '\0' && memchr(first.word.text, '=', first.word.length) != NULL)
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
                   : said_in(*text, sided);
        if (*why != NULL)
            return number;
    }
    return 0;
}
