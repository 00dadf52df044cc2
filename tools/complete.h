/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a script that completes a program's command line in a shell. */
#pragma once

#include "arguments.h"

/* For bash, zsh or fish. */
cli_take cli_take_shell;
