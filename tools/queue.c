/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices that wait and are answered together.  pm_batch_integers() answers small integer
 * matrices, the planner the others; answers keep their order. */
#include "queue.h"
#include "say.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool queue_may_wait(const struct cli *cli, const char *file)
{
    struct stat there;

    return cli_given_only(cli, "exact pattern rows cols format threads") &&
           (strcmp(file, "-") == 0 || (stat(file, &there) == 0 && S_ISREG(there.st_mode)));
}

bool queue_is_due(const char *file)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    return strcmp(file, "-") == 0 && poll(&input, 1, 0) == 0;
}

int queue_add(struct queue *queue, const struct cli *cli, const struct question *question)
{
    queue->question[queue->count] = *question;
    queue->problem[queue->count++] = question->problem;
    return queue->count < QUEUE_MOST ? CLI_ANSWERED : queue_answer(queue, cli);
}

/* Computes the values of the matrices that pm_batch_integers() can answer; after a failure,
 * none. */
static void find_values(int64_t *value, bool *found, const struct queue *queue,
                        const struct cli *cli)
{
    pm_status status = PM_OK;

    for (size_t k = 0; k < queue->count && cli->pattern && status == PM_OK; k++)
        status = pm_problem_to_pattern(queue->problem[k]);
    if (status == PM_OK)
        status = pm_batch_integers(value, found, queue->problem, queue->count, cli->solve.threads);
    if (status != PM_OK)
        memset(found, 0, queue->count * sizeof *found);
}

int queue_answer(struct queue *queue, const struct cli *cli)
{
    int result = CLI_ANSWERED;
    int64_t value[QUEUE_MOST];
    bool found[QUEUE_MOST];

    find_values(value, found, queue, cli);
    for (size_t k = 0; k < queue->count; k++) {
        const struct question *const q = &queue->question[k];
        char text[24];
        if (found[k])
            snprintf(text, sizeof text, "%" PRId64, value[k]);
        if (!found[k])
            result = cli_worse(result, answer_question(cli, q));
        else if (!cli_print(cli->operands > 1 ? q->file : NULL, text))
            result = CLI_FAILED;
        pm_problem_free(queue->problem[k]);
    }
    queue->count = 0;
    return result;
}
