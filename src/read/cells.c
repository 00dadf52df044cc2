/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brackets end a cell, too. */
#include "read/cells.h"

#include <string.h>

static const char DELIMITERS[] = " \t\r\v\f,;[]{}";

bool pm_cells_is_bracket(char x)
{
    return x != '\0' && strchr("[]{}", x) != NULL;
}

bool pm_cells_is_end(const char *at)
{
    return *at == '\0' || *at == '#' || *at == '%';
}

const char *pm_cells_skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\v\f");
}

struct pm_word pm_cells_next(char *separator, const char **line)
{
    const char *const first = pm_cells_skip_blanks(*line);
    const size_t length = pm_cells_is_end(first) ? 0 : strcspn(first, DELIMITERS);
    const char *end = pm_cells_skip_blanks(first + length);

    *separator = *end == ',' || *end == ';' ? *end++ : ' ';
    *line = end;
    return (struct pm_word){first, length};
}

bool pm_cells_in_brackets(const char *line)
{
    const char *const first = pm_cells_skip_blanks(line);
    const char *const next = *first != '\0' ? pm_cells_skip_blanks(first + 1) : first;

    return (*first == '[' || *first == '{') && !pm_cells_is_end(next) &&
           !pm_cells_is_bracket(*next);
}
