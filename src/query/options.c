/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refuses the options that no query has; reads precision and limits from the others. */
#include "query/options.h"

#include "base/sized.h"
#include "base/threads.h"
#include "plan/ask.h"
#include "plan/machine.h"

pm_status pm_query_options(struct pm_query_ask *ask, const struct pm_problem *problem,
                           const pm_options *options)
{
    if (problem->gadgets > 0)
        return pm_fail(PM_UNABLE, "for covers by cycles of at least 3 vertices in a graph with "
                                  "opposite arcs, only the number can be computed");
    if (options->modulus != NULL || options->engine != NULL || options->reduce != NULL ||
        options->no_reduce != NULL || options->paper || options->plan_only ||
        options->machine != NULL || options->plan_file != NULL)
        return pm_fail(PM_INPUT, "only precision, threads, memory and time can be chosen here");
    *ask = (struct pm_query_ask){
        .bits = pm_ask_bits(problem, options->precision),
        .rounded = options->precision == PM_PRECISION_AUTO,
        .limits = {.threads = pm_threads(options->threads),
                   .memory = options->memory > 0 ? options->memory : pm_machine_memory(),
                   .seconds = options->seconds}};
    return PM_OK;
}

static bool wants_stop(void *watched)
{
    return pm_stop_wanted(pm_watched_stop(watched));
}

void pm_query_heed(struct pm_query_ask *ask, struct pm_watched *watched)
{
    if (watched == NULL)
        return;
    ask->poll = (struct pm_poll){wants_stop, watched};
    ask->limits.stop = pm_watched_stop(watched);
    ask->limits.poll = &ask->poll;
}

pm_status pm_query_run(pm_status (*answer)(void *call, struct pm_watched *watched),
                       struct pm_query_call *call)
{
    pm_options asked;

    PM_TRY(pm_options_take(&asked, call->options));
    call->options = &asked;
    return pm_watched_within(answer, call, asked.seconds, asked.watch, asked.watcher);
}
