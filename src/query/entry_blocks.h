/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of a matrix, and which entries each contains. */
#pragma once

#include "model/matrix.h"

/* A block: rows <= cols, and every entry is in some matching that covers all rows. */
struct pm_block {
    struct pm_matrix *a; /* integers: every line is divided by its content */
    int *entry;          /* for each entry, its index in the whole matrix */
};

struct pm_blocks {
    size_t count, singles;
    struct pm_block *block;
    int *single; /* entries of the whole matrix that every matching contains */
};

/* Finds the blocks of `a`, all of it if the rule dm is not among the rules, or of its transpose if
 * it has more rows than columns.  A matching that covers the shorter side of `a` consists of one
 * matching of each block and all single entries. The weight of this matching is proportional to the
 * product of the weights of its parts in the blocks.  If there is no such matching, the error is
 * PM_DOMAIN, with the reason as message. */
pm_status pm_entry_blocks_find(struct pm_blocks *blocks, const struct pm_matrix *a, unsigned rules);
void pm_entry_blocks_clear(struct pm_blocks *blocks);
