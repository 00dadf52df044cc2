/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages of a join.  Both tables are evaluated at the point for the vertices that they do not
 * share. Then there is a message for each shared vertex.  Cost: 2^s products for s shared vertices,
 * and one for each number of the tables. */
#include "base/alloc.h"
#include "proof/evaluate.h"
#include "proof/prover.h"

#include <stdlib.h>

/* Two tables over the shared vertices that have not had a message; and their point. */
struct meeting {
    pm_residue *left, *right, *weight;
    pm_residue *r;
    int shared;
};

/* weight[s] = the product of -r^2 over the vertices in s, which are those after the first `done`.
 */
static void weigh_meeting(struct meeting *m, int done, const struct pm_field *f)
{
    m->weight[0] = f->one;
    for (int k = done; k < m->shared; k++) {
        const pm_residue minus = pm_field_sub(f, 0, pm_field_mul(f, m->r[k], m->r[k]));
        const uint32_t bit = UINT32_C(1) << (k - done);
        for (uint32_t s = 0; s < bit; s++)
            m->weight[s | bit] = pm_field_mul(f, m->weight[s], minus);
    }
}

/* The coefficients of y and y^2 for shared vertex k. */
static void multiply(pm_residue out[2], struct meeting *m, int k, const struct pm_field *f)
{
    const uint32_t half = UINT32_C(1) << (m->shared - k - 1);
    pm_residue one = 0, two = 0;

    weigh_meeting(m, k + 1, f);
    for (uint32_t s = 0; s < half; s++) {
        pm_residue *const l = m->left + 2 * s, *const r = m->right + 2 * s;
        l[0] = pm_field_sub(f, l[0], pm_field_mul(f, m->r[k], l[1]));
        r[0] = pm_field_sub(f, r[0], pm_field_mul(f, m->r[k], r[1]));
        const pm_residue l0 = pm_field_mul(f, m->weight[s], pm_field_factor(f, l[0]));
        const pm_residue l1 = pm_field_mul(f, m->weight[s], pm_field_factor(f, l[1]));
        one = pm_field_add(f, one,
                           pm_field_add(f, pm_field_mul(f, l0, r[1]), pm_field_mul(f, l1, r[0])));
        two = pm_field_add(f, two, pm_field_mul(f, l1, r[1]));
    }
    out[0] = one;
    out[1] = two;
}

/* The message about shared vertex k, and the new claim. */
static pm_status meet(pm_residue *claim, struct meeting *m, struct pm_prover *p, int k)
{
    const struct pm_field *const f = &p->oracle.field;
    pm_residue number[2];

    if (p->again)
        PM_TRY(pm_prover_hear(p, 2, number));
    else
        multiply(number, m, k, f);
    const pm_residue zero = pm_field_sub(f, *claim, pm_field_mul(f, m->r[k], number[0]));
    const pm_residue t = pm_prover_say(p, 2, number);
    for (uint32_t s = 0; !p->again && s < UINT32_C(1) << (m->shared - k - 1); s++) {
        m->left[s] = pm_field_add(f, m->left[2 * s], pm_field_mul(f, t, m->left[2 * s + 1]));
        m->right[s] = pm_field_add(f, m->right[2 * s], pm_field_mul(f, t, m->right[2 * s + 1]));
    }
    const pm_residue more = pm_field_add(f, number[0], pm_field_mul(f, t, number[1]));
    *claim = pm_field_add(f, zero, pm_field_mul(f, t, more));
    m->r[k] = t;
    return PM_OK;
}

/* small = one of the tables of a join, over the shared vertices, with T(0) + r T(1) instead of T(0)
 * for each.  Then the sum over disjoint states of both tables, with the factors of their vertices,
 * is a sum of 2^shared products: for one vertex it is (L0 + r L1) (R0 + r R1) - r^2 L1 R1.  The
 * block of the table gets its point for the other vertices. */
static pm_status fold_side(pm_residue **small, struct pm_prover *p, int b, int side,
                           const int *shared, const struct meeting *m)
{
    const struct pm_proof_layout *const l = p->blocks->block[side].out;
    const struct pm_field *const f = &p->oracle.field;
    int bit[PM_PROOF_WIDTH];

    PM_TRY(pm_prover_point_new(p, side));
    for (int k = 0; k < l->y.count; k++)
        p->point[side][k] = pm_prover_point(p, b, l->y.vertex[k]);
    if (p->again)
        return PM_OK;
    PM_TRY(pm_prover_make_again(p, side));
    pm_proof_shared_bits(bit, l, shared, m->shared);
    PM_NEW(*small, (size_t)1 << m->shared);
    PM_TRY(pm_proof_fold_keys(*small, l, p->table[side], p->point[side], bit, m->shared, 0, f));
    for (int k = 0; k < m->shared; k++)
        pm_proof_transform(*small, m->shared, k, m->r[k], f);
    return PM_OK;
}

/* Gives a side its claim and what is new of its point. */
static void leave(struct pm_prover *p, int side, pm_residue claim, const struct meeting *m,
                  const int *shared)
{
    int bit[PM_PROOF_WIDTH];

    pm_proof_shared_bits(bit, p->blocks->block[side].out, shared, m->shared);
    for (int k = 0; k < m->shared; k++)
        p->point[side][bit[k]] = m->r[k];
    p->claim[side] = claim;
    pm_prover_forget(p, side);
}

/* The last message of a join: both tables at their points. */
static pm_status say_sides(struct pm_prover *p, int b, const struct meeting *m, const int *shared)
{
    const struct pm_proof_block *const block = &p->blocks->block[b];
    const struct pm_field *const f = &p->oracle.field;
    pm_residue number[2];

    if (p->again) {
        PM_TRY(pm_prover_hear(p, 2, number));
    } else {
        number[0] = m->left[0];
        number[1] = m->right[0];
    }
    if (p->claim[b] != pm_field_mul(f, pm_field_factor(f, number[0]), number[1]))
        return pm_prover_wrong(p);
    pm_prover_say(p, 2, number);
    leave(p, block->left, number[0], m, shared);
    leave(p, block->right, number[1], m, shared);
    return PM_OK;
}

pm_status pm_prover_join_back(struct pm_prover *p, int b)
{
    const struct pm_proof_block *const block = &p->blocks->block[b];
    int shared[PM_PROOF_WIDTH];
    pm_residue r[PM_PROOF_WIDTH];
    struct meeting m = {.r = r};
    pm_status status;

    m.shared = pm_proof_shared(shared, p->blocks->block[block->left].out,
                               p->blocks->block[block->right].out);
    for (int k = 0; k < m.shared; k++)
        r[k] = pm_prover_point(p, b, shared[k]);
    PM_TRY_GOTO(status, fold_side(&m.left, p, b, block->left, shared, &m), done);
    PM_TRY_GOTO(status, fold_side(&m.right, p, b, block->right, shared, &m), done);
    if (!p->again)
        PM_NEW_GOTO(status, m.weight, (size_t)1 << m.shared, done);
    for (int k = 0; k < m.shared; k++)
        PM_TRY_GOTO(status, meet(&p->claim[b], &m, p, k), done);
    status = say_sides(p, b, &m, shared);
done:
    PM_FREE(m.left, m.right, m.weight);
    return status;
}
