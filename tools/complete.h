/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of a program's command line, as a script for a shell. */
#ifndef PM_TOOLS_COMPLETE_H
#define PM_TOOLS_COMPLETE_H

#include "arguments.h"

/* Prints the script for bash, zsh or fish. */
cli_take cli_take_shell;

#endif
