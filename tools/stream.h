/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of a file: graphs or matrices.  A bad one is reported, and the next one is read.  One
 * that ends the file is reported after the answer before it. */
#pragma once

#include "answer.h"

/* Answers the question about q->graph or q->problem.  Returns an exit status. */
typedef int stream_question(const struct cli *cli, struct question *q);

/* Answers the question about every graph of a file, or every matrix, until a signal asks to end, or
 * standard output cannot be written; where the options are for one record, a second one is refused,
 * and no other is read.  Takes the reader, and the status of opening it.  Returns an exit status.
 */
int stream_answer(const struct cli *cli, const char *file, pm_graph_reader *reader, bool matrices,
                  pm_status opened, stream_question *answer);
