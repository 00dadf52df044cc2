/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fold adds the parts of units in one fixed binary tree.  So the bits of the sum depend neither
 * on who computed a part nor on the order in which parts arrive.
 *
 * Node (level, index) is the sum of units index 2^level .. (index + 1) 2^level - 1: its left half
 * plus its right half.  A node merges with its sibling as soon as both are present, so only a few
 * nodes are pending at any time.  They are the whole state of a sum, and a checkpoint stores
 * them. */
#pragma once

#include "base/status.h"
#include "num/part.h"

#include <stddef.h>

struct pm_node {
    int level;
    uint64_t index;
    struct pm_part part;
};

struct pm_fold {
    struct pm_ring ring;
    struct pm_node *node; /* pending, in no particular order */
    size_t count, room;
};

void pm_fold_init(struct pm_fold *fold, const struct pm_ring *ring);
void pm_fold_clear(struct pm_fold *fold);

/* Adds a node.  Each node may be added only once. */
pm_status pm_fold_add(struct pm_fold *fold, int level, uint64_t index, const struct pm_part *part);

/* Adds all pending nodes of another fold over the same units. */
pm_status pm_fold_merge(struct pm_fold *fold, const struct pm_fold *other);

/* The sum of all nodes, from the first unit to the last. */
void pm_fold_sum(struct pm_part *sum, const struct pm_fold *fold);
