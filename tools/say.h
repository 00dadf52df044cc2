/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How all programs report errors, print answers, and end. */
#pragma once

#include "cli.h"

#include <stdio.h>

/* A usage error: prints the message (a printf format) and a hint to --help on stderr.  Returns
 * CLI_USAGE. */
int cli_usage(const struct cli_program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints "PROGRAM: WHERE: MESSAGE" on stderr; the message is a printf format without a newline.
 * `where` is a file, "-" for standard input, or NULL if the message contains it. */
void cli_say(const struct cli *cli, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The exit status for a status of the library. */
int cli_status(pm_status status);

/* cli_say() with the library's message.  Returns cli_status(). */
int cli_fail(const struct cli *cli, pm_status status, const char *where);

/* Prints "PROGRAM: WHERE: out of memory" on stderr (where NULL: only the rest).  Returns
 * CLI_FAILED. */
int cli_no_memory(const struct cli *cli, const char *where);

/* The worse of two exit statuses: 5, then 1, 4, 3 and 0. */
int cli_worse(int a, int b);

/* Prints `text` line by line, each after "where<TAB>" unless where is NULL, and flushes.  False if
 * a write to stdout has failed; then it is useless to continue. */
bool cli_print(const char *where, const char *text);

/* What cli_print() prints from now on also goes to this stream; NULL: no more. */
void cli_copy(FILE *stream);

/* Prints a line of JSON and releases it; NULL: memory ran out.  Returns an exit status. */
int cli_print_line(const struct cli *cli, const char *where, char *line);

/* For an estimate, appends " EPS DELTA", or " ERROR DELTA additive".  *text becomes NULL if memory
 * runs out. */
void cli_estimate(char **text, const pm_answer *answer);

/* With --complex=j, rewrites a number so that Python and Octave can read it: "1+2j", "1/2+3/4*1j".
 * *text becomes NULL if memory runs out. */
void cli_imaginary(const struct cli *cli, char **text);

/* Says on standard error why the answer was computed in this way, and why it can be trusted. */
void cli_explain(const pm_answer *answer, const char *bound);

/* Closes a stream from open_memstream(), if there is one.  Returns its text, which the caller must
 * free, or NULL if it is not `good`, or memory ran out and some of it was lost. */
char *cli_text(bool good, FILE *stream, char **text);

/* Prints a text and frees it; NULL: memory ran out.  Returns an exit status. */
int cli_print_text(const struct cli *cli, const char *where, char *text);

/* Flushes and closes stdout; returns the exit status, or 1 if a write failed. */
int cli_finish(const struct cli *cli, int status);
