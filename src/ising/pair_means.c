/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The means <s_u s_v> of any two spins.  Along a path from u to v, s_u s_v is the product of all s
 * s' of its couplings, and s s' exp(K s s') is
 *
 * - in terms of domain walls: exp(-K) for an edge with a wall and the weight d = exp(2 K) for one
 *   without, each with the sign -1 if there is a wall.  So d becomes -d, and the sum changes its
 *   sign;
 * - in terms of even sets: sinh K (1 + d s s') instead of sinh K (d + s s').  So d becomes 1 / d,
 *   and the sum is multiplied by d.
 *
 * The mean is the quotient of the sum with these weights and the sum with the weights of the model.
 * (Domain walls that start at a point: Kadanoff and Ceva, Determination of an operator algebra for
 * the two-dimensional Ising model, Physical Review B 3, 1971.) */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/sized.h"
#include "ising/spin_tree.h"
#include "num/arb_ball.h"
#include "num/exponential.h"
#include "query/values.h"
#include "solve/solve.h"

enum { WORKING_BITS = 256 };

struct pairs {
    const struct pm_ising *model;
    const pm_options *options;
    struct pm_spin_tree tree;
    arb_t all;    /* the sum with the weights of the model */
    fmpq *weight; /* those of a path */
    int *entry;
    bool *on_path; /* of each coupling */
};

static pm_status find_sum(arb_t sum, const struct pairs *p, const struct pm_problem *problem)
{
    pm_answer *answer = NULL;
    pm_status status = pm_solve(&answer, problem, p->options);

    PM_THEN(status, pm_answer_valued(answer));
    if (status == PM_OK)
        ball_of_value(sum, &answer->value, WORKING_BITS);
    pm_answer_free(answer);
    return status;
}

/* sum = that with the weights of the marked path, and its factor. */
static pm_status find_path_sum(arb_t sum, struct pairs *p)
{
    const struct pm_couplings *const c = &p->model->c;
    struct pm_problem *problem = NULL;
    fmpq_t factor;

    fmpq_init(factor);
    fmpq_one(factor);
    for (int e = 0; e < c->edges; e++) {
        fmpq *const d = p->weight + e;
        fmpq_set(d, p->model->weight + e);
        if (!p->on_path[e])
            continue;
        if (c->walls) {
            fmpq_neg(d, d);
            fmpq_neg(factor, factor);
        } else {
            fmpq_mul(factor, factor, d);
            fmpq_inv(d, d);
        }
    }
    pm_status status = pm_even_problem(&problem, p->entry, &c->even, p->weight);
    PM_THEN(status, find_sum(sum, p, problem));
    if (status == PM_OK)
        arb_mul_fmpz(sum, sum, fmpq_numref(factor), WORKING_BITS);
    if (status == PM_OK)
        arb_div_fmpz(sum, sum, fmpq_denref(factor), WORKING_BITS);
    pm_problem_free(problem);
    fmpq_clear(factor);
    return status;
}

/* *mean = <s_u s_v> */
static pm_status find_pair(struct pm_value *mean, struct pairs *p, int u, int v)
{
    arb_t sum;
    pm_status status = PM_OK;

    if (u == v) {
        fmpq_one(mean->centre.re);
        return PM_OK;
    }
    if (fmpq_is_zero(p->model->beta) ||
        !pm_spin_tree_path(p->on_path, &p->tree, &p->model->c, u, v))
        return PM_OK; /* all states weigh the same, or either can be turned alone */
    arb_init(sum);
    status = find_path_sum(sum, p);
    PM_THEN(status, pm_spin_tree_mean(sum, sum, p->all, &p->model->c, WORKING_BITS));
    if (status == PM_OK)
        ball_value(mean, sum, NULL);
    arb_clear(sum);
    return status;
}

static pm_status fill(struct pm_values *values, struct pairs *p, const int *u, const int *v)
{
    const struct pm_couplings *const c = &p->model->c;

    PM_NEW(p->entry, c->edges);
    PM_NEW(p->on_path, c->edges);
    PM_NEW(p->weight, c->edges);
    for (int e = 0; e < c->edges; e++)
        fmpq_init(p->weight + e);
    PM_TRY(pm_spin_tree_new(&p->tree, c));
    PM_TRY(find_sum(p->all, p, p->model->problem));
    for (size_t k = 0; k < values->count; k++)
        PM_TRY(find_pair(values->value + k, p, u[k], v[k] < 0 ? c->spins - 1 : v[k]));
    return PM_OK;
}

pm_status pm_ising_pairs(pm_values **out, const pm_ising *model, size_t count, const int *u,
                         const int *v, const pm_options *options)
{
    struct pairs p = {.model = model};
    struct pm_values *values;
    pm_options asked;

    PM_ARGUMENTS(out, model);
    PM_ARGUMENTS_IF(count > 0, u, v);
    PM_TRY(pm_sized_options(&asked, options));
    if (asked.modulus != NULL || asked.estimate > 0 || asked.parts > 1 || asked.logarithm)
        return pm_fail(PM_INPUT, "means have no residue, no estimate, no parts and no logarithm");
    for (size_t k = 0; k < count; k++)
        PM_TRY(pm_spin_tree_check(&model->c, k, u[k], v[k]));
    PM_TRY(pm_values_new(&values, count, model->problem, PM_LOGS_PROVED, false));
    values->proved = true;
    p.options = &asked;
    arb_init(p.all);
    const pm_status status = fill(values, &p, u, v);
    for (int e = 0; p.weight != NULL && e < model->c.edges; e++)
        fmpq_clear(p.weight + e);
    pm_spin_tree_clear(&p.tree);
    arb_clear(p.all);
    PM_FREE(p.entry, p.on_path, p.weight);
    PM_GIVE(out, values, status, pm_values_free);
}
