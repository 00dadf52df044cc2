/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices wait in a queue, so that many small ones are answered at once, without a plan for
 * each. */
#pragma once

#include "answer.h"

enum { QUEUE_MOST = 512 };

struct queue {
    struct question question[QUEUE_MOST];
    pm_problem *problem[QUEUE_MOST];
    size_t count;
};

/* True if only permanents are asked for, and it is known when the input has no more for now. */
bool queue_may_wait(const struct cli *cli, const char *file);

/* True if the next matrix would have to be waited for: nothing has arrived on standard input. */
bool queue_is_due(const char *file);

/* Adds the problem of a question, which the queue then owns, and answers all if there are many. */
int queue_add(struct queue *queue, const struct cli *cli, const struct question *question);

/* Answers all that wait, in their order. */
int queue_answer(struct queue *queue, const struct cli *cli);
