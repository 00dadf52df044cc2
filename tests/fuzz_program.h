/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a program on the file `path`: true if it succeeds.  The bytes of the first line choose the
 * program and its options; what follows is its input.  Aborts unless its exit status is an answer
 * or a reason. */
#pragma once

#include <stdbool.h>

bool fuzz_program(const char *format, const char *path);
