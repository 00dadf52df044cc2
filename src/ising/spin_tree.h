/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A breadth-first tree of spins and couplings in each component of a model. */
#pragma once

#include "ising/couplings.h"
#include "num/arb_ball.h"

struct pm_spin_tree {
    int *order; /* the spins, each after its parent; that of the field is a root */
    int *edge;  /* of each spin: the coupling to its parent; -1: a root */
};

/* Clear *tree also after a failure. */
pm_status pm_spin_tree_new(struct pm_spin_tree *tree, const struct pm_couplings *c);
void pm_spin_tree_clear(struct pm_spin_tree *tree);

/* Marks the couplings on the path from spin u to spin v; false: there is none. */
bool pm_spin_tree_path(bool *on_path, const struct pm_spin_tree *tree, const struct pm_couplings *c,
                       int u, int v);

/* PM_INPUT: pair number k has a spin that is not there; v = -1 stands for the field. */
pm_status pm_spin_tree_check(const struct pm_couplings *c, size_t k, int u, int v);

/* mean = the mean of two spins: the sum with the path between them, divided by that of all states.
 * The ball has the errors of the rounded weights: a covariance of two products of spins is at most
 * 1.  `mean` may be `path`.  PM_UNABLE: `all` may be 0. */
pm_status pm_spin_tree_mean(arb_t mean, const arb_t path, const arb_t all,
                            const struct pm_couplings *c, slong bits);

/* The end of coupling e that is not v. */
static inline int pm_spin_other(const struct pm_couplings *c, int e, int v)
{
    return c->u[e] == v ? c->v[e] : c->u[e];
}
