/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of --help: a first page, and pages for options, engines, rules, formats and so on. */
#pragma once

#include "arguments.h"

/* Prints the page with that name; NULL: the first page. */
cli_take cli_take_page;

/* Prints an entry of help: a name, indented by two blanks, and a text, which is broken into
 * lines. */
void cli_entry(const char *left, const char *text);

/* The names of a program's further pages, from k = 0 on; NULL past the last. */
const char *help_page(const struct cli *cli, int k);
