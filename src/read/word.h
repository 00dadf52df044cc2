/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of text as words separated by blanks.  Words point into the line: nothing is copied, and
 * nothing has to end in a NUL except the line. */
#ifndef PM_READ_WORD_H
#define PM_READ_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pm_word {
    const char *text;
    size_t length; /* 0: there was no further word */
};

/* Takes the next word off *line, which then points behind it. */
struct pm_word pm_word_next(const char **line);

/* Equal to `name`, whatever the case of ASCII letters. */
bool pm_word_is(struct pm_word word, const char *name);

/* True for an optionally signed run of digits. */
bool pm_word_is_integer(struct pm_word word);

/* The value of such a run, INT64_MIN or INT64_MAX where it lies beyond; false for other words. */
bool pm_word_integer(int64_t *value, struct pm_word word);

/* True for a decimal number, a quotient of such, or one with an exponent, as pm_decimal_parse()
 * reads them; what is out of its range is a number, too. */
bool pm_word_is_number(struct pm_word word);

/* Equal byte by byte. */
bool pm_word_same(struct pm_word a, struct pm_word b);

/* The word in single quotes for a message: shortened where long, and with '?' for every byte that
 * is not printable ASCII, for terminals obey control characters.  Returns `quote`. */
enum { PM_QUOTE_SIZE = 48 };
const char *pm_word_quote(char quote[PM_QUOTE_SIZE], struct pm_word word);

#endif
