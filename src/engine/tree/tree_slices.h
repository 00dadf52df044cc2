/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PM_ENGINE_TREE_TREE_SLICES_H
#define PM_ENGINE_TREE_TREE_SLICES_H

#include "engine/tree/layout.h"

/* Slices a layout until its tables are predicted to need room for at most `keys` entries at any
 * moment; cost and keys of the layout become those of one slice.  PM_UNABLE where that does not
 * help; PM_STOPPED where that is the answer of `poll` (NULL: nobody is asked). */
pm_status pm_layout_slice(struct pm_layout *layout, double keys, const struct pm_poll *poll);

/* Slices by these vertices (pm_layout.slice_vertex), one after the other.  PM_INPUT where that
 * cannot be. */
pm_status pm_layout_slice_by(struct pm_layout *layout, const int *vertex, int count);

/* The same layout with every slice cut into four: unit u becomes the units that have u in their low
 * bits.  PM_UNABLE where there are too many slices. */
pm_status pm_layout_refine(struct pm_layout **finer, const struct pm_layout *layout);

#endif
