/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream of problems with --checkpoint: answers that are kept are printed again. */
#pragma once

#include "answer.h"

/* Answers a question whose problem is `asked`: question_answer() or a function like it. */
typedef int kept_question(const struct cli *cli, const struct question *q);

/* Prints the answer to the question if the checkpoint has it; else changes the problem as --pattern
 * and --with ask, finds the one that is asked about, and calls answer(), whose output it keeps.
 * Without a checkpoint it keeps nothing.  Returns an exit status. */
int kept_answer(const struct cli *cli, const struct question *q, kept_question *answer);
