/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a proof in blocks.  A block of steps touches few vertices and is carried out in one
 * pass over its table.  A join is a block of its own.  Every block makes a table in the layout of
 * the block that uses it. */
#pragma once

#include "proof/block_sums.h"
#include "proof/meeting.h"

/*
 * Closings after a join that use no new vertices are carried out with the join: they are applied to
 * the two tables that meet, and only the table after all of them is made. */

struct pm_proof_block {
    bool joins;
    int meeting; /* the join that it is carried out with; -1: its table is made before it */
    bool hidden; /* the table that it makes is never made */
    struct pm_proof_span span; /* the groups, if it does not join */
    int left, right; /* the blocks that make its tables; -1: the table is new; right: of a join */
    struct pm_proof_layout *in; /* of its table, if it does not join */
    struct pm_proof_layout
        *out; /* of the table that it makes: the `in` of another block, or its own */
    bool owns;
};

/* Of the table that it makes. */
static inline double pm_proof_block_bytes(const struct pm_proof_block *block)
{
    return block->hidden ? 0 : (double)block->out->length * sizeof(pm_residue);
}

struct pm_proof_blocks {
    struct pm_proof_block *block;
    int count, room;
    struct pm_proof_group *group; /* all of them */
    size_t groups;
    double bytes; /* of the lists of states */
};

/* memory: the most bytes for lists of states; PM_UNABLE: they need more. */
pm_status pm_proof_blocks_new(struct pm_proof_blocks **blocks,
                              const struct pm_proved_problem *statement,
                              const struct pm_proof_steps *steps, uint64_t memory);
void pm_proof_blocks_free(struct pm_proof_blocks *blocks); /* NULL is fine */

/* table = the table that a block makes, from those of its left and right block. */
pm_status pm_proof_block_run(pm_residue *table, const struct pm_proof_block *block,
                             const pm_residue *in, const struct pm_field *field,
                             const struct pm_proof_weights *weights, int threads);
