/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which format an input has.  Every format looks at the beginning and says how sure it is.  In this
 * order the choice falls on
 *   1. a format that fits and that the end of the file's name stands for,
 *   2. a format that signs its files,
 *   3. a format in which every line is as it should be, if it is the only one,
 *   4. what the name stands for, or what nearly fits: its reader then names the defect.
 * What is known not to be read is refused before or behind the third step, or at last (foreign.c).
 */
#include "read/formats.h"

#include <string.h>
#include <strings.h>

enum { FORMATS_MOST = 32 };

/* What is known of an input. */
struct evidence {
    const struct pm_source *source;
    const struct pm_sample *sample;
    bool matrices; /* are asked for, not graphs */
    enum pm_fit fit[FORMATS_MOST];
    bool named[FORMATS_MOST]; /* the end of the name stands for the format */
};

/* The word of a list of words separated by blanks, whatever the case. */
static bool has_word(const char *list, const char *word, size_t length)
{
    for (const char *at = list; *at != '\0';) {
        const size_t here = strcspn(at, " ");
        if (here == length && strncasecmp(at, word, length) == 0)
            return true;
        at += here + (at[here] == ' ');
    }
    return false;
}

/* The end of a name behind its last dot, that of a compressed file not counted. */
static struct pm_word end_of(const char *path)
{
    const char *end = path + strlen(path);

    for (int round = 0; round < 2; round++) {
        const char *dot = end;
        while (dot > path && dot[-1] != '.' && dot[-1] != '/')
            dot--;
        if (dot == path || dot[-1] == '/')
            break;
        if (round > 0 || !has_word("gz bz2 xz zst zip", dot, (size_t)(end - dot)))
            return (struct pm_word){dot, (size_t)(end - dot)};
        end = dot - 1;
    }
    return (struct pm_word){path, 0};
}

static void gather(struct evidence *e)
{
    const struct pm_word end = end_of(pm_source_path(e->source));

    for (int k = 0; pm_formats[k].name != NULL; k++) {
        e->named[k] = end.length > 0 && has_word(pm_formats[k].ends, end.text, end.length);
        e->fit[k] = pm_formats[k].fits(e->sample);
    }
}

/* Two formats that fit equally well. */
static pm_status ambiguous(const struct evidence *e, int one, int other)
{
    char quote[PM_BEGIN_SIZE];

    return pm_source_fail(e->source, PM_INPUT,
                          "it begins with %s, which can be two formats: --format=%s (%s) or "
                          "--format=%s (%s)",
                          pm_sample_quote(quote, e->sample), pm_formats[one].name,
                          pm_formats[one].what, pm_formats[other].name, pm_formats[other].what);
}

/* *format = the only one of the best fit among those of at least `least`, perhaps only those that
 * are named; left alone where there is none. */
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

/* The name says one thing and the content another. */
static pm_status contradiction(const struct evidence *e, const struct pm_format *named,
                               const struct pm_format *found)
{
    char quote[PM_BEGIN_SIZE];

    return pm_source_fail(e->source, PM_INPUT,
                          "it is called as files of the format %s are, but begins with %s and "
                          "looks like %s; --format=%s reads it so",
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

/* The first format that nearly fits, of the kind that is asked for rather than of the other. */
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
    PM_TRY(pm_foreign_refuse(e->sample, e->source, PM_FIT_SURE));
    PM_TRY(pick(format, e, PM_FIT_LIKELY, false));
    if (*format != NULL)
        return named == NULL ? PM_OK : contradiction(e, named, *format);
    PM_TRY(pm_foreign_refuse(e->sample, e->source, PM_FIT_LIKELY));
    *format = named != NULL ? named : nearly(e);
    if (*format != NULL)
        return PM_OK;
    PM_TRY(pm_foreign_refuse(e->sample, e->source, PM_FIT_BROKEN));
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
