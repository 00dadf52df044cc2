/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All lines have the length of the first one. */
#include "mask.h"

#include "say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MOST = 1 << 26, SIDE_MOST = 1000000 };

/* Says what is wrong in the line behind those that are read. */
#define refuse(what, ...)                                                                          \
    (cli_say(cli, path, "line %d: " what, mask->rows + 1, __VA_ARGS__), CLI_FAILED)

static int add_line(struct mask *mask, const struct cli *cli, const char *path, const char *line,
                    size_t length)
{
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
        return cli_no_memory(cli, path);
    mask->cell = longer;
    memcpy(mask->cell + before, line, length);
    mask->rows++;
    return CLI_ANSWERED;
}

int mask_read(struct mask *mask, const struct cli *cli, const char *path)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int result = CLI_ANSWERED;

    errno = 0;
    FILE *const in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    *mask = (struct mask){.rows = 0};
    while (in != NULL && result == CLI_ANSWERED && (length = getline(&line, &room, in)) >= 0) {
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            length--;
        result = add_line(mask, cli, path, line, (size_t)length);
    }
    if (in == NULL || ferror(in)) {
        cli_say(cli, path, "%s", strerror(errno));
        result = CLI_FAILED;
    } else if (result == CLI_ANSWERED && mask->rows == 0) {
        cli_say(cli, path, "the picture has no lines");
        result = CLI_FAILED;
    }
    free(line);
    if (in != NULL && in != stdin)
        fclose(in);
    return result;
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
