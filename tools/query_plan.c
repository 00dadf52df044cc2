/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a query: one function of the library makes it for all of them.  The proof of the list
 * of --matchings. */
#include "queries.h"
#include "question.h"
#include "say.h"
#include "watch.h"

#include <stdlib.h>
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

static pm_question question_of(const struct cli *cli)
{
    const bool joint = cli->marginals != NULL && *cli->marginals != '\0';

    return cli->sample > 0  ? PM_ASK_DRAWS
           : cli->minors    ? PM_ASK_MINORS
           : cli->matchings ? PM_ASK_SIZES
           : joint          ? PM_ASK_JOINT
                            : PM_ASK_SHARES;
}

int query_plan(const struct cli *cli, const struct question *q, size_t count)
{
    pm_answer *answer = NULL;
    struct watch watch;
    pm_options options = watch_query(&watch, cli, q);

    const pm_status status = pm_question_plan(&answer, question_of(cli), count, q->asked, &options);
    watch_end(&watch);
    const int result = answer_planned(cli, status, q, answer);
    pm_answer_free(answer);
    return result;
}

int query_prove(const struct cli *cli, const struct question *q, const pm_values *values)
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
        result = answer_fail(cli, status, q);
    for (size_t k = 0; k < count; k++)
        free(text[k]);
    free(text);
    return result;
}
