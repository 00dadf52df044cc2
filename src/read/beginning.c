/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads up to PM_SAMPLE_BYTES of the source without consuming them.  A copy is split into lines,
 * and these into words. */
#include "read/beginning.h"

#include "base/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Splits one line into words. */
static struct pm_sample_line line_of(const char *text, size_t number)
{
    struct pm_sample_line line = {.text = text, .number = number};

    for (;;) {
        const struct pm_word word = pm_word_next(&text);
        if (word.length == 0 || word.text[0] == '#' || word.text[0] == '%')
            return line;
        if (line.words < PM_SAMPLE_WORDS)
            line.word[line.words] = word;
        line.words++;
    }
}

static pm_status cut_lines(struct pm_sample *s)
{
    size_t room = 0, number = 0;

    for (char *at = s->text, *next; at < s->text + s->length; at = next) {
        char *const stop = memchr(at, '\n', (size_t)(s->text + s->length - at));
        next = stop != NULL ? stop + 1 : s->text + s->length;
        if (stop != NULL)
            *stop = '\0';
        number++;
        if (stop == NULL && !s->whole) {
            if (s->lines > 0)
                break;
            s->cut = true;
        }
        const struct pm_sample_line line = line_of(at, number);
        if (line.words == 0)
            continue;
        void *lines = s->line;
        const pm_status status = pm_alloc_grow(&lines, &room, s->lines + 1, sizeof *s->line);
        s->line = lines;
        PM_TRY(status);
        s->line[s->lines++] = line;
    }
    return PM_OK;
}

pm_status pm_sample_take(struct pm_sample *sample, struct pm_source *source)
{
    size_t length = PM_SAMPLE_BYTES;
    const char *text;

    *sample = (struct pm_sample){.text = NULL};
    PM_TRY(pm_source_peek(source, &text, &length));
    PM_NEW(sample->text, length + 1);
    memcpy(sample->text, text, length);
    memcpy(sample->begin, text, length < sizeof sample->begin ? length : sizeof sample->begin);
    sample->length = length;
    sample->whole = length < PM_SAMPLE_BYTES;
    sample->blank = true;
    for (size_t k = 0; k < length; k++) {
        sample->blank &= text[k] == ' ' || ('\t' <= text[k] && text[k] <= '\r');
        sample->binary |= (unsigned char)text[k] < '\t' || ('\r' < text[k] && text[k] < ' ');
    }
    const pm_status status = cut_lines(sample);
    if (status != PM_OK)
        pm_sample_clear(sample);
    return status;
}

void pm_sample_clear(struct pm_sample *sample)
{
    PM_FREE(sample->text, sample->line);
    *sample = (struct pm_sample){.text = NULL};
}

bool pm_sample_begins(const struct pm_sample *sample, const char *texts)
{
    const char *const begin = sample->text + strspn(sample->text, " \t");

    for (size_t length; *texts != '\0'; texts += length + (texts[length] == '|')) {
        length = strcspn(texts, "|");
        if (strncasecmp(begin, texts, length) == 0)
            return true;
    }
    return false;
}

struct pm_word pm_sample_word(const struct pm_sample_line *line, int k)
{
    return k < line->words && k < PM_SAMPLE_WORDS ? line->word[k] : (struct pm_word){"", 0};
}

const char *pm_sample_quote(char quote[PM_BEGIN_SIZE], const struct pm_sample *sample, size_t k)
{
    if (!sample->binary && k < sample->lines) {
        const char *const text = sample->line[k].text;
        size_t length = strlen(text);
        while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL)
            length--;
        return pm_word_quote(quote, (struct pm_word){text, length});
    }
    size_t used = (size_t)snprintf(quote, PM_BEGIN_SIZE, "the bytes");
    for (size_t j = 0; j < sizeof sample->begin && j < sample->length; j++)
        used += (size_t)snprintf(quote + used, PM_BEGIN_SIZE - used, " %02x", sample->begin[j]);
    return quote;
}

void pm_finding_break(struct pm_finding *finding, size_t line, const char *format, ...)
{
    va_list arguments;

    finding->fits = false;
    finding->line = line;
    va_start(arguments, format);
    vsnprintf(finding->why, sizeof finding->why, format, arguments);
    va_end(arguments);
}
