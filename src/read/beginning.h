/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The beginning of an input, as bytes and as lines; the functions that recognise formats use it. */
#pragma once

#include "read/source.h"
#include "read/word.h"

enum { PM_SAMPLE_BYTES = 1 << 16, PM_SAMPLE_WORDS = 5 };

/* A line that is neither blank nor a comment after '#' or '%'. */
struct pm_sample_line {
    const char *text; /* NUL-terminated */
    size_t number;    /* line number in the input, from 1 */
    int words;        /* number of words before a word that begins with '#' or '%' */
    struct pm_word word[PM_SAMPLE_WORDS]; /* the first ones */
};

struct pm_sample {
    char *text; /* every line end is replaced by a NUL; another NUL is at the end */
    size_t length;
    unsigned char begin[12];     /* the first bytes, unchanged */
    bool whole;                  /* the input has no more bytes */
    bool blank;                  /* there are only blanks and line ends */
    bool binary;                 /* there are NULs or control characters that no text contains */
    struct pm_sample_line *line; /* without an incomplete last line, unless it is the only line */
    size_t lines;
    bool cut;          /* the only line is incomplete */
    bool lacks_memory; /* a signature could not be looked for; there is a message */
};

/* Takes a sample of the beginning of a source, without consuming it.  Release it with clear. */
pm_status pm_sample_take(struct pm_sample *sample, struct pm_source *source);
void pm_sample_clear(struct pm_sample *sample);

/* True if the beginning of an input has the signature of a format. */
typedef bool pm_fits(struct pm_sample *sample);

/* True if the sample begins, perhaps after blanks, with one of these texts, which have '|' between
 * them; case is ignored. */
bool pm_sample_begins(const struct pm_sample *sample, const char *texts);

/* Word k of a line; empty after the last word. */
struct pm_word pm_sample_word(const struct pm_sample_line *line, int k);

/* Line k, in quotes, for a message; of what is no text, the first bytes. */
enum { PM_BEGIN_SIZE = 2 * PM_QUOTE_SIZE };
const char *pm_sample_quote(char quote[PM_BEGIN_SIZE], const struct pm_sample *sample, size_t k);

/* How a format without a signature fits (grammar.h). */
struct pm_finding {
    bool fits;
    bool begun;        /* the first line fits in part */
    bool doubted;      /* it fits, but so does text of another kind; a file's name may decide */
    bool square;       /* all matrices are square */
    bool simple;       /* the graph has no loop, and no edge twice */
    bool tall, uneven; /* as in a reader */
    int cols;          /* of the widest matrix */
    size_t line;       /* the index of the line that breaks it, or the number of all lines */
    char why[200];     /* what is wrong with that line, or with all */
};

/* Notes that a line, or what follows it, breaks the rule. */
void pm_finding_break(struct pm_finding *finding, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
