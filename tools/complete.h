/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a script that completes a program's command line in a shell. */
#ifndef PM_TOOLS_COMPLETE_H
#define PM_TOOLS_COMPLETE_H

#include "arguments.h"

/* For bash, zsh or fish. */
cli_take cli_take_shell;

#endif
