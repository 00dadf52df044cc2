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
    struct pm_word *scratch; /* room for one word for each line */
    bool cut;                /* the only line is incomplete */
};

/* Takes a sample of the beginning of a source, without consuming it.  Release it with clear. */
pm_status pm_sample_take(struct pm_sample *sample, struct pm_source *source);
void pm_sample_clear(struct pm_sample *sample);

/* How well the beginning of an input fits a format. */
enum pm_fit {
    PM_FIT_NO,
    PM_FIT_BROKEN, /* nearly: the format's reader will report the defect */
    PM_FIT_NAMED,  /* it may be this format, if the file's name says so */
    PM_FIT_LIKELY, /* every line fits */
    PM_FIT_SURE,   /* it has the format's signature */
};

typedef enum pm_fit pm_fits(const struct pm_sample *sample);

/* True if the sample begins with this text; case is ignored. */
bool pm_sample_begins(const struct pm_sample *sample, const char *begin);

/* Word k of a line; empty after the last word. */
struct pm_word pm_sample_word(const struct pm_sample_line *line, int k);

/* True if a blank line stands before line k, after the line before it in the sample. */
bool pm_sample_has_gap(const struct pm_sample *sample, size_t k);

/* The beginning of the input, in quotes, for a message. */
enum { PM_BEGIN_SIZE = 2 * PM_QUOTE_SIZE };
const char *pm_sample_quote(char quote[PM_BEGIN_SIZE], const struct pm_sample *sample);
