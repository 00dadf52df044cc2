/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For all programs that compute: plans a problem, solves it, and proves and prints the answer as
 * the options say. */
#pragma once

#include "answer.h"

/* Answers the question on stdout.  Returns an exit status, after a message if it is not 0. */
int question_answer(const struct cli *cli, const struct question *question);

/* Says what the proof will need, for --plan and --verbose; fails if there will be none. */
int question_plan_proof(const struct cli *cli, const struct question *question, pm_proved what);

/* Proves numbers, and writes the proof to the file of --prove. */
int question_prove(const struct cli *cli, const struct question *question, pm_proved what,
                   const char *const *values, size_t count);

/* Answers one file; returns an exit status. */
typedef int question_file(const struct cli *cli, const char *file);

/* A whole main(): reads the command line, and answers all files that it names, or standard input.
 * Of several ranks the first does this, and the others work for it. */
int question_main(const struct cli_program *program, int argc, char **argv, question_file *answer);
