/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluates the polynomial of a meeting without its table.  Both tables are evaluated for the
 * vertices of their own that are not wanted.  What is left has a number for each set of shared and
 * wanted vertices.  With L0 + v L1 and R0 + v R1, a shared vertex v gives
 *
 * - L0 R0 and L0 R1 + L1 R0 for its two states, if it is wanted;
 * - L0 R1 + L1 R0 if it is closed;
 * - (L0 + r L1) (R0 + r R1) - r^2 L1 R1 at the point r.
 *
 * Cost: one product for each number of a table; 3^w 2^(s - w) for s shared vertices, w of them
 * wanted. */
#include "base/alloc.h"
#include "proof/evaluate.h"
#include "proof/meeting.h"

#include <stdlib.h>

/* A wanted vertex has a bit in the result.  For the others, wanted is 0. */
struct vertex {
    uint32_t wanted;
    bool closed;
    pm_residue minus; /* - r^2 */
};

struct fold {
    pm_residue *small;
    const struct pm_field *field;
    struct vertex shared[PM_PROOF_WIDTH];
    uint32_t *left_state, *right_state; /* of the sets of own wanted vertices, in the result */
    int left_own, right_own;            /* their numbers */
};

/* Adds the products of all own states, and a factor. */
static void multiply(const struct fold *f, uint32_t state, const pm_residue *left,
                     const pm_residue *right, pm_residue factor)
{
    for (size_t i = 0; i < (size_t)1 << f->left_own; i++) {
        const pm_residue x = pm_field_mul(f->field, factor, left[i]);
        for (size_t k = 0; k < (size_t)1 << f->right_own; k++) {
            pm_residue *const to = &f->small[state | f->left_state[i] | f->right_state[k]];
            *to = pm_field_add(f->field, *to, pm_field_mul(f->field, x, right[k]));
        }
    }
}

/* The first `count` shared vertices are left. */
static void meet(const struct fold *f, int count, uint32_t state, const pm_residue *left,
                 const pm_residue *right, pm_residue factor)
{
    if (count == 0) {
        multiply(f, state, left, right, factor);
        return;
    }
    const struct vertex *const v = &f->shared[--count];
    const pm_residue *const left1 = left + ((size_t)1 << (count + f->left_own));
    const pm_residue *const right1 = right + ((size_t)1 << (count + f->right_own));
    if (v->wanted != 0 || v->closed) {
        meet(f, count, state | v->wanted, left, right1, factor);
        meet(f, count, state | v->wanted, left1, right, factor);
    }
    if (!v->closed)
        meet(f, count, state, left, right, factor);
    if (!v->closed && v->wanted == 0)
        meet(f, count, state, left1, right1, pm_field_mul(f->field, factor, v->minus));
}

/* The point of the wanted vertices is not used. */
static pm_residue point_of(const struct pm_proof_layout *open, const pm_residue *r, int vertex,
                           uint32_t *wanted)
{
    const int bit = pm_proof_bit_of(open, vertex);

    *wanted = bit >= PM_PROOF_WIDTH ? UINT32_C(1) << (bit - PM_PROOF_WIDTH) : 0;
    return bit >= 0 && bit < PM_PROOF_WIDTH ? r[bit] : 0;
}

/* One of the tables, for the sets of its own wanted vertices and the shared ones. */
static pm_status fold_side(pm_residue **table, uint32_t **states, int *own,
                           const struct pm_proof_meeting *m, bool right,
                           const struct pm_proof_layout *open, const pm_residue *r,
                           const int *shared, int count)
{
    const struct pm_proof_layout *const l = right ? m->right : m->left;
    int bit[PM_PROOF_WIDTH], shared_bit[PM_PROOF_WIDTH];
    uint32_t wanted[PM_PROOF_WIDTH];
    pm_residue point[PM_PROOF_WIDTH], *whole = NULL;
    pm_status status;

    const uint32_t both = pm_proof_shared_bits(shared_bit, l, shared, count);
    *own = 0;
    for (int k = 0; k < l->y.count; k++) {
        point[k] = point_of(open, r, l->y.vertex[k], &wanted[*own]);
        if (wanted[*own] != 0 && (both >> k & 1) == 0)
            bit[(*own)++] = k;
    }
    PM_NEW_GOTO(status, *states, (size_t)1 << *own, done);
    for (uint32_t s = 1; s < UINT32_C(1) << *own; s++)
        (*states)[s] = (*states)[s & (s - 1)] | wanted[__builtin_ctz(s)];
    for (int k = 0; k < count; k++)
        bit[*own + k] = shared_bit[k];
    PM_NEW_GOTO(status, *table, (size_t)1 << (*own + count), done);
    PM_TRY_GOTO(status, pm_proof_meeting_side(&whole, m, right), done);
    PM_TRY_GOTO(status,
                pm_proof_fold_keys(*table, l, whole, point, bit, *own + count,
                                   pm_proof_meeting_closed(m, l), m->field),
                done);
    for (size_t s = 0; !right && s < (size_t)1 << (*own + count); s++)
        (*table)[s] = pm_field_factor(m->field, (*table)[s]);
done:
    free(whole);
    return status;
}

/* Says what becomes of shared vertex k; transforms the tables where it has a point. */
static void settle_vertex(struct fold *f, int k, int vertex, bool closed, pm_residue *left,
                          pm_residue *right, int count, const struct pm_proof_layout *open,
                          const pm_residue *r)
{
    struct vertex *const v = &f->shared[k];
    const pm_residue x = point_of(open, r, vertex, &v->wanted);

    v->closed = closed;
    if (closed || v->wanted != 0)
        return;
    v->minus = pm_field_sub(f->field, 0, pm_field_mul(f->field, x, x));
    pm_proof_transform(left, f->left_own + count, f->left_own + k, x, f->field);
    pm_proof_transform(right, f->right_own + count, f->right_own + k, x, f->field);
}

pm_status pm_proof_meeting_fold(pm_residue *small, const struct pm_proof_layout *open,
                                const pm_residue *r, const struct pm_proof_meeting *m)
{
    struct fold f = {.small = small, .field = m->field};
    const uint32_t closed = pm_proof_meeting_closed(m, m->left);
    int shared[PM_PROOF_WIDTH], bit[PM_PROOF_WIDTH];
    const int count = pm_proof_shared(shared, m->left, m->right);
    pm_residue *left = NULL, *right = NULL;
    pm_status status;

    pm_proof_shared_bits(bit, m->left, shared, count);
    PM_TRY_GOTO(status,
                fold_side(&left, &f.left_state, &f.left_own, m, false, open, r, shared, count),
                done);
    PM_TRY_GOTO(status,
                fold_side(&right, &f.right_state, &f.right_own, m, true, open, r, shared, count),
                done);
    for (int k = 0; k < count; k++)
        settle_vertex(&f, k, shared[k], (closed >> bit[k] & 1) != 0, left, right, count, open, r);
    meet(&f, count, 0, left, right, m->field->one);
done:
    PM_FREE(left, right, f.left_state, f.right_state);
    return status;
}
