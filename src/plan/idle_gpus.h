/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why the devices that the user asked for compute nothing. */
#pragma once

#include "plan/way.h"

struct pm_idle {
    bool asked;    /* the user asked for a number of them */
    char why[192]; /* the memory that they lack; "": it is enough, or nobody looked */
};

/* An engine's way on devices that have `memory` bytes ended with this status.  If it needs more
 * memory, this is noted in *idle, which may be NULL. */
void pm_idle_note(struct pm_idle *idle, const struct pm_way *way, pm_status status,
                  uint64_t memory);
