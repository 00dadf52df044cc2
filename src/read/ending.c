/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ending is what follows the last dot of the last part of a path. */
#include "read/ending.h"

#include <string.h>
#include <strings.h>

bool pm_ending_in(const char *list, const char *word, size_t length)
{
    for (const char *at = list; *at != '\0';) {
        const size_t here = strcspn(at, " ");
        if (here == length && strncasecmp(at, word, length) == 0)
            return true;
        at += here + (at[here] == ' ');
    }
    return false;
}

struct pm_word pm_ending_of(const char *path)
{
    const char *end = path + strlen(path);

    for (int round = 0; round < 2; round++) {
        const char *dot = end;
        while (dot > path && dot[-1] != '.' && dot[-1] != '/')
            dot--;
        if (dot == path || dot[-1] == '/')
            break;
        if (round > 0 || !pm_ending_in("gz bz2 xz zst zip", dot, (size_t)(end - dot)))
            return (struct pm_word){dot, (size_t)(end - dot)};
        end = dot - 1;
    }
    return (struct pm_word){path, 0};
}
