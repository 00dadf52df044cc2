/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refuses the options that no query has; reads precision and limits from the others. */
#include "query/options.h"

#include "plan/ask.h"
#include "plan/machine.h"

pm_status pm_query_options(struct pm_query_ask *ask, const struct pm_problem *problem,
                           const pm_options *options)
{
    static const pm_options defaults;

    if (options == NULL)
        options = &defaults;
    if (problem->gadgets > 0)
        return pm_fail(PM_UNABLE, "of covers by cycles of at least 3 vertices, where arcs are "
                                  "opposite to each other, there is the number alone");
    if (options->modulus != NULL || options->engine != NULL || options->reduce != NULL ||
        options->no_reduce != NULL || options->paper || options->plan_only ||
        options->machine != NULL || options->plan_file != NULL)
        return pm_fail(PM_INPUT, "only precision, threads, memory and time can be chosen here");
    *ask = (struct pm_query_ask){
        .bits = pm_ask_bits(problem, options->precision),
        .rounded = options->precision == PM_PRECISION_AUTO,
        .limits = {.threads = options->threads > 0 ? options->threads : pm_machine_threads(),
                   .memory = options->memory > 0 ? options->memory : pm_machine_memory(),
                   .seconds = options->seconds}};
    return PM_OK;
}
