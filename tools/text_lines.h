/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small text files of the programs, line by line. */
#pragma once

#include "cli.h"

/* Takes line `number`, from 1, without its end; it may change it.  Returns an exit status, after a
 * message if it is not CLI_ANSWERED; then the reading ends. */
typedef int text_line(void *to, const struct cli *cli, char *line, int number);

/* Reads a file, or standard input ("-").  Returns an exit status, after a message if it is not
 * CLI_ANSWERED. */
int text_lines_read(void *to, const struct cli *cli, const char *path, text_line *take);
