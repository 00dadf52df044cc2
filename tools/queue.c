/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices that wait and are answered together.  pm_solve_small() answers small matrices, the
 * planner the others; answers keep their order. */
#include "queue.h"
#include "say.h"
#include "question.h"

#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool queue_may_wait(const struct cli *cli, const char *file)
{
    struct stat there;

    return cli_given_only(
               cli, "exact precision epsilon strict pattern rows cols format threads json bfile "
                    "digits complex") &&
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

/* Finds the answers of the matrices that pm_solve_small() can answer; after a failure, none. */
static void find_answers(pm_answer **answer, const struct queue *queue, const struct cli *cli)
{
    pm_status status = PM_OK;

    memset(answer, 0, QUEUE_MOST * sizeof(pm_answer *));
    for (size_t k = 0; k < queue->count && cli->pattern && status == PM_OK; k++)
        status = pm_problem_to_pattern(queue->problem[k]);
    if (status == PM_OK) /* after a failure all answers are NULL */
        (void)pm_solve_small(answer, queue->problem, queue->count, &cli->solve);
}

int queue_answer(struct queue *queue, const struct cli *cli)
{
    pm_answer *answer[QUEUE_MOST];
    int result = CLI_ANSWERED;

    find_answers(answer, queue, cli);
    for (size_t k = 0; k < queue->count; k++) {
        const struct question *const q = &queue->question[k];
        result = cli_worse(result, answer[k] != NULL ? answer_print(cli, q, answer[k])
                                                     : question_answer(cli, q));
        pm_answer_free(answer[k]);
        pm_problem_free(queue->problem[k]);
    }
    queue->count = 0;
    return result;
}
