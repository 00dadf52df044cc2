/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the format of an input, or refuses it.  A format with a signature comes first.  Otherwise
 * the rules of grammar.c decide: one that fits is taken.  Where several fit, the ending of the
 * file's name decides among them; or else, between edges and a matrix of numbers, whether a matrix
 * is wanted, since only a square one is a graph.  Nothing else decides. */
#include "read/formats.h"

#include "read/grammar.h"

#include <string.h>

enum { RULES_MOST = 16 };

/* What is known about an input. */
struct evidence {
    const struct pm_source *source;
    const struct pm_sample *sample;
    struct pm_word end; /* of the file's name */
    enum pm_wanted wanted;
    bool sided; /* the two columns of edges are two sides */
    struct pm_finding finding[RULES_MOST];
    int fit[RULES_MOST]; /* the rules that fit */
    int fits;
};

const struct pm_format *pm_format_named(const char *name)
{
    const struct pm_format *f = pm_formats;

    while (f->name != NULL && strcmp(f->name, name) != 0)
        f++;
    return f->name != NULL ? f : NULL;
}

/* True if the file's name has an ending of this format. */
static bool is_named(const struct evidence *e, const struct pm_format *format)
{
    return format != NULL && e->end.length > 0 &&
           pm_ending_in(format->ends, e->end.text, e->end.length);
}

/* -------------------------------------------------------------- signatures */

/* *format = the one with a signature that the input has; NULL: there is none.  Two: the name of the
 * file decides. */
static pm_status find_signature(const struct pm_format **format, const struct evidence *e)
{
    const struct pm_format *found = NULL;
    char quote[PM_BEGIN_SIZE];

    for (const struct pm_format *f = pm_formats; f->name != NULL; f++) {
        const enum pm_fit fit = f->fits != NULL ? f->fits(e->sample) : PM_FIT_NO;
        if (fit == PM_FIT_NOMEM)
            return PM_NOMEM;
        if (fit == PM_FIT_NO)
            continue;
        if (found != NULL && is_named(e, found) == is_named(e, f))
            return pm_source_fail(
                e->source, PM_INPUT,
                "it begins with %s, as two formats do: --format=%s or --format=%s",
                pm_sample_quote(quote, e->sample), found->name, f->name);
        found = found == NULL || is_named(e, f) ? f : found;
    }
    *format = found;
    return PM_OK;
}

/* ---------------------------------------------------------------- messages */

static const char *quote_line(char quote[PM_BEGIN_SIZE], const struct pm_sample *s, size_t k)
{
    size_t length = strlen(s->line[k].text);

    while (length > 0 && strchr(" \t\r", s->line[k].text[length - 1]) != NULL)
        length--;
    return pm_word_quote(quote, (struct pm_word){s->line[k].text, length});
}

/* Reports that two rules fit equally well. */
static pm_status two_fit(const struct evidence *e, int one, int other)
{
    const struct pm_grammar *const g = pm_grammars + one, *const h = pm_grammars + other;
    char quote[PM_BEGIN_SIZE];

    if (h->format == NULL)
        return pm_source_fail(
            e->source, PM_INPUT,
            "it begins with %s and can be two things: %s (--format=%s reads it as "
            "that), or %s, which is not read",
            quote_line(quote, e->sample, 0), g->what, g->format, h->what);
    return pm_source_fail(e->source, PM_INPUT,
                          "it begins with %s, which can be two formats: --format=%s (%s) or "
                          "--format=%s (%s)",
                          quote_line(quote, e->sample, 0), g->format, g->what, h->format, h->what);
}

/* Reports that the input is something that is not read. */
static pm_status unread(const struct evidence *e, int k)
{
    char quote[PM_BEGIN_SIZE];

    return pm_source_fail(e->source, PM_INPUT,
                          "it begins with %s and has %s, which is not read; --format=NAME reads it "
                          "as another format",
                          quote_line(quote, e->sample, 0), pm_grammars[k].what);
}

/* True if a rule holds longer than the best one so far.  Where they hold equally long, a format of
 * the wanted kind is better. */
static bool is_nearer(const struct evidence *e, int k, int best)
{
    if (pm_grammars[k].format == NULL)
        return false;
    if (best < 0)
        return true;
    const struct pm_finding *const f = e->finding + k, *const g = e->finding + best;
    if (f->line != g->line || f->begun != g->begun)
        return f->line > g->line || (f->line == g->line && f->begun);
    const bool matrix = pm_format_named(pm_grammars[k].format)->matrix != NULL,
               other = pm_format_named(pm_grammars[best].format)->matrix != NULL;
    return matrix != other && matrix == (e->wanted == PM_WANTED_MATRIX);
}

/* Reports that no rule fits, and which line breaks the nearest one. */
static pm_status none_fits(const struct evidence *e)
{
    char quote[PM_BEGIN_SIZE];
    int best = -1;

    for (int k = 0; pm_grammars[k].what != NULL; k++)
        if (is_nearer(e, k, best))
            best = k;
    const struct pm_finding *const f = e->finding + best;
    const struct pm_grammar *const g = pm_grammars + best;
    const size_t line = f->line < e->sample->lines ? f->line : 0;
    if (line == 0 && !f->doubted && !f->begun)
        return pm_source_fail(
            e->source, PM_INPUT,
            "it begins with %s, which fits none of the formats that are read: "
            "edges are 'u v [weight]' with whole numbers, or names that begin with "
            "a letter, and a matrix has rows of numbers; --help=formats lists all, "
            "and --format=NAME says which it is",
            pm_sample_quote(quote, e->sample));
    return pm_source_fail(e->source, PM_INPUT,
                          "line %zu: %s: %s; so these are no %s; --format=%s is less strict",
                          e->sample->line[line].number, quote_line(quote, e->sample, line), f->why,
                          g->what, g->format);
}

/* ----------------------------------------------------------------- choice */

/* Applies all rules.  One with a doubt fits only where the file's name confirms it. */
static void apply_rules(struct evidence *e)
{
    for (int k = 0; pm_grammars[k].what != NULL; k++) {
        struct pm_finding *const f = e->finding + k;
        pm_grammar_find(f, pm_grammars + k, e->sample);
        if (f->fits && f->doubted)
            f->fits = pm_grammars[k].format != NULL &&
                      is_named(e, pm_format_named(pm_grammars[k].format));
        if (f->fits)
            e->fit[e->fits++] = k;
    }
}

/* Keeps only the rules of formats that the file's name says, if there are any. */
static void keep_named(struct evidence *e)
{
    int kept = 0;

    for (int k = 0; k < e->fits; k++) {
        const char *const format = pm_grammars[e->fit[k]].format;
        if (format != NULL && is_named(e, pm_format_named(format)))
            e->fit[kept++] = e->fit[k];
    }
    e->fits = kept > 0 ? kept : e->fits;
}

/* Edges may be rows of numbers, too.  A square matrix is one where a matrix is wanted; one that is
 * not square is no graph. */
static void part_edges(struct evidence *e)
{
    int edges = -1, table = -1, kept = 0;

    for (int k = 0; k < e->fits; k++) {
        const struct pm_grammar *const g = pm_grammars + e->fit[k];
        table = g->rule == pm_table_rule ? e->fit[k] : table;
        edges = g->format != NULL && pm_format_has_columns(pm_format_named(g->format)) ? e->fit[k]
                                                                                       : edges;
    }
    const bool square = table >= 0 && e->finding[table].square;
    if (edges < 0 || table < 0 ||
        (square ? e->wanted == PM_WANTED_GRAPH : e->wanted == PM_WANTED_MATRIX))
        return;
    for (int k = 0; k < e->fits; k++)
        if (e->fit[k] != (square ? edges : table))
            e->fit[kept++] = e->fit[k];
    e->fits = kept;
}

static pm_status check_comments(const struct evidence *e)
{
    const char *why, *text;
    char quote[PM_QUOTE_SIZE];
    const size_t number = pm_comment_speaks(&why, &text, e->sample, e->sided);

    return number == 0
               ? PM_OK
               : pm_source_fail(e->source, PM_INPUT,
                                "line %zu: the comment %s %s; --format=NAME passes over comments",
                                number, pm_word_quote(quote, (struct pm_word){text, strlen(text)}),
                                why);
}

/* Fails where the name of the file says another format. */
static pm_status check_name(const struct evidence *e, const struct pm_format *found)
{
    char quote[PM_BEGIN_SIZE];

    if (is_named(e, found))
        return PM_OK;
    for (const struct pm_format *f = pm_formats; f->name != NULL; f++)
        if (is_named(e, f))
            return pm_source_fail(e->source, PM_INPUT,
                                  "its name is that of a file in the format %s, but it begins with "
                                  "%s and looks like %s; --format=%s reads it as that",
                                  f->name, quote_line(quote, e->sample, 0), found->what,
                                  found->name);
    return PM_OK;
}

/* The format with a signature that the file's name says; NULL: there is none.  Its reader says what
 * is wrong. */
static const struct pm_format *named_format(const struct evidence *e)
{
    const struct pm_format *f = pm_formats;

    while (f->name != NULL && (f->fits == NULL || f->fits == pm_edgelist_fits || !is_named(e, f)))
        f++;
    return f->name != NULL ? f : NULL;
}

static pm_status choose(const struct pm_format **format, struct evidence *e)
{
    const struct pm_format *const named = named_format(e);

    if (e->sample->lines > 0)
        apply_rules(e);
    keep_named(e);
    part_edges(e);
    if (e->fits == 0 && named != NULL) {
        *format = named;
        return PM_OK;
    }
    if (e->sample->lines == 0)
        return pm_source_fail(e->source, PM_INPUT, "it has comments, and nothing else");
    if (e->fits == 0)
        return none_fits(e);
    if (e->fits > 1)
        return two_fit(e, e->fit[0], e->fit[1]);
    if (pm_grammars[e->fit[0]].format == NULL)
        return unread(e, e->fit[0]);
    const struct pm_format *const found = pm_format_named(pm_grammars[e->fit[0]].format);
    PM_TRY(check_name(e, found));
    *format = found;
    return (*format)->next == pm_lgl_next ? PM_OK : check_comments(e);
}

pm_status pm_format_recognise(const struct pm_format **format, bool *strict,
                              const struct pm_source *source, const struct pm_sample *sample,
                              enum pm_wanted wanted, bool sided)
{
    struct evidence e = {.source = source, .sample = sample, .wanted = wanted, .sided = sided};

    *format = NULL;
    *strict = false;
    e.end = pm_ending_of(pm_source_path(source));
    PM_TRY(find_signature(format, &e));
    if (*format != NULL)
        return PM_OK;
    if (named_format(&e) == NULL)
        PM_TRY(pm_foreign_refuse(sample, source, e.end));
    PM_TRY(choose(format, &e));
    *strict = true;
    return PM_OK;
}
