/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/request.h"

#include "plan/machine.h"

int pm_request_bits(const struct pm_problem *problem, pm_precision precision)
{
    const bool decimal = problem->field == PM_FIELD_REAL || problem->field == PM_FIELD_COMPLEX;

    if (precision == PM_PRECISION_AUTO)
        return decimal ? PM_PRECISION_DOUBLE : 0;
    return precision == PM_PRECISION_EXACT ? 0 : (int)precision;
}

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
    request->bits = pm_request_bits(problem, options->precision);
    request->rounded = options->precision == PM_PRECISION_AUTO;
    request->limits = (struct pm_limits){
        .threads = options->threads > 0 ? options->threads : pm_machine_threads(),
        .memory = options->memory > 0 ? options->memory : pm_machine_memory(),
        .seconds = options->seconds,
    };
    return PM_OK;
}

pm_status pm_request_allowed(const struct pm_limits *limits, double seconds, double bytes)
{
    if (limits->seconds > 0 && seconds > limits->seconds)
        return pm_fail(PM_UNABLE,
                       "predicted to take %.3g s on %d threads, more than the %.3g s allowed",
                       seconds, limits->threads, limits->seconds);
    if (bytes > (double)limits->memory)
        return pm_fail(PM_UNABLE, "needs %.3g bytes of memory, %.3g are allowed", bytes,
                       (double)limits->memory);
    return PM_OK;
}

pm_status pm_request_time(const struct pm_limits *limits, enum pm_number number, double steps)
{
    return pm_request_allowed(limits,
                              steps / pm_engine_find("tree")->rate[number] / limits->threads, 0);
}
