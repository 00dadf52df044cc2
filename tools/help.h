/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --help prints: a first page, and a page each for options, engines, rules, formats and so on.
 */
#ifndef PM_TOOLS_HELP_H
#define PM_TOOLS_HELP_H

#include "arguments.h"

/* Prints the page of that name; the first page where it is NULL. */
cli_take cli_take_page;

/* An entry of help: what it tells of, indented by two blanks, and a text, which is broken into
 * lines. */
void cli_entry(const char *left, const char *text);

/* The names of the pages that a program has besides, from 0 on; NULL past the last. */
const char *help_page(const struct cli *cli, int k);

#endif
