/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How soon devices would be ready with what searches have found.  The steps of a thread tell it
 * only roughly: an H200 carries out 1.5e12 of them in .2 s for a king graph, 1.2e12 in .7 s for
 * gre_216a. */
#include "plan/turns_state.h"

#include "plan/machine.h"

#include <math.h>

/* Asks the driver once, and only if the best way is long: this takes a fraction of a second. */
static bool has_gpus(struct pm_turns *turns)
{
    struct pm_gpu gpu = {.memory = 0};

    if (turns->gpus < 0) {
        turns->gpus = pm_machine_gpus(&gpu, turns->planner->policy.gpus);
        turns->memory = gpu.memory;
    }
    return turns->gpus > 0;
}

/* True if devices may carry out what a search finds. */
static bool is_for_devices(struct pm_turns *turns, const struct pm_turns_search *l)
{
    const struct pm_way best = {.seconds = turns->seconds};

    return l->state != NULL && !l->refuted && !isinf(l->wall) && pm_way_is_long(&best) &&
           has_gpus(turns);
}

double pm_turns_soonest(struct pm_turns *turns)
{
    const struct pm_way best = {.seconds = turns->seconds, .cost.bytes = INFINITY};
    const bool found = turns->seconds < turns->known;
    double seconds = found ? pm_way_worth(&best, turns->planner) : turns->worth;

    for (int k = 0; k < turns->engines; k++)
        if (is_for_devices(turns, &turns->search[k]))
            seconds = fmin(seconds, turns->search[k].wall * turns->search[k].found.steps);
    return seconds;
}

pm_status pm_turns_price_device(struct pm_turns *turns, struct pm_turns_search *l)
{
    if (isinf(l->found.steps) || 2 * l->found.steps > l->priced || !is_for_devices(turns, l))
        return PM_OK;
    l->priced = l->found.steps;
    for (int k = 0; k < turns->kinds; k++) {
        struct pm_way way = pm_turns_way(l, turns, k, false);
        const pm_status status =
            pm_trial_device(&way, turns->core, turns->planner, l->state, turns->memory);
        if (status == PM_UNABLE)
            continue;
        PM_TRY(status);
        if (pm_way_is_for_gpus(&way))
            l->wall = pm_way_gpu_wall_seconds(&way, 1) / l->found.steps;
        pm_way_clear(&way);
    }
    return PM_OK;
}
