/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --help prints: a first page, and a page each for options, engines, rules, formats and so on.
 */
#ifndef PM_TOOLS_HELP_H
#define PM_TOOLS_HELP_H

#include "arguments.h"

/* Prints the page of that name; the first page where `name` is NULL.  `rows` ends with a row that
 * has no name.  False after a message on stderr where the program has no such page. */
bool cli_help(const struct cli_program *program, const struct cli_row *rows, const char *name);

/* The names of the pages that a program has besides, from 0 on; NULL past the last. */
const char *help_page(const struct cli_program *program, const struct cli_row *rows, int k);

#endif
