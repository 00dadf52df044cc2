/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The beginning of an input, for those who recognise formats: its bytes, and the same as lines. */
#ifndef PM_READ_BEGINNING_H
#define PM_READ_BEGINNING_H

#include "read/source.h"
#include "read/word.h"

enum { PM_SAMPLE_BYTES = 1 << 16, PM_SAMPLE_WORDS = 5 };

/* A line that is neither blank nor a comment behind '#' or '%'. */
struct pm_sample_line {
    const char *text; /* NUL-terminated */
    size_t number;    /* in the input, from 1 */
    int words;        /* a word that begins with '#' or '%', and what follows it, not counted */
    struct pm_word word[PM_SAMPLE_WORDS]; /* the first ones */
};

struct pm_sample {
    char *text; /* with a NUL in place of every line end, and behind it all */
    size_t length;
    unsigned char begin[12];     /* the first bytes as they are */
    bool whole;                  /* the input has no more */
    bool blank;                  /* no byte is anything but a blank or a line end */
    bool binary;                 /* there are NULs or control characters that no text has */
    struct pm_sample_line *line; /* a last line that is cut off is left out, unless it is alone */
    size_t lines;
    struct pm_word *scratch; /* room for a word a line */
    bool cut;                /* the only line is cut off */
};

/* Looks at the beginning of a source; nothing of it is taken.  To be released by clear. */
pm_status pm_sample_take(struct pm_sample *sample, struct pm_source *source);
void pm_sample_clear(struct pm_sample *sample);

/* How sure a format is that an input is its own, once it has seen the beginning. */
enum pm_fit {
    PM_FIT_NO,
    PM_FIT_BROKEN, /* nearly: its reader will name the defect */
    PM_FIT_NAMED,  /* it can be, if the name of the file says so */
    PM_FIT_LIKELY, /* every line is as it should be */
    PM_FIT_SURE,   /* it is signed */
};

typedef enum pm_fit pm_fits(const struct pm_sample *sample);

/* True if the sample begins so, whatever the case. */
bool pm_sample_begins(const struct pm_sample *sample, const char *begin);

/* The word of a line; empty past the end. */
struct pm_word pm_sample_word(const struct pm_sample_line *line, int k);

/* How the input begins, in quotes for a message. */
enum { PM_BEGIN_SIZE = 2 * PM_QUOTE_SIZE };
const char *pm_sample_quote(char quote[PM_BEGIN_SIZE], const struct pm_sample *sample);

#endif
