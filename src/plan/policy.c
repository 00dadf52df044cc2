/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translates options into rules, engine and limits.  Default limits are those of this machine. */
#include "plan/policy.h"

#include "base/sized.h"
#include "base/threads.h"
#include "plan/machine.h"
#include "plan/rates.h"
#include "reduce/reduce.h"

#include <string.h>

static pm_status parse_engine(const struct pm_engine **engine, const char *name)
{
    char known[512] = "";

    *engine = NULL;
    if (name == NULL || (*engine = pm_engine_find(name)) != NULL)
        return PM_OK;
    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++) {
        strncat(known, e == pm_engines ? "" : ", ", sizeof known - strlen(known) - 1);
        strncat(known, (*e)->name, sizeof known - strlen(known) - 1);
    }
    return pm_fail(PM_INPUT, "there is no engine '%s'; there are %s", name, known);
}

pm_status pm_policy_of(struct pm_policy *policy, const struct pm_problem *problem,
                       const pm_options *options)
{
    const bool said = options->reduce != NULL || options->no_reduce != NULL;

    if (options->paper && problem->kind != PM_PERMANENT)
        return pm_fail(PM_UNABLE,
                       "the paper's plan is for permanents, and this graph, which is not "
                       "bipartite, asks for a hafnian");
    *policy = (struct pm_policy){
        .paper = options->paper,
        .gpus = pm_sized_options_gpus(options),
        .gpus_asked = options->gpus > 0,
        .part = options->parts > 1,
        .limits = {.threads = pm_threads(options->threads),
                   .memory = pm_machine_memory(options->memory, pm_matrix_lines(problem->a)),
                   .seconds = options->seconds},
    };
    PM_TRY(pm_rates_check());
    PM_TRY(parse_engine(&policy->engine, options->engine));
    PM_TRY(options->paper && !said
               ? pm_rules_parse(&policy->rules, "dm,split", NULL)
               : pm_rules_parse(&policy->rules, options->reduce, options->no_reduce));
    if (policy->engine != NULL)
        policy->rules = pm_rules_beside(policy->rules);
    return PM_OK;
}
