/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The expected number of pairs of keys that a merge multiplies. */
#ifndef PM_ENGINE_TREE_MERGE_PAIRS_H
#define PM_ENGINE_TREE_MERGE_PAIRS_H

#include <stdbool.h>

/* Predicted numbers are at most exp of this. */
static const double PM_MERGE_LOG_MOST = 600;

/* The number of vertices of a merge that are only in the left scope, only in the right scope, in
 * both and stay open, and in both and close. */
struct pm_merge_tally {
    int left[2], right[2], open[2], closing[2]; /* [0]: rows, [1]: columns */
    int d_left, d_right;
    bool square, general, loose; /* as in struct pm_tree */
};

/* The expected number of pairs for two tables of `left` and `right` keys. */
double pm_merge_pairs(const struct pm_merge_tally *tally, double left, double right);

#endif
