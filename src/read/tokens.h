/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts a text that is not made of lines into words, quoted texts and marks: GML, DOT, lists in
 * brackets.  The source's line is that of the last token, so that errors name it. */
#pragma once

#include "read/source.h"
#include "read/word.h"

/* What a language means by its characters. */
struct pm_language {
    const char *marks;    /* each of them is a token */
    const char *links[9]; /* marks of several characters; NULL at the end */
    const char *quotes;   /* what texts stand between */
    bool escapes;         /* a backslash in a text keeps the next character from ending it */
    const char *comments; /* '#': from there, 'l' from # at the begin of a line, '/' from //, all to
                           * the end of the line; '*' between slash-star and star-slash, '(' between
                           * (* and *) */
};

enum pm_token_kind { PM_TOKEN_END, PM_TOKEN_WORD, PM_TOKEN_TEXT, PM_TOKEN_MARK };

struct pm_token {
    enum pm_token_kind kind;
    struct pm_word word; /* of a text: what is between the quotes */
};

struct pm_tokens {
    const struct pm_language *language;
    struct pm_source *source; /* NULL: the text is a sample */
    const char *begin, *at, *end;
    uint64_t line, shown, last; /* of the place, of the last token, of the one before */
    struct pm_token now;        /* the last token */
    pm_status failed; /* PM_INPUT: a text or a comment does not end; then no tokens follow */
};

/* Begins with the rest of the source, and reads the first token.  PM_INPUT: there are NULs. */
pm_status pm_tokens_begin(struct pm_tokens *tokens, const struct pm_language *language,
                          struct pm_source *source);

/* The same with any text; source: NULL, or what the text is the rest of. */
struct pm_tokens pm_tokens_of(const struct pm_language *language, const char *text, size_t length,
                              struct pm_source *source);

/* Reads the next token. */
void pm_tokens_next(struct pm_tokens *tokens);

/* True if the token is this mark, or this word in any case. */
bool pm_tokens_is(const struct pm_tokens *tokens, const char *what);

/* The same; and then reads the next one. */
bool pm_tokens_take(struct pm_tokens *tokens, const char *what);

/* True if there are no more tokens. */
bool pm_tokens_end(const struct pm_tokens *tokens);

/* An error that is found now is said of the line of the token before the last one. */
void pm_tokens_blame(const struct pm_tokens *tokens);

/* PM_INPUT: something else was expected than this token. */
pm_status pm_tokens_expected(const struct pm_tokens *tokens, const char *what);
