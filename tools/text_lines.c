/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An end of a line is a line feed, with or without carriage returns before it. */
#include "text_lines.h"

#include "say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A zero byte would hide the rest of its line. */
static int take_whole(void *to, const struct cli *cli, const char *path, char *line, size_t length,
                      int number, text_line *take)
{
    const size_t seen = strlen(line);

    if (seen == length)
        return take(to, cli, line, number);
    cli_say(cli, path, "line %d: character %zu is not printable", number, seen + 1);
    return CLI_FAILED;
}

int text_lines_read(void *to, const struct cli *cli, const char *path, text_line *take)
{
    FILE *const in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    int result = CLI_ANSWERED, number = 0;
    char *line = NULL;
    size_t room = 0;
    ssize_t length;

    while (in != NULL && result == CLI_ANSWERED && (length = getline(&line, &room, in)) >= 0) {
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            line[--length] = '\0';
        result = take_whole(to, cli, path, line, (size_t)length, ++number, take);
    }
    if (in == NULL || (result == CLI_ANSWERED && ferror(in))) {
        cli_say(cli, path, "%s", strerror(errno));
        result = CLI_FAILED;
    }
    free(line);
    if (in != NULL && in != stdin)
        fclose(in);
    return result;
}
