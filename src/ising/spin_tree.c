/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breadth-first search from spin to spin. */
#include "ising/spin_tree.h"

#include "base/alloc.h"

#include <string.h>

/* The couplings at spin v are coupling[start[v]] .. coupling[start[v + 1] - 1]. */
static void find_couplings(int *start, int *coupling, const struct pm_couplings *c)
{
    for (int side = 0; side < 2; side++) /* start[v + 1] is first that of v */
        for (int e = 0; e < c->edges; e++)
            start[(side ? c->u[e] : c->v[e]) + 2]++;
    for (int v = 0; v < c->spins; v++)
        start[v + 2] += start[v + 1];
    for (int e = 0; e < c->edges; e++) {
        coupling[start[c->u[e] + 1]++] = e;
        coupling[start[c->v[e] + 1]++] = e;
    }
}

static pm_status grow(struct pm_spin_tree *tree, const struct pm_couplings *c)
{
    int *start, *coupling = NULL, tail = 0;
    bool *seen = NULL;
    pm_status status = PM_OK;

    PM_NEW(start, c->spins + 2);
    PM_NEW_GOTO(status, coupling, 2 * (size_t)c->edges, done);
    PM_NEW_GOTO(status, seen, c->spins, done);
    find_couplings(start, coupling, c);
    for (int root = c->spins - 1, head = 0; root >= 0; root--) { /* that of the field first */
        if (seen[root])
            continue;
        seen[root] = true;
        tree->edge[root] = -1;
        tree->order[tail++] = root;
        for (; head < tail; head++) {
            const int v = tree->order[head];
            for (int k = start[v]; k < start[v + 1]; k++) {
                const int w = pm_spin_other(c, coupling[k], v);
                if (seen[w])
                    continue;
                seen[w] = true;
                tree->edge[w] = coupling[k];
                tree->order[tail++] = w;
            }
        }
    }
done:
    PM_FREE(start, coupling, seen);
    return status;
}

pm_status pm_spin_tree_new(struct pm_spin_tree *tree, const struct pm_couplings *c)
{
    *tree = (struct pm_spin_tree){.order = NULL};
    PM_NEW(tree->order, c->spins);
    PM_NEW(tree->edge, c->spins);
    return grow(tree, c);
}

void pm_spin_tree_clear(struct pm_spin_tree *tree)
{
    PM_FREE(tree->order, tree->edge);
}

bool pm_spin_tree_path(bool *on_path, const struct pm_spin_tree *tree, const struct pm_couplings *c,
                       int u, int v)
{
    const int ends[2] = {u, v};
    int root[2];

    memset(on_path, 0, (size_t)c->edges * sizeof *on_path);
    for (int k = 0; k < 2; k++) {
        int at = ends[k], e;
        for (; (e = tree->edge[at]) >= 0; at = pm_spin_other(c, e, at))
            on_path[e] = !on_path[e];
        root[k] = at;
    }
    return root[0] == root[1];
}

pm_status pm_spin_tree_check(const struct pm_couplings *c, size_t k, int u, int v)
{
    const int spins = c->spins - c->field;

    return u >= 0 && u < spins && v >= -c->field && v < spins
               ? PM_OK
               : pm_fail(PM_INPUT, "pair %zu has the spins %d and %d, of %d%s", k, u, v, spins,
                         c->field ? "" : ", and there is no field");
}

pm_status pm_spin_tree_mean(arb_t mean, const arb_t path, const arb_t all,
                            const struct pm_couplings *c, slong bits)
{
    mag_t weights;

    arb_div(mean, path, all, bits);
    if (!arb_is_finite(mean))
        return pm_fail(PM_UNABLE, "the error of Z may be as large as Z; a higher precision helps");
    mag_init(weights);
    mag_set_ui_2exp_si(weights, (ulong)c->edges, -PM_ISING_BITS);
    arb_add_error_mag(mean, weights);
    mag_clear(weights);
    return PM_OK;
}
