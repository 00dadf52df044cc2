/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of a program's command line, as a script for a shell. */
#ifndef PM_TOOLS_COMPLETE_H
#define PM_TOOLS_COMPLETE_H

#include "arguments.h"

/* Prints the script for bash, zsh or fish.  `rows` ends with a row that has no name.  False after a
 * message on stderr where there is no such shell. */
bool cli_complete(const struct cli_program *program, const struct cli_row *rows, const char *shell);

#endif
