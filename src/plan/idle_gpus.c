/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reason is the memory of a device if an engine needed more, and else a property of the way
 * that takes longest. */
#include "plan/idle_gpus.h"

#include "base/size_text.h"
#include "base/status.h"

#include <stdio.h>

void pm_idle_note(struct pm_idle *idle, const struct pm_way *way, pm_status status, uint64_t memory)
{
    if (idle != NULL && status == PM_UNABLE && pm_lacks_memory())
        snprintf(idle->why, sizeof idle->why, "%s %s on a GPU of %s", way->engine->name,
                 pm_message(), pm_size_text(memory).text);
}

void pm_idle_print(FILE *text, const struct pm_plan *plan)
{
    bool gpus;

    if (text == NULL || !plan->idle.asked || plan->reduction.cores == 0)
        return;
    const struct pm_way *const way = &plan->way[pm_plan_longest(plan)];
    pm_plan_seconds(&gpus, plan, 1);
    if (gpus || (plan->status != PM_OK && plan->idle.why[0] == '\0'))
        return;
    fputs("GPUs: not used; ", text);
    if (plan->idle.why[0] != '\0')
        fputs(plan->idle.why, text);
    else if (!pm_way_is_long(way) && (way->engine == NULL || !way->engine->figures.draws))
        fputs("the work is too short", text);
    else if (way->engine != NULL && way->engine->more->gpu == NULL)
        fprintf(text, "%s has no kernel for them", way->engine->name);
    else if (way->engine != NULL && !pm_way_is_for_gpus(way))
        fprintf(text, "%s has no kernel for such numbers, or too few units of work",
                way->engine->name);
    else
        fputs("threads take no longer", text);
    putc('\n', text);
}
