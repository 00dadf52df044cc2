/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/request.h"

#include "engine/limits.h"
#include "plan/ask.h"
#include "plan/machine.h"

pm_status pm_request_parse(struct pm_request *request, const struct pm_problem *problem,
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
    request->bits = pm_ask_bits(problem, options->precision);
    request->rounded = options->precision == PM_PRECISION_AUTO;
    request->limits = (struct pm_limits){
        .threads = options->threads > 0 ? options->threads : pm_machine_threads(),
        .memory = options->memory > 0 ? options->memory : pm_machine_memory(),
        .seconds = options->seconds,
    };
    return PM_OK;
}

pm_status pm_request_time(const struct pm_limits *limits, enum pm_number number, double steps)
{
    return pm_limits_allow(limits, steps / pm_engine_find("tree")->rate[number] / limits->threads,
                           0);
}
