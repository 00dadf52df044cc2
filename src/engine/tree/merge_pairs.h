/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The expected number of pairs of keys that a merge multiplies. */
#ifndef PM_ENGINE_TREE_MERGE_PAIRS_H
#define PM_ENGINE_TREE_MERGE_PAIRS_H

#include <stdbool.h>

/* Predictions are limited to this natural logarithm. */
static const double PM_MERGE_LOG_MOST = 600;

/* The vertices of a merge by side (left only, right only, shared and open, shared and closing), for
 * rows and columns separately; and closed rows minus closed columns of both sides. */
struct pm_merge_tally {
    int left[2], right[2], open[2], closing[2]; /* [0] rows, [1] columns */
    int d_left, d_right;
    bool square, general, loose; /* as in struct pm_tree */
};

/* Expected number of pairs for tables with `left` and `right` keys. */
double pm_merge_pairs(const struct pm_merge_tally *tally, double left, double right);

#endif
