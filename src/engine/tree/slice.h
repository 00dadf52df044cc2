/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PM_ENGINE_TREE_SLICE_H
#define PM_ENGINE_TREE_SLICE_H

#include "engine/tree/layout.h"

/* Slices the layout of `tree` until its tables are predicted to hold at most `keys` keys at any
 * moment; cost and keys of the layout become those of one slice.  PM_UNABLE where that does not
 * help. */
pm_status pm_layout_slice(struct pm_layout *layout, const struct pm_tree *tree, double keys);

#endif
