/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of a matrix, with the way back to its entries. */
#ifndef PM_QUERY_ENTRY_BLOCKS_H
#define PM_QUERY_ENTRY_BLOCKS_H

#include "model/matrix.h"

/* A block: rows <= cols, every entry is used by a matching that covers all rows. */
struct pm_block {
    struct pm_matrix *a; /* integers: every line is divided by its content */
    int *entry;          /* what entry of the whole matrix each entry is */
};

struct pm_blocks {
    size_t count, singles;
    struct pm_block *block;
    int *single; /* entries of the whole matrix that every matching uses */
};

/* The blocks of `a`, of its transpose where it has more rows than columns.  A matching that covers
 * the shorter side of `a` is one of each block and all single entries, and its weight is in
 * proportion to the product of its weights in the blocks.  PM_DOMAIN, with the reason, where there
 * is no such matching. */
pm_status pm_blocks_find(struct pm_blocks *blocks, const struct pm_matrix *a);
void pm_blocks_clear(struct pm_blocks *blocks);

#endif
