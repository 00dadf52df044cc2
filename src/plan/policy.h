/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How ways are chosen.  Only src/plan sees this: who carries out a plan finds in each way all that
 * it takes. */
#ifndef PM_PLAN_POLICY_H
#define PM_PLAN_POLICY_H

#include "engine/engine.h"
#include "plan/ask.h"
#include "plan/machine.h"

struct pm_policy {
    unsigned rules;                 /* of reductions, and of splitting */
    const struct pm_engine *engine; /* forced; NULL: free choice */
    bool quick;                     /* only engines whose cost() is quick */
    bool paper;                     /* as the SUPerman paper plans */
    bool splits;                    /* a split is to be looked at besides engines */
    int gpus;                       /* devices to plan for, at most */
    int leaf_gpus;                  /* devices that compute the leaves of a split */
    struct pm_limits limits;
    const struct pm_machine *machine; /* described, borrowed; NULL: the reference */
};

/* The part of the time for looking (engine/search_steps.h) that engines have where a split is
 * looked at, too. */
static const double PM_LOOK_SHARE = 0.6;

/* What a planner goes by. */
struct pm_planner {
    struct pm_ask ask;
    struct pm_policy policy;
};

/* The policy that the options want, but for the described machine.  PM_INPUT: names of engines or
 * rules that there are not; PM_UNABLE: not for such a problem. */
pm_status pm_policy_of(struct pm_policy *policy, enum pm_kind kind, const pm_options *options);

/* How many devices of this machine there are to plan for; it is asked only where they would be of
 * use, since counting them takes a while. */
int pm_policy_gpus(const struct pm_policy *policy);

#endif
