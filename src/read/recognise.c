/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the format of an input, or refuses it.  A format with a signature comes first.  Otherwise
 * those of grammar.c that fit decide: if it is one, it is taken.  Where several fit, the ending of
 * the file's name decides among them; or else, between edges and a matrix of numbers, whether a
 * matrix is wanted, since only a square one is a graph.  Nothing else decides. */
#include "read/grammar.h"

#include <string.h>

enum { RULES_MOST = 16 };

/* What is known about an input. */
struct evidence {
    struct pm_graph_reader *reader;
    const struct pm_source *source;
    struct pm_sample *sample;
    enum pm_wanted wanted;
    struct pm_finding finding[RULES_MOST];
    int fit[RULES_MOST]; /* the rows of grammars that fit */
    int fits;
};

/* True if the file's name has an ending of this format. */
static bool is_named(const struct evidence *e, const struct pm_format *format)
{
    return format != NULL && pm_word_ends(pm_source_path(e->source), format->ends);
}

static const struct pm_format *format_of(int k)
{
    return pm_grammars[k].format != NULL ? pm_format_named(pm_grammars[k].format) : NULL;
}

/* -------------------------------------------------------------- signatures */

/* The format with a signature that the input has; NULL: there is none.  Two: the name of the file
 * decides. */
static pm_status find_signature(const struct pm_format **format, const struct evidence *e)
{
    const struct pm_format *found = NULL;
    char quote[PM_BEGIN_SIZE];

    for (const struct pm_format *f = pm_formats; f->name != NULL; f++) {
        const bool fits = (f->begins != NULL && pm_sample_begins(e->sample, f->begins)) ||
                          (f->fits != NULL && f->fits(e->sample));
        if (e->sample->lacks_memory)
            return PM_NOMEM;
        if (!fits)
            continue;
        PM_REFUSE_IF(found != NULL && is_named(e, found) == is_named(e, f),
                     "it begins with %s, as two formats do: --format=%s or --format=%s",
                     pm_sample_quote(quote, e->sample, 0), found->name, f->name);
        found = found == NULL || is_named(e, f) ? f : found;
    }
    *format = found;
    return PM_OK;
}

/* ---------------------------------------------------------------- messages */

/* Reports that two rows fit equally well, or one (g NULL) that is not read. */
static pm_status two_fit(const struct evidence *e, const struct pm_grammar *g,
                         const struct pm_grammar *h)
{
    char quote[PM_BEGIN_SIZE];

    pm_sample_quote(quote, e->sample, 0);
    PM_REFUSE_IF(
        g == NULL,
        "it begins with %s and has %s, which is not read; --format=NAME reads it as another format",
        quote, h->what);
    PM_REFUSE_IF(h->format == NULL,
                 "it begins with %s and can be two things: %s (--format=%s reads it as that), or "
                 "%s, which is not read",
                 quote, g->what, g->format, h->what);
    return pm_fail(
        PM_INPUT,
        "it begins with %s, which can be two formats: --format=%s (%s) or --format=%s (%s)", quote,
        g->format, g->what, h->format, h->what);
}

/* True if a row is of the wanted kind, and fits more lines than the best one so far. */
static bool is_nearer(const struct evidence *e, int k, int best)
{
    if (pm_grammars[k].format == NULL ||
        (e->wanted != PM_WANTED_SAID &&
         (format_of(k)->matrix != NULL) != (e->wanted == PM_WANTED_MATRIX)))
        return false;
    const struct pm_finding *const f = e->finding + k, *const g =
                                                           e->finding + (best < 0 ? k : best);
    return best < 0 || f->line > g->line || (f->line == g->line && f->begun && !g->begun);
}

/* True if the first line may have the numbers of vertices and of edges, and edges with weights
 * follow. */
static bool begins_with_sizes(const struct pm_sample *s)
{
    int64_t n, m;

    return s->lines > 1 && s->line[0].words == 2 && s->line[1].words == 3 &&
           pm_word_integer(&n, s->line[0].word[0]) && pm_word_integer(&m, s->line[0].word[1]) &&
           (s->whole ? m == (int64_t)s->lines - 1 : m >= (int64_t)s->lines);
}

/* *helps = whether the reader takes the sample where the user names the format. */
static pm_status try_named(bool *helps, const struct evidence *e, const struct pm_format *format)
{
    const struct pm_graph_reader reader = {.logs = e->reader->logs,
                                           .weights = e->reader->weights,
                                           .missing = e->reader->missing,
                                           .said = true};
    struct pm_finding f = {.fits = true};

    PM_TRY(pm_grammar_try(&f, &reader, format, e->sample));
    *helps = f.fits;
    return PM_OK;
}

/* Reports that no row fits, and which line breaks the nearest one. */
static pm_status none_fits(const struct evidence *e)
{
    static const char edges[] =
        "edges are 'u v [weight]' with whole numbers, or names that begin with a letter, or have "
        "commas below titles such as 'source,target,weight'; of other files of molecules 'obabel "
        "IN -osdf' makes one that is read";
    static const char rows[] = "a matrix has rows of equally many numbers, as '1 2' and '3 4', or "
                               "is a list of rows, as [[1, 2], [3, 4]]";
    char quote[PM_BEGIN_SIZE];
    bool helps = true;
    int best = -1;

    for (int k = 0; pm_grammars[k].what != NULL; k++)
        if (is_nearer(e, k, best))
            best = k;
    const struct pm_finding *const f = e->finding + best;
    const struct pm_grammar *const g = pm_grammars + best;
    const size_t line = f->line < e->sample->lines ? f->line : 0;
    PM_REFUSE_IF(line == 0 && !f->doubted && !f->begun,
                 "it begins with %s, which fits none of the formats that are read: %s%s%s; "
                 "--help=formats lists all, and --format=NAME says which it is",
                 pm_sample_quote(quote, e->sample, 0), e->wanted == PM_WANTED_MATRIX ? "" : edges,
                 e->wanted == PM_WANTED_SAID ? ", and " : "",
                 e->wanted == PM_WANTED_GRAPH ? "" : rows);
    PM_REFUSE_IF(line == 1 && pm_format_has_columns(format_of(best)) &&
                     begins_with_sizes(e->sample),
                 "line %zu: %s is an edge with its weight, and the first line may be the numbers "
                 "of vertices and of edges: delete it",
                 e->sample->line[line].number, pm_sample_quote(quote, e->sample, line));
    PM_TRY(try_named(&helps, e, format_of(best)));
    return pm_fail(PM_INPUT, "line %zu: %s: %s; so these are no %s%s%s%s",
                   e->sample->line[line].number, pm_sample_quote(quote, e->sample, line), f->why,
                   g->what, helps ? "; --format=" : "", helps ? g->format : "",
                   helps ? " is less strict" : "");
}

/* ----------------------------------------------------------------- choice */

/* One with a doubt fits only where the file's name confirms it. */
static pm_status find_fits(struct evidence *e)
{
    for (int k = 0; pm_grammars[k].what != NULL; k++) {
        struct pm_finding *const f = e->finding + k;
        PM_TRY(pm_grammar_find(f, pm_grammars + k, e->reader, e->sample));
        if (f->fits && (!f->doubted || is_named(e, format_of(k))))
            e->fit[e->fits++] = k;
    }
    return PM_OK;
}

/* Keeps only the rows of formats that the file's name says, if there are any. */
static void keep_named(struct evidence *e)
{
    int kept = 0;

    for (int k = 0; k < e->fits; k++)
        if (is_named(e, format_of(e->fit[k])))
            e->fit[kept++] = e->fit[k];
    e->fits = kept > 0 ? kept : e->fits;
}

/* Edges may be rows of numbers, too.  A square matrix is one where a matrix is wanted; one that is
 * not square is no graph.  Where a graph is wanted, two columns are the edges of a simple one. */
static void part_edges(struct evidence *e)
{
    int edges = -1, table = -1, kept = 0;

    for (int k = 0; k < e->fits; k++) {
        const struct pm_format *const f = format_of(e->fit[k]);
        table = f != NULL && f->matrix == pm_table_next ? e->fit[k] : table;
        edges = f != NULL && pm_format_has_columns(f) ? e->fit[k] : edges;
    }
    if (edges < 0 || table < 0)
        return;
    const struct pm_finding *const t = e->finding + table;
    const bool graph = e->wanted == PM_WANTED_GRAPH,
               arcs = !t->square || (graph && t->cols == 2 && e->finding[edges].simple);
    if (arcs ? e->wanted == PM_WANTED_MATRIX : graph)
        return;
    for (int k = 0; k < e->fits; k++)
        if (e->fit[k] != (arcs ? table : edges))
            e->fit[kept++] = e->fit[k];
    e->fits = kept;
}

static pm_status check_comments(const struct evidence *e, const struct pm_format *found)
{
    const char *why, *text;
    char quote[PM_QUOTE_SIZE];
    const enum pm_lines lines = found->matrix != NULL                ? PM_LINES_ROWS
                                : e->reader->as == PM_AS_BIADJACENCY ? PM_LINES_SIDES
                                                                     : PM_LINES_EDGES;
    const size_t number = pm_comment_speaks(&why, &text, e->sample, lines);

    PM_REFUSE_IF(number != 0, "line %zu: the comment %s %s; --format=NAME passes over comments",
                 number, pm_word_quote(quote, (struct pm_word){text, strlen(text)}), why);
    return PM_OK;
}

/* Fails where the name of the file says another format. */
static pm_status check_name(const struct evidence *e, const struct pm_format *found)
{
    char quote[PM_BEGIN_SIZE];

    if (is_named(e, found))
        return PM_OK;
    for (const struct pm_format *f = pm_formats; f->name != NULL; f++)
        PM_REFUSE_IF(is_named(e, f),
                     "its name says %s (%s), but it begins with %s and its lines are those of %s "
                     "(%s): --format=%s or --format=%s",
                     f->name, f->what, pm_sample_quote(quote, e->sample, 0), found->name,
                     found->what, f->name, found->name);
    return PM_OK;
}

/* The format with a signature that the file's name says; NULL: there is none.  Its reader says what
 * is wrong. */
static const struct pm_format *named_format(const struct evidence *e)
{
    const struct pm_format *f = pm_formats;

    while (f->name != NULL &&
           (!pm_format_is_signed(f) || f->fits == pm_edges_fit || !is_named(e, f)))
        f++;
    return f->name != NULL ? f : NULL;
}

static pm_status choose(const struct pm_format **format, struct evidence *e)
{
    const struct pm_format *const named = named_format(e);

    if (named == NULL)
        PM_TRY(pm_foreign_refuse(e->sample, e->source));
    if (e->sample->lines > 0)
        PM_TRY(find_fits(e));
    keep_named(e);
    part_edges(e);
    *format = named;
    if (e->fits == 0 && named != NULL)
        return PM_OK;
    PM_REFUSE_IF(e->sample->lines == 0, "it has comments, and nothing else");
    if (e->fits == 0)
        return none_fits(e);
    if (e->fits > 1)
        return two_fit(e, pm_grammars + e->fit[0], pm_grammars + e->fit[1]);
    if ((*format = format_of(e->fit[0])) == NULL)
        return two_fit(e, NULL, pm_grammars + e->fit[0]);
    PM_TRY(check_name(e, *format));
    return (*format)->holds == PM_HOLDS_HEADS ? PM_OK : check_comments(e, *format);
}

pm_status pm_format_recognise(struct pm_graph_reader *reader, struct pm_sample *sample,
                              enum pm_wanted wanted)
{
    struct evidence e = {
        .reader = reader, .source = reader->source, .sample = sample, .wanted = wanted};
    const struct pm_format *found = NULL;

    PM_TRY(find_signature(&found, &e));
    if (found == NULL) {
        PM_TRY(choose(&found, &e));
        reader->strict = true;
    }
    reader->format = found;
    return PM_OK;
}
