/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brackets and blanks of the two points are left out, and blanks or a comma separate the parts. The
 * written line is never longer than what has been read of it. */
#include "read/points.h"

#include <stddef.h>
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* Skips a sign and digits; NULL: there are none. */
static const char *skip_integer(const char *at)
{
    const char *const first = at + (*at == '-');
    const size_t digits = strspn(first, "0123456789");

    return digits > 0 ? first + digits : NULL;
}

/* Takes a point '(0, 0)' at *line, and moves *line behind it and a comma.  Writes '0,0 ' to *to,
 * which is moved, too (NULL: writes nothing).  False: there is none. */
static bool take_point(char **to, const char **line)
{
    const char *at = *line;
    int count = 0;

    if (*at != '(')
        return false;
    do {
        const char *const first = skip_blanks(at + 1), *const end = skip_integer(first);
        count++;
        if (end == NULL)
            return false;
        if (to != NULL) {
            memmove(*to, first, (size_t)(end - first));
            *to += end - first;
            *(*to)++ = ',';
        }
        at = skip_blanks(end);
    } while (*at == ',');
    if (*at != ')' || count < 2)
        return false;
    if (to != NULL)
        (*to)[-1] = ' ';
    at = skip_blanks(at + 1);
    *line = skip_blanks(at + (*at == ','));
    return true;
}

/* Takes both points.  *end = where the rest of the line ends, before the bracket around all. */
static bool take_points(char **to, const char **line, const char **end)
{
    const char *const first = skip_blanks(*line);
    const bool round = *first == '(' && *skip_blanks(first + 1) == '(';

    *line = round ? skip_blanks(first + 1) : first;
    if (!take_point(to, line) || !take_point(to, line))
        return false;
    *end = round ? strrchr(*line, ')') : *line + strlen(*line);
    return *end != NULL && (!round || (*end)[1 + strspn(*end + 1, " \t\r")] == '\0');
}

bool pm_points_are(const char *line)
{
    const char *end;

    return take_points(NULL, &line, &end);
}

bool pm_points_rewrite(char *line)
{
    const char *at = line, *end;
    char *to = line;

    if (!pm_points_are(line))
        return false;
    take_points(&to, &at, &end);
    memmove(to, at, (size_t)(end - at));
    to[end - at] = '\0';
    return true;
}
