/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prover's state, and what it needs for all kinds of blocks. */
#pragma once

#include "base/text.h"
#include "base/watched.h"
#include "run/session.h"
#include "proof/blocks.h"
#include "proof/claims.h"
#include "proof/leaves.h"
#include "proof/oracle.h"

struct pm_prover {
    struct pm_proved_problem *statement;
    struct pm_claims claims;
    char *proof;                    /* NULL: not yet */
    struct pm_proof_leaves *leaves; /* NULL: steps are cheaper */
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
    double most, all; /* bytes of the largest table, and of all */
    int stride;       /* one of so many tables is kept at first */
    int threads;
    struct pm_text text; /* the messages */
    int said;            /* how many */

    /* With a checkpoint. */
    char *path; /* NULL: none */
    struct pm_session session;
    char name[2 * PM_ORACLE_BYTES + 4]; /* of the text before the messages */
    char *recalled;                     /* messages of an earlier run; NULL: none */
    const char *earlier;                /* the next of them */
    int left;                           /* that many of them */
    bool again;                         /* going back through these, without tables */
};

/* Makes the statement, and takes the options: threads, memory and the checkpoint. */
pm_status pm_prover_open(struct pm_prover *prover, const pm_problem *problem, pm_proved what,
                         const pm_options *options);

/* Writes a message and returns the challenge as a factor. */
pm_residue pm_prover_say(struct pm_prover *prover, int count, const pm_residue *number);

/* Finds the messages of an earlier run; `prover` has read all text before the first one.  Then
 * reads the next of them, which must have `count` numbers. */
pm_status pm_prover_recall(struct pm_prover *prover);
pm_status pm_prover_hear(struct pm_prover *prover, int count, pm_residue *number);

/* Writes the checkpoint. */
pm_status pm_prover_keep(struct pm_prover *prover);

/* Counts the work of a block.  Writes the checkpoint if it is time, and stops if it is wanted. */
pm_status pm_prover_done(struct pm_prover *prover, int block);

/* Fails: what is proved is not true. */
pm_status pm_prover_wrong(const struct pm_prover *prover);

/* Searches for far edges and for steps.  If steps are cheaper, cuts them into blocks, and decides
 * which tables are kept. */
pm_status pm_prover_plan(struct pm_prover *prover);
int pm_prover_messages(const struct pm_prover *prover);
int pm_prover_block_messages(const struct pm_prover *prover, int block);
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

/* Memory for the point of a block's claim. */
pm_status pm_prover_point_new(struct pm_prover *prover, int block);

/* The factor of a vertex in the point of a block's claim. */
pm_residue pm_prover_point(const struct pm_prover *prover, int block, int vertex);

/* Write the messages of a block, or of a join.  The blocks before it get their claims. */
pm_status pm_prover_block_back(struct pm_prover *prover, int block);
pm_status pm_prover_join_back(struct pm_prover *prover, int block);
