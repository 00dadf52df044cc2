/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two tables of a join, and what closings after it do to them. */
#include "proof/meeting.h"

#include "base/alloc.h"

#include <string.h>

/* The bit of a vertex in a layout without x, as a set; empty: it is not open. */
static uint32_t bit_of(const struct pm_proof_layout *l, int vertex)
{
    const int bit = pm_proof_bit_of(l, vertex);

    return bit < 0 ? 0 : UINT32_C(1) << bit;
}

int pm_proof_shared(int *shared, const struct pm_proof_layout *left,
                    const struct pm_proof_layout *right)
{
    int count = 0;

    for (int k = 0; k < left->y.count; k++) {
        if (bit_of(right, left->y.vertex[k]) == 0)
            continue;
        int at = count++; /* ascending */
        for (; at > 0 && shared[at - 1] > left->y.vertex[k]; at--)
            shared[at] = shared[at - 1];
        shared[at] = left->y.vertex[k];
    }
    return count;
}

uint32_t pm_proof_shared_bits(int *bit, const struct pm_proof_layout *l, const int *shared,
                              int count)
{
    uint32_t all = 0;

    for (int k = 0; k < count; k++) {
        bit[k] = __builtin_ctz(bit_of(l, shared[k]));
        all |= UINT32_C(1) << bit[k];
    }
    return all;
}

bool pm_proof_meeting_takes(const struct pm_proof_open *left, const struct pm_proof_open *right,
                            const struct pm_proof_group *g)
{
    const bool u_left = pm_proof_is_open(left, g->u), u_right = pm_proof_is_open(right, g->u);
    bool takes = u_left || u_right;

    for (int k = 0; k < g->edges; k++)
        takes = takes && ((u_left && pm_proof_is_open(left, g->v[k])) ||
                          (u_right && pm_proof_is_open(right, g->v[k])));
    return takes;
}

uint32_t pm_proof_meeting_closed(const struct pm_proof_meeting *m, const struct pm_proof_layout *l)
{
    uint32_t closed = 0;

    for (int i = 0; i < m->groups; i++)
        if (m->group[i].closes)
            closed |= bit_of(l, m->group[i].u);
    return closed;
}

/* T(s) += weight T(s without these vertices), for all s that have them. */
static void multiply(pm_residue *table, const struct pm_proof_layout *l, uint32_t vertices,
                     pm_residue weight, const struct pm_field *f)
{
    const int class = pm_proof_class_other(l, 0);

    for (size_t rank = 0; rank < l->length; rank++) {
        const uint32_t s = pm_proof_state(l, &l->y, class, rank);
        if ((s & vertices) != vertices)
            continue;
        const pm_residue x = table[pm_proof_rank(l, &l->y, s ^ vertices)];
        table[rank] =
            pm_field_add(f, table[rank], weight == f->one ? x : pm_field_mul(f, weight, x));
    }
}

pm_status pm_proof_meeting_side(pm_residue **copy, const struct pm_proof_meeting *m, bool right)
{
    const struct pm_proof_layout *const l = right ? m->right : m->left;

    PM_NEW(*copy, l->length);
    memcpy(*copy, right ? m->right_table : m->left_table, l->length * sizeof **copy);
    for (int i = 0; i < m->groups; i++) {
        const struct pm_proof_group *const g = &m->group[i];
        const uint32_t u_left = bit_of(m->left, g->u), u = bit_of(l, g->u);
        for (int k = 0; k < g->edges; k++) {
            const bool in_left = u_left != 0 && bit_of(m->left, g->v[k]) != 0;
            if (in_left != right)
                multiply(*copy, l, u | bit_of(l, g->v[k]), m->weights.edge[g->edge[k]], m->field);
        }
        if (g->closes && (u_left == 0) == right && m->weights.stay[g->u] != 0)
            multiply(*copy, l, u, m->weights.stay[g->u], m->field);
    }
    return PM_OK;
}
