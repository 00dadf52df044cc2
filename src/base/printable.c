/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text is UTF-8; bytes that are not stay as they are, unless a terminal of 8 bits obeys them. */
#include "base/printable.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ESCAPE = 8 }; /* "\u202e" */

/* The character at `text`, and how many bytes it has.  A byte that begins no character is one. */
static size_t decode(uint32_t *character, const unsigned char *text, size_t length)
{
    const unsigned char first = *text;
    const size_t bytes = first < 0xc2   ? 1
                         : first < 0xe0 ? 2
                         : first < 0xf0 ? 3
                         : first < 0xf5 ? 4
                                        : 1;

    *character = first;
    if (bytes == 1 || bytes > length)
        return 1;
    uint32_t value = first & (0xffu >> (bytes + 1));
    for (size_t k = 1; k < bytes; k++) {
        if ((text[k] & 0xc0) != 0x80)
            return 1;
        value = value << 6 | (text[k] & 0x3f);
    }
    *character = value;
    return bytes;
}

/* Control characters, the ends of lines and paragraphs, and those that turn the writing. */
static bool is_obeyed(uint32_t c)
{
    return c < 0x20 || (0x7f <= c && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
           (0x2028 <= c && c <= 0x202e) || (0x2066 <= c && c <= 0x2069);
}

/* True for text that looks like an escape. */
static bool is_escape(const char *text, size_t length)
{
    const size_t whole = length > 1 && text[1] == 'x' ? 4 : 6;
    size_t k = 2;

    while (k < whole && k < length && strchr("0123456789abcdef", text[k]) != NULL)
        k++;
    return k == whole && (text[1] == 'x' || text[1] == 'u');
}

bool pm_printable_is(const char *text, size_t length)
{
    size_t k = 0;

    while (k < length && ' ' <= text[k] && text[k] <= '~' && text[k] != '\\')
        k++;
    return k == length || pm_printable(NULL, 0, text, length, PM_PRINTABLE_NAME) == length;
}

char *pm_printable_new(const char *text, size_t length, enum pm_printable_kind kind)
{
    const size_t room = pm_printable(NULL, 0, text, length, kind) + 1;
    char *const out = malloc(room);

    if (out != NULL)
        pm_printable(out, room, text, length, kind);
    return out;
}

size_t pm_printable(char *out, size_t room, const char *text, size_t length,
                    enum pm_printable_kind kind)
{
    size_t used = 0, bytes;

    for (size_t k = 0; k < length; k += bytes) {
        char escape[ESCAPE] = "\\\\";
        const char *shown = escape;
        uint32_t c;

        bytes = decode(&c, (const unsigned char *)text + k, length - k);
        size_t count = bytes;
        if (is_obeyed(c) && (c != '\n' || kind != PM_PRINTABLE_LINES) &&
            (c != '\t' || kind == PM_PRINTABLE_NAME))
            count = (size_t)snprintf(escape, sizeof escape, bytes == 1 ? "\\x%02x" : "\\u%04x", c);
        else if (kind == PM_PRINTABLE_NAME && c == '\\' && is_escape(text + k, length - k))
            count = 2;
        else
            shown = text + k;
        if (used + count < room)
            memcpy(out + used, shown, count);
        else if (used < room)
            room = used + 1; /* no part of a character */
        used += count;
    }
    if (room > 0)
        out[used < room ? used : room - 1] = '\0';
    return used;
}
