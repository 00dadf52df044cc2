/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random states of the spins, from random matchings.  In the plane, a matching is a set of domain
 * walls: spins differ if the edge between them is not in it.  One spin of each component is free,
 * but that of the field is +1. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/chance.h"
#include "ising/spin_tree.h"

/* Whether the matching has the edge of a coupling, so that no wall is there. */
static bool has_edge(const struct pm_ising *model, const int *row, const int *partner, int e)
{
    return partner[row[e]] == model->problem->a->col[model->entry[e]];
}

/* all[] = the spins of one draw, with that of the field. */
static void set_spins(signed char *all, const struct pm_ising *model,
                      const struct pm_spin_tree *tree, const int *row, const int *partner,
                      uint64_t state)
{
    const struct pm_couplings *const c = &model->c;

    for (int k = 0; k < c->spins; k++) {
        const int v = tree->order[k], e = tree->edge[v];
        if (e >= 0)
            all[v] = (signed char)(has_edge(model, row, partner, e) ? all[pm_spin_other(c, e, v)]
                                                                    : -all[pm_spin_other(c, e, v)]);
        else
            all[v] = (c->field && v == c->spins - 1) || pm_random_word(&state) >> 63 ? 1 : -1;
    }
}

static pm_status draw(signed char *spin, size_t count, uint64_t seed, const struct pm_ising *model,
                      const struct pm_spin_tree *tree, const pm_options *options)
{
    const struct pm_couplings *const c = &model->c;
    const size_t lines = (size_t)model->problem->a->rows, spins = (size_t)(c->spins - c->field);
    signed char *all = NULL;
    int *row = NULL, *partner = NULL;
    pm_status status;

    PM_NEW_GOTO(status, all, c->spins, done);
    PM_NEW_GOTO(status, row, c->edges, done);
    PM_NEW_GOTO(status, partner, count * lines, done);
    for (int e = 0; e < c->edges; e++)
        row[e] = pm_matrix_row_of(model->problem->a, (size_t)model->entry[e]);
    PM_TRY_GOTO(status, pm_sample(partner, count, seed, model->problem, options), done);
    for (size_t k = 0; k < count; k++) {
        set_spins(all, model, tree, row, partner + k * lines, pm_chance_stream(seed, k));
        for (size_t v = 0; v < spins; v++)
            spin[k * spins + v] = all[v];
    }
done:
    PM_FREE(all, row, partner);
    return status;
}

pm_status pm_ising_sample(signed char *spin, size_t count, uint64_t seed, const pm_ising *model,
                          const pm_options *options)
{
    struct pm_spin_tree tree;
    pm_status status;

    PM_ARGUMENTS(model);
    PM_ARGUMENTS_IF(count > 0, spin);
    if (!model->c.walls)
        return pm_fail(PM_UNABLE, "spins are drawn by domain walls, and the graph%s is not planar",
                       model->c.field ? " with the spin of the field" : "");
    PM_TRY_GOTO(status, pm_spin_tree_new(&tree, &model->c), done);
    status = draw(spin, count, seed, model, &tree, options);
done:
    pm_spin_tree_clear(&tree);
    return status;
}
