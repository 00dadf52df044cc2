/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass over the text, one token at a time.  NULs stand for line ends in a sample. */
#include "read/tokens.h"

#include <string.h>

static bool is_blank(char x)
{
    return x == ' ' || x == '\0' || ('\t' <= x && x <= '\r');
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

/* No token follows. */
static void fail(struct pm_tokens *t, const char *what)
{
    t->failed = pm_fail(PM_INPUT, "%s does not end", what);
    t->at = t->end;
    t->now.kind = PM_TOKEN_END;
}

/* Moves behind the end of a comment. */
static void skip_past(struct pm_tokens *t, const char *last)
{
    pm_source_set_line(t->source, t->line);
    while (t->at < t->end && !starts(t, last))
        step(t);
    if (t->at == t->end)
        fail(t, "the comment");
    else
        t->at += strlen(last);
}

static void skip_line(struct pm_tokens *t)
{
    while (t->at < t->end && *t->at != '\n' && *t->at != '\0')
        t->at++;
}

/* Skips blanks and comments. */
static void skip(struct pm_tokens *t)
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
            skip_past(t, "*/");
        else if (strchr(kinds, '(') != NULL && starts(t, "(*"))
            skip_past(t, "*)");
        else
            break;
    }
}

static void take_text(struct pm_tokens *t)
{
    const char quote = *t->at++;
    const char *const first = t->at;

    while (t->at < t->end && *t->at != quote) {
        if (*t->at == '\\' && t->language->escapes && t->at + 1 < t->end)
            step(t);
        step(t);
    }
    if (t->at == t->end)
        fail(t, "the text in quotes");
    else
        t->now = (struct pm_token){PM_TOKEN_TEXT, {first, (size_t)(t->at++ - first)}};
}

/* The length of the mark that begins here; 0: none. */
static size_t mark_length(const struct pm_tokens *t)
{
    for (const char *const *link = t->language->links; *link != NULL; link++)
        if (starts(t, *link))
            return strlen(*link);
    return *t->at != '\0' && strchr(t->language->marks, *t->at) != NULL;
}

void pm_tokens_next(struct pm_tokens *t)
{
    t->last = t->shown;
    skip(t);
    if (t->failed != PM_OK)
        return;
    pm_source_set_line(t->source, t->shown = t->line);
    const char *const first = t->at;
    t->now = (struct pm_token){PM_TOKEN_END, {first, 0}};
    if (t->at == t->end)
        return;
    if (strchr(t->language->quotes, *t->at) != NULL) {
        take_text(t);
        return;
    }
    const size_t mark = mark_length(t);
    if (mark > 0)
        t->at += mark;
    else
        while (t->at < t->end && !is_blank(*t->at) && mark_length(t) == 0 &&
               strchr(t->language->quotes, *t->at) == NULL)
            t->at++;
    t->now = (struct pm_token){mark > 0 ? PM_TOKEN_MARK : PM_TOKEN_WORD,
                               {first, (size_t)(t->at - first)}};
}

struct pm_tokens pm_tokens_of(const struct pm_language *language, const char *text, size_t length,
                              struct pm_source *source)
{
    struct pm_tokens t = {.language = language,
                          .source = source,
                          .begin = text,
                          .at = text,
                          .end = text + length,
                          .line = 1};

    pm_tokens_next(&t);
    return t;
}

pm_status pm_tokens_begin(struct pm_tokens *t, const struct pm_language *language,
                          struct pm_source *source)
{
    const char *text;
    size_t length;

    PM_TRY(pm_source_rest(source, &text, &length));
    PM_REFUSE_IF(memchr(text, '\0', length) != NULL, "there is a NUL byte, which no text contains");
    *t = pm_tokens_of(language, text, length, source);
    if (t->failed != PM_OK || !pm_tokens_end(t))
        return t->failed;
    pm_source_set_line(source, 0);
    return pm_fail(PM_INPUT, "the input is empty");
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

bool pm_tokens_take(struct pm_tokens *t, const char *what)
{
    const bool taken = pm_tokens_is(t, what);

    if (taken)
        pm_tokens_next(t);
    return taken;
}

bool pm_tokens_end(const struct pm_tokens *t)
{
    return t->now.kind == PM_TOKEN_END;
}

pm_status pm_tokens_expected(const struct pm_tokens *t, const char *what)
{
    char quote[PM_QUOTE_SIZE];

    if (t->failed != PM_OK)
        return t->failed;
    PM_REFUSE_IF(pm_tokens_end(t), "%s is expected before the end of the file", what);
    return pm_fail(PM_INPUT, "%s is expected, not %s", what, pm_word_quote(quote, t->now.word));
}
