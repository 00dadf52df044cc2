/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many pairs of keys a merge is expected to multiply. */
#ifndef PM_ENGINE_TREE_MERGE_PAIRS_H
#define PM_ENGINE_TREE_MERGE_PAIRS_H

#include <stdbool.h>

/* Natural logarithm beyond which a prediction is cut off. */
static const double PM_MERGE_LOG_MOST = 600;

/* What meets in a merge: vertices by side (left only, right only, shared and open, shared and
 * closing), rows and columns apart; closed rows less closed columns of both sides. */
struct pm_merge_tally {
    int left[2], right[2], open[2], closing[2]; /* [0] rows, [1] columns */
    int d_left, d_right;
    bool square, general, loose; /* as in struct pm_tree */
};

/* Pairs of tables of `left` and `right` keys. */
double pm_merge_pairs(const struct pm_merge_tally *tally, double left, double right);

#endif
