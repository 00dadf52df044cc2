/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of all queries only --matchings has a proof, only it and --sample have units, and --marginals has a plan, too. */
#include "queries.h"
#include "say.h"
#include "question.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

pm_options watch_query(struct watch *watch, const struct cli *cli, const struct question *q)
{
    enum { BAR_ENTRIES = 500 }; /* smaller problems need no bar on a terminal */
    pm_options options = cli->solve;

    *watch = (struct watch){.bar = false};
    if (cli->progress > 0 || cli->verbose || options.checkpoint != NULL || cli->matchings ||
        cli->sample > 0 || (isatty(STDERR_FILENO) && pm_problem_entries(q->problem) > BAR_ENTRIES))
        watch_begin(watch, cli, cli->operands > 1 ? q->file : NULL, &options);
    watch->brief = !cli->matchings;
    return options;
}

int sizes_plan(const struct cli *cli, const struct question *q)
{
    pm_answer *answer = NULL;
    struct watch watch;
    const pm_options options = watch_query(&watch, cli, q);

    const pm_status status = (cli->marginals != NULL ? pm_marginals_plan : pm_matchings_plan)(
        &answer, q->problem, &options);
    watch_end(&watch);
    const int result = answer_planned(cli, status, q, answer);
    pm_answer_free(answer);
    return result;
}

/* Keeps the plan instead of drawing. */
static pm_request take_plan(void *text, const pm_progress *progress)
{
    char **const plan = text;

    if (progress->plan != NULL && *plan == NULL)
        *plan = strdup(progress->plan);
    return progress->plan != NULL ? PM_STOP : PM_GO_ON;
}

int sample_plan(const struct cli *cli, const struct question *q, int *partner)
{
    pm_options options = cli->solve;
    char *plan = NULL;

    options.plan_only = false;
    options.watch = take_plan;
    options.watcher = &plan;
    const pm_status status =
        pm_sample(partner, (size_t)cli->sample, cli->solve.seed, q->problem, &options);
    if (status == PM_OK || (status == PM_STOPPED && plan != NULL))
        return answer_line(cli, q, plan);
    free(plan);
    return answer_fail(cli, status, q, false);
}

int sizes_prove(const struct cli *cli, const struct question *q, const pm_values *values)
{
    const size_t count = pm_values_count(values);
    char **const text = calloc(count + 1, sizeof *text);
    pm_status status = PM_OK;
    int result = CLI_FAILED;

    if (text == NULL)
        return cli_no_memory(cli, answer_place(cli, q).text);
    for (size_t k = 0; k < count && status == PM_OK; k++)
        status = pm_values_text(&text[k], values, k, 0);
    if (status == PM_OK)
        result = question_prove(cli, q, PM_PROVE_SIZES, (const char *const *)text, count);
    else
        result = answer_fail(cli, status, q, false);
    for (size_t k = 0; k < count; k++)
        free(text[k]);
    free(text);
    return result;
}
