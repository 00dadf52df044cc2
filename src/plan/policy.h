/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules for choosing ways.  Only src/plan reads them: a way contains all that is needed to
 * carry it out. */
#pragma once

#include "engine/engine.h"
#include "plan/ask.h"

struct pm_policy {
    unsigned rules;                 /* reduction rules, also those of the nodes of a split */
    const struct pm_engine *engine; /* the only engine allowed; NULL: any */
    bool quick;                     /* only engines whose cost() is quick are asked */
    bool paper;                     /* the plan is made like that of the SUPerman paper */
    int gpus;                       /* largest number of devices to plan for */
    bool gpus_asked;                /* the user gave this number */
    bool part;                      /* for one of several parts, which all need the same plan */
    struct pm_limits limits;
};

/* The input of all planning functions. */
struct pm_planner {
    struct pm_ask ask;
    struct pm_policy policy;
    struct pm_lacked *lacked; /* notes the memory that ways lack; NULL: nobody asks */
    bool *lacks_embedding;    /* becomes true if an engine says so (engine.h); NULL: nobody asks */
};

/* Reads the policy from the options.  PM_INPUT: a name of an engine or rule is unknown.  PM_UNABLE:
 * the options are impossible for this kind of problem. */
pm_status pm_policy_of(struct pm_policy *policy, const struct pm_problem *problem,
                       const pm_options *options);
