/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an answer prints is copied, and kept by pm_kept_put().  An answer that fails is not kept, so
 * that the next run tries it again. */
#include "kept_answers.h"
#include "fields.h"
#include "asked_problem.h"
#include "chosen.h"
#include "say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* These have one problem, or go on after what was printed. */
static bool keeps(const struct cli *cli)
{
    return cli->solve.checkpoint != NULL && !cli->solve.plan_only && cli->prove == NULL &&
           cli->list == 0 && cli->solve.parts <= 1 && !cli->svg;
}

/* *text = what was kept; NULL: nothing, and then *own = the checkpoint of this problem alone. */
static pm_status find(const char **text, const char **own, const struct cli *cli,
                      const struct question *q)
{
    pm_problem *wider = NULL;
    char what[32];

    pm_status status = asked_sum(&wider, cli, q);
    const pm_problem *const problem = wider != NULL ? wider : q->problem;
    snprintf(what, sizeof what, "stream %016" PRIx64, cli->asked);
    if (status == PM_OK && *q->kept == NULL)
        status = pm_kept_open(q->kept, what, problem, &cli->solve);
    if (status == PM_OK)
        status = pm_kept_find(text, own, *q->kept, (uint64_t)q->number, problem, q->graph);
    pm_problem_free(wider);
    return status;
}

/* Answers the question about the problem that the options ask for. */
static int answer_asked(const struct cli *cli, const struct question *question,
                        kept_question *answer)
{
    struct question q = *question;
    pm_problem *wider;
    int result = chosen_matchings(cli, &q);

    if (result != CLI_ANSWERED)
        return result;
    const pm_status status = asked_sum(&wider, cli, &q);
    q.asked = wider != NULL ? wider : q.problem;
    result = status == PM_OK ? answer(cli, &q) : answer_fail(cli, status, &q);
    pm_problem_free(wider);
    return result;
}

static int keep(const struct cli *cli, const struct question *q, kept_question *answer)
{
    char *text = NULL;
    size_t length;
    FILE *const copy = open_memstream(&text, &length);

    if (copy == NULL)
        return cli_no_memory(cli, answer_place(cli, q).text);
    cli_copy(copy);
    const int result = answer_asked(cli, q, answer);
    cli_copy(NULL);
    text = cli_text(true, copy, &text);
    const pm_status status =
        text != NULL && result == CLI_ANSWERED ? pm_kept_put(*q->kept, text) : PM_OK;
    free(text);
    return status == PM_OK ? result : answer_fail(cli, status, q);
}

/* What was kept may begin with the names of columns: "graph,..." or "matrix,...", where a row
 * begins with a number. */
static const char *without_names(const char *text)
{
    return *text == 'g' || *text == 'm' ? text + strcspn(text, "\n") + 1 : text;
}

int kept_answer(const struct cli *cli, const struct question *q, kept_question *answer)
{
    const char *text = NULL;
    struct cli own = *cli;

    if (!keeps(cli))
        return answer_asked(cli, q, answer);
    const pm_status status = find(&text, &own.solve.checkpoint, cli, q);
    if (status != PM_OK)
        return answer_fail(cli, status, q);
    if (text == NULL)
        return keep(&own, q, answer);
    if (cli->csv && !fields_begin(cli, q))
        text = without_names(text);
    return *text == '\0' || cli_print(NULL, text) ? CLI_ANSWERED : CLI_FAILED;
}
