/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One way to fail, one way to write an answer, one way to end. */
#ifndef PM_TOOLS_SAY_H
#define PM_TOOLS_SAY_H

#include "cli.h"

#include <stdio.h>

/* A usage error: the message (a printf format) and where help is, on stderr. Returns CLI_USAGE. */
int cli_usage(const struct cli_program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "PROGRAM: WHERE: the library's message" on stderr (where NULL: the message already says it).
 * Returns the exit status that belongs to `status`. */
int cli_fail(const struct cli *cli, pm_status status, const char *where);

/* "PROGRAM: WHERE: memory is out" on stderr (where NULL: nothing to name).  Returns CLI_FAILED. */
int cli_no_memory(const struct cli *cli, const char *where);

/* The worse of two exit statuses: 5, then 1, 4, 3 and 0. */
int cli_worse(int a, int b);

/* Prints `text` line by line, each line behind "where<TAB>" unless where is NULL, and flushes.
 * False once a write to stdout has failed: there is no point in going on. */
bool cli_print(const char *where, const char *text);

/* A number as text becomes one that Python and Octave read, where --complex=j asks for that:
 * "1+2j", "1/2+3/4*1j".  NULL takes its place where memory is out. */
void cli_imaginary(const struct cli *cli, char **text);

/* Closes a stream that open_memstream() gave for *text: the text, the caller's, or NULL where
 * memory was out and some of it was lost. */
char *cli_text(FILE *stream, char **text);

/* Flushes and closes stdout; returns the exit status, which a failed write turns into 1. */
int cli_finish(const struct cli *cli, int status);

#endif
