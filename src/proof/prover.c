/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prover's tables and points.  A table that was not kept is made again from the
 * nearest one before it that was.  Of those between them, one at half the distance is kept, one at
 * three quarters of it, and so on: logarithmically many, and each is made again about half as many
 * times (compare Griewank and Walther, Algorithm 799: revolve, ACM TOMS 26, 2000). */
#include "proof/prover.h"

#include "base/alloc.h"
#include "base/refusal.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------- tables */

static struct pm_proof_weights weights_of(const struct pm_prover *p)
{
    return (struct pm_proof_weights){.edge = p->edge, .stay = p->stay};
}

/* The join of block `join`, and the groups of the blocks after it, before block `end`. */
static struct pm_proof_meeting meeting_of(const struct pm_prover *p, int join, int end)
{
    const struct pm_proof_block *const block = &p->blocks->block[join];
    int groups = 0;

    for (int k = join + 1; k < end; k++)
        groups += (int)p->blocks->block[k].span.count;
    return (struct pm_proof_meeting){.left = p->blocks->block[block->left].out,
                                     .right = p->blocks->block[block->right].out,
                                     .left_table = p->table[block->left],
                                     .right_table = p->table[block->right],
                                     .group = p->blocks->block[join + (groups > 0)].span.group,
                                     .groups = groups,
                                     .field = &p->oracle.field,
                                     .weights = weights_of(p),
                                     .threads = p->threads};
}

pm_status pm_prover_make(struct pm_prover *p, int b)
{
    static const pm_residue one = 1;
    const struct pm_proof_block *const block = &p->blocks->block[b];
    const struct pm_proof_weights weights = weights_of(p);

    if (block->hidden)
        return PM_OK;
    PM_TRY(pm_proof_layout_list(block->out));
    if (block->in != NULL && block->meeting < 0)
        PM_TRY(pm_proof_layout_list(block->in));
    PM_NEW(p->table[b], block->out->length);
    if (block->meeting < 0)
        return pm_proof_block_run(p->table[b], block,
                                  block->left >= 0 ? p->table[block->left] : &one, &p->oracle.field,
                                  &weights, p->threads);
    const struct pm_proof_meeting meeting = meeting_of(p, block->meeting, b + 1);
    return pm_proof_meeting_make(p->table[b], block->out, &meeting);
}

pm_status pm_prover_meet(pm_residue *small, struct pm_prover *p, int b, const pm_residue *r)
{
    const struct pm_proof_block *const block = &p->blocks->block[b];
    const struct pm_proof_block *const join = &p->blocks->block[block->meeting];

    PM_TRY(pm_prover_make_again(p, join->left));
    PM_TRY(pm_prover_make_again(p, join->right));
    const struct pm_proof_meeting meeting = meeting_of(p, block->meeting, b);
    return pm_proof_meeting_fold(small, block->in, r, &meeting);
}

void pm_prover_forget(struct pm_prover *p, int b)
{
    free(p->table[b]);
    p->table[b] = NULL;
}

pm_status pm_prover_make_again(struct pm_prover *p, int b)
{
    int first = b;

    while (first >= 0 && p->table[first] == NULL && p->blocks->block[first].meeting < 0 &&
           p->blocks->block[first].left >= 0 && p->table[p->blocks->block[first].left] == NULL)
        first = p->blocks->block[first].left;
    for (int k = first, kept = first - 1; k <= b; k++) { /* a chain has successive numbers */
        if (p->table[k] != NULL)
            continue;
        PM_TRY(pm_prover_make(p, k));
        if (k - 1 >= first && k - 1 != kept)
            pm_prover_forget(p, k - 1);
        if (k >= b - (b - kept) / 2)
            kept = k;
    }
    return PM_OK;
}

/* --------------------------------------------------------------------------- plan */

/* Chooses how many tables are kept, by the memory. */
static pm_status choose_stride(struct pm_prover *p)
{
    double fixed = p->blocks->bytes, least = INFINITY;

    for (int b = 0; b < p->blocks->count; b++) {
        const double bytes = pm_proof_block_bytes(&p->blocks->block[b]);
        p->all += bytes;
        p->most = fmax(p->most, bytes);
        if (p->blocks->block[b].owns)
            fixed += bytes;
    }
    for (p->stride = 1; p->stride <= p->blocks->count; p->stride++) {
        const double more = (p->stride > 1 ? 3 + log2(p->stride) : 1) * p->most;
        least = fmin(least, p->all / p->stride + fixed + more);
        if (least <= (double)p->memory)
            return PM_OK;
    }
    return pm_refusal_of_memory("a proof", least, (double)p->memory);
}

/* Searches for steps that take less time than drawings, of which there may be some. */
static pm_status find_steps(struct pm_prover *p)
{
    const double seconds = p->leaves != NULL ? pm_proof_leaves_seconds(p->leaves) : 0;

    PM_TRY(pm_proved_problem_find_tight(p->statement));
    PM_TRY(pm_proof_steps_new(&p->steps, p->statement, seconds));
    if (p->leaves != NULL && p->steps->seconds > seconds)
        return pm_fail(PM_UNABLE, "drawings are cheaper");
    PM_TRY(pm_proof_blocks_new(&p->blocks, p->statement, p->steps, p->memory));
    return choose_stride(p);
}

pm_status pm_prover_plan(struct pm_prover *p)
{
    pm_status status = pm_proof_leaves_new(&p->leaves, p->statement);

    if (status == PM_OK && pm_proof_leaves_count(p->leaves) == 1)
        return PM_OK;
    if (status != PM_OK && status != PM_UNABLE)
        return status;
    status = find_steps(p);
    if (status != PM_OK)
        return p->leaves != NULL && status == PM_UNABLE ? PM_OK : status;
    pm_proof_leaves_free(p->leaves);
    p->leaves = NULL;
    if (p->watched != NULL)
        p->watched->total = 2 * (uint64_t)p->all; /* forward and back */
    return PM_OK;
}

int pm_prover_block_messages(const struct pm_prover *p, int b)
{
    const struct pm_proof_block *const block = &p->blocks->block[b];
    int shared[PM_PROOF_WIDTH];

    return block->joins ? 1 + pm_proof_shared(shared, p->blocks->block[block->left].out,
                                              p->blocks->block[block->right].out)
                        : block->span.count;
}

int pm_prover_messages(const struct pm_prover *p)
{
    int count = 0;

    for (int b = 0; b < p->blocks->count; b++)
        count += pm_prover_block_messages(p, b);
    return count;
}

/* ------------------------------------------------------------------------- points */

pm_residue pm_prover_point(const struct pm_prover *p, int b, int vertex)
{
    const struct pm_proof_layout *const l = p->blocks->block[b].out;

    const int bit = pm_proof_bit_of(l, vertex);

    return bit < 0                 ? 0
           : bit >= PM_PROOF_WIDTH ? p->point[b][bit - PM_PROOF_WIDTH]
                                   : p->point[b][l->x.count + bit];
}

pm_status pm_prover_point_new(struct pm_prover *p, int b)
{
    const struct pm_proof_layout *const l = p->blocks->block[b].out;

    PM_NEW(p->point[b], l->x.count + l->y.count);
    return PM_OK;
}

void pm_prover_clear(struct pm_prover *p)
{
    for (int b = 0; p->blocks != NULL && b < p->blocks->count; b++) {
        if (p->table != NULL)
            free(p->table[b]);
        if (p->point != NULL)
            free(p->point[b]);
    }
    PM_FREE(p->proof, p->table, p->point, p->claim, p->edge, p->stay);
    pm_session_clear(&p->session);
    PM_FREE(p->path, p->recalled);
    pm_proof_leaves_free(p->leaves);
    pm_proof_blocks_free(p->blocks);
    pm_proof_steps_free(p->steps);
    pm_claims_clear(&p->claims);
    pm_proved_problem_free(p->statement);
}
