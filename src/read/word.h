/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits a line of text into words separated by blanks.  Words point into the line and are not
 * copied.  So a word does not end with a NUL; its length is given. */
#pragma once

#include "read/refuse.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pm_word {
    const char *text;
    size_t length; /* 0: the line has no more words */
};

/* Returns the next word of *line and moves *line behind it. */
struct pm_word pm_word_next(const char **line);

/* The word without the blanks around it. */
struct pm_word pm_word_trim(struct pm_word word);

/* *word = what stands in columns first .. first + width - 1, counted from 0; empty where there are
 * blanks, or the line is shorter.  False: there are two words. */
bool pm_word_in_columns(struct pm_word *word, const char *line, size_t first, size_t width);

/* True if the word equals `name`; the case of ASCII letters is ignored. */
bool pm_word_is(struct pm_word word, const char *name);

/* True if the word consists of digits, perhaps after a sign. */
bool pm_word_is_integer(struct pm_word word);

/* *value = the integer in `word`, or INT64_MIN or INT64_MAX if it is out of range.  Returns false
 * if the word is not an integer. */
bool pm_word_integer(int64_t *value, struct pm_word word);

/* The parts of a number: whole.fraction, or whole / bottom; empty where missing.  The exponent has
 * its sign. */
struct pm_word_number {
    bool negative;
    struct pm_word whole, fraction, bottom, exponent;
};

/* Splits [sign] digits [. digits] [e exponent], or [sign] digits / digits; false for other text. */
bool pm_word_split(struct pm_word_number *number, struct pm_word word);

/* True if the word is a number as pm_decimal_parse() reads it: a decimal number, also with an
 * exponent, or a quotient p/q of integers; or -inf.  The number may be out of the range of that
 * function. */
bool pm_word_is_number(struct pm_word word);

/* True for "-inf" or "-infinity", the logarithm of 0. */
bool pm_word_is_minus_infinity(struct pm_word word);

/* True for words in the place of a number that is missing or not finite, such as "nan", "-inf" or
 * "n/a". */
bool pm_word_is_missing(struct pm_word word);

/* True if the list of words, separated by blanks, contains the word. */
bool pm_word_among(struct pm_word word, const char *list);

/* True if one of these words follows the last dot of the path's last part; an ending of compressed
 * files is skipped. */
bool pm_word_ends(const char *path, const char *list);

/* The two parts of a number, each as pm_decimal_parse() reads it.  A part that is missing has
 * length 0; it is zero. */
struct pm_complex_word {
    struct pm_word re, im;
};

/* True if the word is a real number, or a complex number whose imaginary part has digits before its
 * i or j.  The word may be in parentheses.  NumPy writes "(1+-2j)" for 1 - 2i. */
bool pm_word_complex(struct pm_complex_word *parts, struct pm_word word);

/* True if both words have the same bytes. */
bool pm_word_same(struct pm_word a, struct pm_word b);

/* The word in single quotes for a message, printable and shortened.  Returns `quote`. */
enum { PM_QUOTE_SIZE = 48 };
const char *pm_word_quote(char quote[PM_QUOTE_SIZE], struct pm_word word);
