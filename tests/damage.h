/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random damage to the bytes of a file, for tests of readers. */
#pragma once

#include "test.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST = 1 << 16 };

struct bytes {
    uint8_t data[2 * LONGEST];
    size_t size;
};

static void put(struct bytes *b, size_t at, size_t removed, const void *text, size_t length)
{
    if (b->size - removed + length > LONGEST)
        return;
    memmove(b->data + at + length, b->data + at + removed, b->size - at - removed);
    memcpy(b->data + at, text, length);
    b->size += length - removed;
}

/* Puts a number in place of the next digits at or after `at`. */
static void change_number(struct bytes *b, size_t at, uint64_t *seed)
{
    static const char *const numbers[] = {
        "0",     "-1",      "2147483647", "2147483648", "4294967297", "99999999999999999999",
        "1e400", "1000000", "nan",        "0x10",       "1/0",        "",
    };
    const char *const text = numbers[test_between(seed, 0, sizeof numbers / sizeof *numbers - 1)];
    size_t end;

    while (at < b->size && (b->data[at] < '0' || b->data[at] > '9'))
        at++;
    for (end = at; end < b->size && '0' <= b->data[end] && b->data[end] <= '9';)
        end++;
    put(b, at, end - at, text, strlen(text));
}

static inline void damage(struct bytes *b, uint64_t *seed)
{
    static const char letters[] = "0123456789-+. eE/%\n\r\t\"<>[]*#";
    uint8_t slice[64];
    const size_t at = (size_t)test_between(seed, 0, (int)b->size - 1);
    size_t length = (size_t)test_between(seed, 1, sizeof slice);

    if (length > b->size - at)
        length = b->size - at;
    memcpy(slice, b->data + at, length);
    switch (test_between(seed, 0, 5)) {
    case 0:
        b->size = at;
        break;
    case 1:
        b->data[at] = (uint8_t)test_between(seed, 0, 255);
        break;
    case 2:
        b->data[at] = (uint8_t)letters[test_between(seed, 0, sizeof letters - 2)];
        break;
    case 3:
        put(b, at, length, slice, 0);
        break;
    case 4:
        put(b, (size_t)test_between(seed, 0, (int)b->size), 0, slice, length);
        break;
    default:
        change_number(b, at, seed);
    }
}
