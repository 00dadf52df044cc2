/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pending nodes are kept in an unsorted list, which is searched linearly since it is short.  The
 * final sum sorts them first. */
#include "num/fold.h"

#include "base/alloc.h"

#include <stdlib.h>

void pm_fold_init(struct pm_fold *fold, const struct pm_ring *ring)
{
    *fold = (struct pm_fold){.ring = *ring};
}

void pm_fold_clear(struct pm_fold *fold)
{
    free(fold->node);
    fold->node = NULL;
    fold->count = fold->room = 0;
}

static struct pm_node *find_node(const struct pm_fold *fold, int level, uint64_t index)
{
    for (size_t k = 0; k < fold->count; k++)
        if (fold->node[k].level == level && fold->node[k].index == index)
            return &fold->node[k];
    return NULL;
}

pm_status pm_fold_add(struct pm_fold *fold, int level, uint64_t index, const struct pm_part *part)
{
    struct pm_node node = {level, index, *part};

    for (struct pm_node *sibling;
         (sibling = find_node(fold, node.level, node.index ^ 1)) != NULL;) {
        struct pm_part left = node.index & 1 ? sibling->part : node.part;
        const struct pm_part right = node.index & 1 ? node.part : sibling->part;
        pm_part_add(&fold->ring, &left, &right);
        *sibling = fold->node[--fold->count];
        node = (struct pm_node){node.level + 1, node.index >> 1, left};
    }
    PM_TRY(pm_alloc_grow((void **)&fold->node, &fold->room, fold->count + 1, sizeof *fold->node));
    fold->node[fold->count++] = node;
    return PM_OK;
}

pm_status pm_fold_merge(struct pm_fold *fold, const struct pm_fold *other)
{
    for (size_t k = 0; k < other->count; k++)
        PM_TRY(pm_fold_add(fold, other->node[k].level, other->node[k].index, &other->node[k].part));
    return PM_OK;
}

static int node_compare(const void *x, const void *y)
{
    const struct pm_node *const a = x, *const b = y;
    const uint64_t first_a = a->index << a->level, first_b = b->index << b->level;
    return (first_a > first_b) - (first_a < first_b);
}

void pm_fold_sum(struct pm_part *sum, const struct pm_fold *fold)
{
    *sum = (struct pm_part){{0}, {0}, {0}, 0, 0};
    if (fold->count > 1)
        qsort(fold->node, fold->count, sizeof *fold->node, node_compare);
    for (size_t k = 0; k < fold->count; k++)
        pm_part_add(&fold->ring, sum, &fold->node[k].part);
}
