/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the programs that compute have in common once there is a problem: plan it, solve it, print
 * the answer as the options say. */
#ifndef PM_TOOLS_ANSWER_H
#define PM_TOOLS_ANSWER_H

#include "cli.h"

/* A problem and where it comes from. */
struct question {
    const char *file;
    pm_problem *problem;
    pm_graph *graph; /* NULL: none */
    long number;     /* of the graph in its file, from 1 */
    bool several;    /* the file is known to hold more than one */
};

/* Answers the question on stdout.  Returns an exit status, after a message where it is not 0. */
int answer_question(const struct cli *cli, const struct question *question);

/* Says on standard error what failed, behind the name of the file unless the message has it
 * (`named`), and with --json prints an object, too.  Returns the exit status. */
int answer_fail(const struct cli *cli, pm_status status, const struct question *q, bool named);

/* What reading a file came to: the exit status, after answer_fail() where it failed.  The reader's
 * messages name the file themselves. */
int answer_read(const struct cli *cli, pm_status status, const char *file);

/* True where the next graph is to be read before the one at hand is answered: what has several
 * lines says for each of them which graph it is of, unless the file holds but one. */
bool answer_looks_ahead(const struct cli *cli);

/* Answers one file; returns an exit status. */
typedef int answer_file(const struct cli *cli, const char *file);

/* A whole main(): reads the command line and answers all files that it names, or standard input.
 * Of several ranks the first does so, and the others work for it. */
int answer_main(const struct cli_program *program, int argc, char **argv, answer_file *answer);

#endif
