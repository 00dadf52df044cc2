/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prover's state, and what it needs for all kinds of blocks. */
#pragma once

#include "base/text.h"
#include "base/watched.h"
#include "proof/blocks.h"
#include "proof/oracle.h"

struct pm_prover {
    struct pm_statement *statement;
    struct pm_proof_steps *steps;
    struct pm_proof_blocks *blocks;
    struct pm_oracle oracle;
    pm_residue *edge, *stay; /* factors */
    pm_residue z;            /* sizes: the place of the polynomial; else 1; a factor */
    pm_residue **table;      /* of each block; NULL: not kept */
    pm_residue **point; /* of each block: the claim's point, factors for x and y of its `out` */
    pm_residue *claim;
    size_t bits;     /* of the longest number, for the oracle */
    uint64_t memory; /* bytes for the tables */
    struct pm_watched *watched;
    int stride; /* one of so many tables is kept at first */
    int threads;
    struct pm_text text; /* the messages */
};

/* Writes a message and returns the challenge as a factor. */
pm_residue pm_prover_say(struct pm_prover *prover, int count, const pm_residue *number);

/* q0 + t (q1 + t q2), for a factor t. */
static inline pm_residue pm_prover_at(const struct pm_field *f, pm_residue q0, pm_residue q1,
                                      pm_residue q2, pm_residue t)
{
    const pm_residue inner = pm_field_add(f, q1, pm_field_mul(f, t, q2));

    return pm_field_add(f, q0, pm_field_mul(f, t, inner));
}

/* Searches for steps, cuts them into blocks, and decides which tables are kept. */
pm_status pm_prover_plan(struct pm_prover *prover);
int pm_prover_messages(const struct pm_prover *prover);
void pm_prover_clear(struct pm_prover *prover); /* all but the oracle */

/* Makes the table of a block from the tables before it, which must be there; or if it was not kept,
 * from the nearest one before it that was.  Releases it. */
pm_status pm_prover_make(struct pm_prover *prover, int block);
pm_status pm_prover_make_again(struct pm_prover *prover, int block);
void pm_prover_forget(struct pm_prover *prover, int block);

/* small = the polynomial before a block that is carried out with a join, for all subsets of the
 * block's vertices, at the point r for all others. */
pm_status pm_prover_meet(pm_residue *small, struct pm_prover *prover, int block,
                         const pm_residue *r);

/* Memory for the point of a block's claim; and the table of this block as well. */
pm_status pm_prover_point_new(struct pm_prover *prover, int block);
pm_status pm_prover_side(struct pm_prover *prover, int block);

/* The factor of a vertex in the point of a block's claim. */
pm_residue pm_prover_point(const struct pm_prover *prover, int block, int vertex);

/* Writes the messages of a join.  Its parts get their claims. */
pm_status pm_prover_join_back(struct pm_prover *prover, int block);
