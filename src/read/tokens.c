/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass over the text, one token at a time.  NULs stand for line ends in a sample. */
#include "read/tokens.h"

#include <string.h>

static bool is_blank(char x)
{
    return x == '\0' || strchr(" \t\r\v\f\n", x) != NULL;
}

static bool starts(const struct pm_tokens *t, const char *what)
{
    const size_t length = strlen(what);

    return (size_t)(t->end - t->at) >= length && memcmp(t->at, what, length) == 0;
}

static void step(struct pm_tokens *t)
{
    t->line += *t->at == '\n' || *t->at == '\0';
    t->at++;
}

/* Moves behind `last`. */
static pm_status skip_past(struct pm_tokens *t, const char *last, const char *what)
{
    pm_source_set_line(t->source, t->line);
    while (t->at < t->end && !starts(t, last))
        step(t);
    if (t->at == t->end)
        return pm_fail(PM_INPUT, "%s does not end", what);
    t->at += strlen(last);
    return PM_OK;
}

static void skip_line(struct pm_tokens *t)
{
    while (t->at < t->end && *t->at != '\n' && *t->at != '\0')
        t->at++;
}

/* Skips blanks and comments. */
static pm_status skip(struct pm_tokens *t)
{
    const char *const kinds = t->language->comments;

    while (t->at < t->end) {
        const bool first = t->at == t->begin || t->at[-1] == '\n' || t->at[-1] == '\0';
        if (is_blank(*t->at))
            step(t);
        else if (*t->at == '#' && (strchr(kinds, '#') != NULL || (first && strchr(kinds, 'l'))))
            skip_line(t);
        else if (strchr(kinds, '/') != NULL && starts(t, "//"))
            skip_line(t);
        else if (strchr(kinds, '*') != NULL && starts(t, "/*"))
            PM_TRY(skip_past(t, "*/", "the comment"));
        else if (strchr(kinds, '(') != NULL && starts(t, "(*"))
            PM_TRY(skip_past(t, "*)", "the comment"));
        else
            break;
    }
    return PM_OK;
}

static pm_status take_text(struct pm_tokens *t)
{
    const char quote = *t->at++;
    const char *const first = t->at;

    while (t->at < t->end && *t->at != quote) {
        if (*t->at == '\\' && t->language->escapes && t->at + 1 < t->end)
            step(t);
        step(t);
    }
    if (t->at == t->end)
        return pm_fail(PM_INPUT, "the text in quotes does not end");
    t->now = (struct pm_token){PM_TOKEN_TEXT, {first, (size_t)(t->at++ - first)}};
    return PM_OK;
}

/* The length of the mark that begins here; 0: none. */
static size_t mark_length(const struct pm_tokens *t)
{
    for (const char *const *link = t->language->links; *link != NULL; link++)
        if (starts(t, *link))
            return strlen(*link);
    return *t->at != '\0' && strchr(t->language->marks, *t->at) != NULL;
}

pm_status pm_tokens_next(struct pm_tokens *t)
{
    t->last = t->shown;
    PM_TRY(skip(t));
    pm_source_set_line(t->source, t->shown = t->line);
    const char *const first = t->at;
    t->now = (struct pm_token){PM_TOKEN_END, {first, 0}};
    if (t->at == t->end)
        return PM_OK;
    if (strchr(t->language->quotes, *t->at) != NULL)
        return take_text(t);
    const size_t mark = mark_length(t);
    if (mark > 0)
        t->at += mark;
    else
        while (t->at < t->end && !is_blank(*t->at) && mark_length(t) == 0 &&
               strchr(t->language->quotes, *t->at) == NULL)
            t->at++;
    t->now = (struct pm_token){mark > 0 ? PM_TOKEN_MARK : PM_TOKEN_WORD,
                               {first, (size_t)(t->at - first)}};
    return PM_OK;
}

pm_status pm_tokens_sample(struct pm_tokens *t, const struct pm_language *language,
                           const char *text, size_t length)
{
    *t = (struct pm_tokens){
        .language = language, .begin = text, .at = text, .end = text + length, .line = 1};
    return pm_tokens_next(t);
}

pm_status pm_tokens_begin(struct pm_tokens *t, const struct pm_language *language,
                          struct pm_source *source)
{
    const char *text;
    size_t length;

    PM_TRY(pm_source_rest(source, &text, &length));
    if (memchr(text, '\0', length) != NULL)
        return pm_fail(PM_INPUT, "there is a NUL byte, which no text contains");
    *t = (struct pm_tokens){.language = language,
                            .source = source,
                            .begin = text,
                            .at = text,
                            .end = text + length,
                            .line = 1};
    PM_TRY(pm_tokens_next(t));
    pm_source_set_line(source, t->now.kind == PM_TOKEN_END ? 0 : t->line);
    return t->now.kind == PM_TOKEN_END ? pm_fail(PM_INPUT, "the input is empty") : PM_OK;
}

void pm_tokens_blame(const struct pm_tokens *t)
{
    pm_source_set_line(t->source, t->last);
}

bool pm_tokens_is(const struct pm_tokens *t, const char *what)
{
    return (t->now.kind == PM_TOKEN_WORD || t->now.kind == PM_TOKEN_MARK) &&
           pm_word_is(t->now.word, what);
}

pm_status pm_tokens_take(bool *taken, struct pm_tokens *t, const char *what)
{
    *taken = pm_tokens_is(t, what);
    return *taken ? pm_tokens_next(t) : PM_OK;
}

pm_status pm_tokens_expected(const struct pm_tokens *t, const char *what)
{
    char quote[PM_QUOTE_SIZE];

    if (t->now.kind == PM_TOKEN_END)
        return pm_fail(PM_INPUT, "%s is expected before the end of the file", what);
    return pm_fail(PM_INPUT, "%s is expected, not %s", what, pm_word_quote(quote, t->now.word));
}
