/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All lines have the length of the first one. */
#include "mask.h"

#include "say.h"
#include "text_lines.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS_MOST = 1 << 26, SIDE_MOST = 1000000 };

#define refuse(what, ...)                                                                          \
    (cli_say(cli, cli->mask, "line %d: " what, number, __VA_ARGS__), CLI_FAILED)

static int add_line(void *to, const struct cli *cli, char *line, int number)
{
    struct mask *const mask = to;
    const size_t length = strlen(line);

    for (size_t k = 0; k < length; k++)
        if (line[k] < ' ' || line[k] > '~')
            return refuse("character %zu is not printable: '.' is a hole, '#' a cell", k + 1);
    if (mask->rows == 0)
        mask->cols = (int)(length < SIDE_MOST ? length : SIDE_MOST);
    if (length == 0)
        return refuse("%s", "it is empty; '.' is a hole");
    if (length != (size_t)mask->cols)
        return refuse("%zu cells, but the first line has %d; '.' is a hole", length, mask->cols);
    const size_t before = (size_t)mask->rows * length;
    if (before + length > CELLS_MOST || mask->rows == SIDE_MOST)
        return refuse("there are more than %d cells", CELLS_MOST);
    char *const longer = realloc(mask->cell, before + length);
    if (longer == NULL)
        return cli_no_memory(cli, cli->mask);
    mask->cell = longer;
    memcpy(mask->cell + before, line, length);
    mask->rows++;
    return CLI_ANSWERED;
}

int mask_read(struct mask *mask, const struct cli *cli)
{
    *mask = (struct mask){.rows = 0};
    const int result = text_lines_read(mask, cli, cli->mask, add_line);
    if (result != CLI_ANSWERED || mask->rows > 0)
        return result;
    cli_say(cli, cli->mask, "the picture has no lines");
    return CLI_FAILED;
}

bool mask_has_letters(const struct mask *mask, const struct cli *cli, const char *const *of_letter)
{
    for (int i = 0; i < mask->rows; i++)
        for (int j = 0; j < mask->cols; j++) {
            const char cell = mask_at(mask, i, j);
            if (cell == '#' || mask_is_hole(cell) || of_letter[(int)cell] != NULL)
                continue;
            cli_say(cli, cli->mask,
                    "line %d: cell %d is '%c', a letter without weights in --letters", i + 1, j + 1,
                    cell);
            return false;
        }
    return true;
}
