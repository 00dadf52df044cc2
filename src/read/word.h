/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits a line of text into words separated by blanks.  Words point into the line: nothing is
 * copied, and only the line ends with a NUL. */
#ifndef PM_READ_WORD_H
#define PM_READ_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pm_word {
    const char *text;
    size_t length; /* 0: there was no other word */
};

/* Returns the next word of *line and moves *line behind it. */
struct pm_word pm_word_next(const char **line);

/* True where the word equals `name`; the case of ASCII letters is ignored. */
bool pm_word_is(struct pm_word word, const char *name);

/* True for digits with an optional sign. */
bool pm_word_is_integer(struct pm_word word);

/* The value of such a word, or INT64_MIN or INT64_MAX where it is out of range; false for other
 * words. */
bool pm_word_integer(int64_t *value, struct pm_word word);

/* True for a decimal number, a quotient of two, or one with an exponent, as pm_decimal_parse()
 * reads them.  Numbers out of its range count, too. */
bool pm_word_is_number(struct pm_word word);

/* True where all bytes are equal. */
bool pm_word_same(struct pm_word a, struct pm_word b);

/* The word in single quotes for a message.  Long words are shortened; every byte that is not
 * printable ASCII becomes '?', since terminals obey control characters.  Returns `quote`. */
enum { PM_QUOTE_SIZE = 48 };
const char *pm_word_quote(char quote[PM_QUOTE_SIZE], struct pm_word word);

#endif
