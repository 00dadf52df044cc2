/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of an input, for a terminal: what terminals obey is written as an escape. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What pm_printable() leaves as it is, besides printable characters. */
enum pm_printable_kind {
    PM_PRINTABLE_NAME, /* nothing: a name stands on one line, and different names stay different */
    PM_PRINTABLE_LINE, /* tabs and escapes: a message stands on one line, too */
    PM_PRINTABLE_LINES /* tabs, newlines, and escapes */
};

/* Writes text[0..length) to `out`, which has room for `room` bytes with the NUL; a longer result is
 * cut.  Control characters, and those that change the direction of writing, become \x1b or \u202e.
 * Returns the length of the whole result; it is `length` only if the text stays as it is. */
size_t pm_printable(char *out, size_t room, const char *text, size_t length,
                    enum pm_printable_kind kind);

/* True if the name stays as it is. */
bool pm_printable_is(const char *text, size_t length);

/* The same text in memory from malloc(); NULL: there is no memory. */
char *pm_printable_new(const char *text, size_t length, enum pm_printable_kind kind);
