/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices wait in a queue, so that many small ones are answered at once, without a plan for
 * each. */
#ifndef PM_TOOLS_QUEUE_H
#define PM_TOOLS_QUEUE_H

#include "answer.h"

enum { QUEUE_MOST = 512 };

struct queue {
    struct question question[QUEUE_MOST];
    pm_problem *problem[QUEUE_MOST];
    size_t count;
};

/* True if only permanents are asked for, and the matrices do not arrive one by one. */
bool queue_may_wait(const struct cli *cli, const char *file);

/* Adds the problem of a question, which the queue then owns, and answers all if there are many. */
int queue_add(struct queue *queue, const struct cli *cli, const struct question *question);

/* Answers all that wait, in their order. */
int queue_answer(struct queue *queue, const struct cli *cli);

#endif
