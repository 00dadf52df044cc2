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
};

/* Answers the question on stdout.  Returns an exit status, after a message where it is not 0. */
int answer_question(const struct cli *cli, const struct question *question);

/* Answers all files of the command line, or standard input, by `answer_file`; returns the status
 * that main() is to return. */
int answer_files(const struct cli *cli,
                 int (*answer_file)(const struct cli *cli, const char *file));

/* Prints the tables of rules and engines, and those of formats, for --help. */
void print_rules(void);
void print_formats(void);

#endif
