/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of decimal numbers, "A..B" and "A..B..STEP"; the step is 1 if it is not given. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct range {
    double from, by;
    long count;
    int digits; /* of its numbers */
};

enum { RANGES_NUMBER = 32 };

/* True if the text has the two dots of a range. */
bool ranges_is_meant(const char *text, size_t length);

/* False if the text is no such range of at most a million numbers. */
bool ranges_parse(struct range *range, const char *text, size_t length);

/* Number k of the range, from 0, as text. */
const char *ranges_number(char text[RANGES_NUMBER], const struct range *range, long k);
