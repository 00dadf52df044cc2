/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices that wait for those behind them, so that many small ones are answered at once, without a
 * plan for each. */
#ifndef PM_TOOLS_QUEUE_H
#define PM_TOOLS_QUEUE_H

#include "answer.h"

enum { QUEUE_MOST = 512 };

struct queue {
    struct question question[QUEUE_MOST];
    pm_problem *problem[QUEUE_MOST];
    size_t count;
};

/* True where nothing but permanents is asked for, and nobody feeds the matrices one by one. */
bool queue_may_wait(const struct cli *cli, const char *file);

/* Takes over the problem of a question, and answers all that wait once they are many. */
int queue_add(struct queue *queue, const struct cli *cli, const struct question *question);

/* Answers all that wait, in their order. */
int queue_answer(struct queue *queue, const struct cli *cli);

#endif
