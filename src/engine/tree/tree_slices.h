/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PM_ENGINE_TREE_TREE_SLICES_H
#define PM_ENGINE_TREE_TREE_SLICES_H

#include "engine/tree/layout.h"

/* Slices a layout until the predicted number of table entries in memory is at most `keys`.  The
 * cost and keys of the layout become those of one slice.  PM_UNABLE: slicing does not help.
 * PM_STOPPED: `poll` (may be NULL) asks to stop. */
pm_status pm_layout_slice(struct pm_layout *layout, double keys, const struct pm_poll *poll);

/* Slices by the vertices vertex[0 .. count - 1], numbered as in pm_layout.slice_vertex, one after
 * another.  PM_INPUT: this is impossible. */
pm_status pm_layout_slice_by(struct pm_layout *layout, const int *vertex, int count);

/* *finer = a new layout in which every slice of `layout` is divided into four.  Unit u is divided
 * into the four units that have u in their low bits.  PM_UNABLE: there would be too many slices. */
pm_status pm_layout_refine(struct pm_layout **finer, const struct pm_layout *layout);

#endif
