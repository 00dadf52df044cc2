/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the format of an input.  Every format looks at the beginning and says how well it fits.
 * The first of these steps that finds a format decides:
 *   1. a format that fits, and whose file names have this ending,
 *   2. a format with a signature,
 *   3. a format in which every line fits, if it is the only one,
 *   4. the format of the name's ending, or one that nearly fits: its reader reports the defect.
 * Inputs that permatch cannot read are refused before or after the third step, or at the end
 * (foreign.c). */
#include "read/formats.h"

#include <string.h>

enum { FORMATS_MOST = 32 };

/* What is known about an input. */
struct evidence {
    const struct pm_source *source;
    const struct pm_sample *sample;
    struct pm_word end; /* of the file's name */
    bool matrices;      /* matrices are wanted, not graphs */
    enum pm_fit fit[FORMATS_MOST];
    bool named[FORMATS_MOST]; /* the file's name has an ending of this format */
};

/* Where a matrix is wanted, a table that is hardly an edge list is a matrix, and rows of numbers
 * that are not equally long, or cells without a number, are one with a defect.  Several lines of
 * two digits 0 or 1 may be both, and so may lines of numbers with points, and square matrices
 * between blank lines. */
static void prefer_table(struct evidence *e)
{
    const bool gaps = pm_table_has_gaps(e->sample);
    const bool ragged = !gaps && pm_table_fits(e->sample) == PM_FIT_BROKEN;
    const bool stream = pm_table_is_stream(e->sample);
    const bool pairs = e->sample->lines > (e->matrices ? 2 : 1) && e->sample->line[0].words == 2 &&
                       !(e->matrices && stream) && pm_table_is_binary_pairs(e->sample);
    const bool both = pairs || (!e->matrices && (stream || pm_table_is_decimal(e->sample)));

    for (int k = 0; pm_formats[k].name != NULL && both; k++)
        if (pm_formats[k].matrix == pm_table_next)
            e->fit[k] = PM_FIT_LIKELY;
    if (pairs || !e->matrices || !(ragged || gaps || pm_table_is_matrix(e->sample)))
        return;
    for (int k = 0; pm_formats[k].name != NULL; k++) {
        if (pm_formats[k].matrix == pm_table_next)
            e->fit[k] = ragged ? PM_FIT_BROKEN : PM_FIT_LIKELY;
        else if (e->fit[k] == PM_FIT_LIKELY && pm_formats[k].matrix == NULL)
            e->fit[k] = PM_FIT_NAMED;
    }
}

static void gather(struct evidence *e)
{
    const struct pm_word end = e->end = pm_ending_of(pm_source_path(e->source));

    for (int k = 0; pm_formats[k].name != NULL; k++) {
        e->named[k] = end.length > 0 && pm_ending_in(pm_formats[k].ends, end.text, end.length);
        e->fit[k] = pm_formats[k].fits(e->sample);
    }
    prefer_table(e);
}

/* Reports that two formats fit equally well. */
static pm_status ambiguous(const struct evidence *e, int one, int other)
{
    char quote[PM_BEGIN_SIZE];

    return pm_source_fail(e->source, PM_INPUT,
                          "it begins with %s, which can be two formats: --format=%s (%s) or "
                          "--format=%s (%s)",
                          pm_sample_quote(quote, e->sample), pm_formats[one].name,
                          pm_formats[one].what, pm_formats[other].name, pm_formats[other].what);
}

/* *format = the only format with the best fit, if that is at least `least`; `named`: only formats
 * that the file's name indicates.  Unchanged where there is none. */
static pm_status pick(const struct pm_format **format, const struct evidence *e, enum pm_fit least,
                      bool named)
{
    int best = -1, other = -1;

    for (int k = 0; pm_formats[k].name != NULL; k++) {
        if (e->fit[k] < least || (named && !e->named[k]))
            continue;
        if (best < 0 || e->fit[k] > e->fit[best]) {
            best = k;
            other = -1;
        } else if (e->fit[k] == e->fit[best]) {
            other = k;
        }
    }
    if (other >= 0)
        return ambiguous(e, best, other);
    if (best >= 0)
        *format = pm_formats + best;
    return PM_OK;
}

static const struct pm_format *first_named(const struct evidence *e)
{
    for (int k = 0; pm_formats[k].name != NULL; k++)
        if (e->named[k])
            return pm_formats + k;
    return NULL;
}

/* Reports that the name says one format and the content another. */
static pm_status contradiction(const struct evidence *e, const struct pm_format *named,
                               const struct pm_format *found)
{
    char quote[PM_BEGIN_SIZE];

    return pm_source_fail(e->source, PM_INPUT,
                          "its name is that of a file in the format %s, but it begins with %s and "
                          "looks like %s; --format=%s reads it as that",
                          named->name, pm_sample_quote(quote, e->sample), found->what, found->name);
}

static pm_status unknown(const struct evidence *e)
{
    char quote[PM_BEGIN_SIZE];

    return pm_source_fail(e->source, PM_INPUT,
                          "it begins with %s, which fits none of the formats that are read; "
                          "--help=formats lists them, and --format=NAME says which it is",
                          pm_sample_quote(quote, e->sample));
}

/* The first format that nearly fits; formats of the wanted kind come first. */
static const struct pm_format *nearly(const struct evidence *e)
{
    const struct pm_format *found = NULL;

    for (int k = 0; pm_formats[k].name != NULL; k++) {
        const bool asked = (pm_formats[k].matrix != NULL) == e->matrices;
        if (e->fit[k] != PM_FIT_BROKEN)
            continue;
        if (asked)
            return pm_formats + k;
        if (found == NULL)
            found = pm_formats + k;
    }
    return found;
}

static pm_status choose(const struct pm_format **format, const struct evidence *e)
{
    const struct pm_format *const named = first_named(e);

    PM_TRY(pick(format, e, PM_FIT_NAMED, true));
    if (*format == NULL)
        PM_TRY(pick(format, e, PM_FIT_SURE, false));
    if (*format != NULL)
        return PM_OK;
    PM_TRY(pm_foreign_refuse(e->sample, e->source, e->end, PM_FIT_SURE));
    PM_TRY(pick(format, e, PM_FIT_LIKELY, false));
    if (*format != NULL)
        return named == NULL ? PM_OK : contradiction(e, named, *format);
    PM_TRY(pm_foreign_refuse(e->sample, e->source, e->end, PM_FIT_LIKELY));
    *format = named != NULL ? named : nearly(e);
    if (*format != NULL)
        return PM_OK;
    PM_TRY(pm_foreign_refuse(e->sample, e->source, e->end, PM_FIT_BROKEN));
    return unknown(e);
}

pm_status pm_format_recognise(const struct pm_format **format, const struct pm_source *source,
                              const struct pm_sample *sample, bool matrices)
{
    const struct pm_format *found = NULL;
    struct evidence evidence = {.source = source, .sample = sample, .matrices = matrices};

    gather(&evidence);
    PM_TRY(choose(&found, &evidence));
    *format = found;
    return PM_OK;
}
