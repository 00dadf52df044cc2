/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layouts as text, in stored plans. */
#pragma once

#include "engine/tree/layout.h"

/* Writes the layout that is the choice of this cost. */
void pm_tree_write(FILE *file, const struct pm_cost *cost);

/* *layout = the layout that pm_tree_write() has written, read from *rest. */
pm_status pm_tree_read(struct pm_layout **layout, const struct pm_core *core, char **rest);
