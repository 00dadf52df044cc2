/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes the memory that devices lack; full_text.c prints it. */
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
