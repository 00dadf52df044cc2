/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges on which a method branches, in the user's words. */
#pragma once

#include "plan/way.h"

/* Appends to the note of the way the edges on which its engine branches, by the names of their ends
 * in the problem from which the core comes: ": 3 - 17, 20 - 41, 5 with 8 edges". */
pm_status pm_named_edges(struct pm_way *way, const struct pm_core *core,
                         const struct pm_problem *problem);
