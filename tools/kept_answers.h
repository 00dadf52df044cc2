/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream of problems with --checkpoint: answers that are kept are printed again. */
#pragma once

#include "answer.h"

/* Answers a question: question_answer() or a function like it. */
typedef int kept_question(const struct cli *cli, const struct question *q);

/* Prints the answer to the question if the checkpoint has it; else calls answer(), whose output it
 * keeps.  Without a checkpoint it only calls answer().  Returns an exit status. */
int kept_answer(const struct cli *cli, const struct question *q, kept_question *answer);
