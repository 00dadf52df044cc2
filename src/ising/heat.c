/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The specific heat, beta^2 / n times the second derivative of log Z for beta, of models whose
 * graph is drawn in the plane or on a surface with an orientation.  With beta + t instead of beta,
 * K becomes K + J t, and the weight (couplings.h) of domain walls
 *
 *     d (1 + 2 J t + 2 J^2 t^2 + ...),
 *
 * that of even sets, d = coth K, whose derivative is 1 - d^2,
 *
 *     d + (1 - d^2) J t + d (d^2 - 1) J^2 t^2 + ...
 *
 * The factor of domain walls is the exponential of a linear function; that of even sets has log
 * sinh K for each coupling, whose second derivative is J^2 (1 - d^2). */
#include "base/argument.h"
#include "base/sized.h"
#include "engine/planar/series.h"
#include "engine/limits.h"
#include "ising/couplings.h"
#include "ising/question_plans.h"
#include "model/graph.h"
#include "query/call.h"

#include <math.h>

struct heat {
    struct pm_query_call call;
    const struct pm_ising *model;
};

/* a[1] and a[2] = the coefficients of t and t^2 of the entries; those of 1 are the model's own. */
static pm_status make_coefficients(struct pm_matrix *a[PM_SERIES], const struct pm_ising *model)
{
    const struct pm_matrix *const whole = model->problem->a;
    fmpq_t d, j, square;

    for (int i = 1; i < PM_SERIES; i++)
        PM_TRY(pm_matrix_copy(&a[i], whole));
    for (int k = 0; k < pm_matrix_nnz(whole); k++)
        for (int i = 1; i < PM_SERIES; i++)
            fmpq_zero(a[i]->re + k);
    PM_EACH(fmpq_init, d, j, square);
    for (int e = 0; e < model->c.edges; e++) {
        const int k = model->entry[e], row = pm_matrix_row_of(whole, (size_t)k);
        const int back = pm_matrix_entry(whole, whole->col[k], row);
        fmpq_set(d, model->weight + e);
        fmpq_set(j, model->c.coupling + e);
        fmpq_mul(square, d, d);
        fmpq_sub_si(square, square, 1);
        if (model->c.walls) {
            fmpq_add(j, j, j);
            fmpq_mul(a[1]->re + k, d, j);
            fmpq_mul(a[2]->re + k, a[1]->re + k, j);
            fmpq_div_2exp(a[2]->re + k, a[2]->re + k, 1);
        } else {
            fmpq_mul(a[1]->re + k, square, j);
            fmpq_mul(a[2]->re + k, a[1]->re + k, j);
            fmpq_mul(a[2]->re + k, a[2]->re + k, d);
            fmpq_neg(a[1]->re + k, a[1]->re + k);
        }
        for (int i = 1; i < PM_SERIES; i++)
            fmpq_set(a[i]->re + back, a[i]->re + k);
    }
    PM_EACH(fmpq_clear, d, j, square);
    return PM_OK;
}

/* Adds the second derivative of the factor; then the error of the roundings of the weights: the
 * derivative of <E E> - <E>^2 for K is at most 2 (2 M)^2, M the sum of all |J|. */
static void add_factor(struct pm_value *heat, const struct pm_ising *model)
{
    struct pm_mag most = {0, 0};
    fmpq_t d, j;

    PM_EACH(fmpq_init, d, j);
    for (int e = 0; e < model->c.edges; e++) {
        most = pm_mag_add(most, pm_mag_fmpq(model->c.coupling + e));
        if (model->c.walls)
            continue;
        fmpq_mul(d, model->weight + e, model->weight + e);
        fmpq_sub_si(d, d, 1);
        fmpq_mul(j, model->c.coupling + e, model->c.coupling + e);
        fmpq_mul(d, d, j);
        fmpq_sub(heat->centre.re, heat->centre.re, d);
    }
    most = pm_mag_mul(pm_mag_mul(most, most), pm_mag_up(8.0 * model->c.edges, -PM_ISING_BITS));
    heat->error = pm_mag_add(heat->error, most);
    PM_EACH(fmpq_clear, d, j);
}

static pm_status find_heat(struct pm_query_call *call, struct pm_value *heat,
                           const struct pm_ising *model)
{
    const struct pm_limits *const limits = &call->planner.policy.limits;
    const struct pm_problem *const problem = model->problem;
    const int spins = model->c.spins - model->c.field;
    struct pm_matrix *a[PM_SERIES] = {NULL};
    struct pm_value factor;
    struct pm_kasteleyn k;
    const double alone = pm_far_alone(problem->a->rows + pm_matrix_nnz(problem->a) / 2);
    pm_status status;

    pm_value_init(&factor);
    PM_TRY_GOTO(status, pm_kasteleyn_find(&k, problem->a, PM_HAFNIAN, problem->around, alone),
                done);
    k.stop = limits->stop;
    k.threads = limits->threads;
    const double seconds = PM_SERIES_COST * k.leaves * k.steps / 3e7;
    PM_TRY_GOTO(status,
                pm_limits_allow(limits, seconds,
                                128 * PM_SERIES * pm_sheets_count(&k.sheets) * k.fronts->bytes / 8),
                done);
    if (call->plan_only) {
        status =
            pm_query_describe(call, "planar", "log Z to second order in a change of beta", seconds);
        goto done;
    }
    PM_TRY_GOTO(status, make_coefficients(a, model), done);
    PM_TRY_GOTO(
        status,
        pm_series_second(heat, &k, (const struct pm_matrix *const[]){problem->a, a[1], a[2]}),
        done);
    add_factor(heat, model);
    fmpq_mul(factor.centre.re, model->beta, model->beta);
    fmpq_div_fmpz(factor.centre.re, factor.centre.re, (fmpz[]){spins > 0 ? spins : 1});
    pm_value_mul(heat, &factor);
done:
    PM_EACH(pm_matrix_free, a[1], a[2]);
    pm_kasteleyn_clear(&k);
    pm_value_clear(&factor);
    return status;
}

static pm_status answer(struct pm_query_call *call)
{
    const struct heat *const asked = (const struct heat *)call;

    PM_TRY(pm_values_new(&call->values, 1, call->problem, 40, false));
    call->values->proved = true;
    return find_heat(call, call->values->value, asked->model);
}

static struct heat heat_of(const pm_ising *model, const pm_options *options)
{
    return (struct heat){{.question = PM_ASK_SHARES,
                          .answer = answer,
                          .problem = model->problem,
                          .options = options},
                         model};
}

pm_status pm_heat_plan(pm_answer **plan, const pm_ising *model, const pm_options *options)
{
    struct heat heat = heat_of(model, options);

    return pm_query_planned(plan, &heat.call);
}

pm_status pm_ising_heat(pm_values **out, const pm_ising *model, const pm_options *options)
{
    PM_ARGUMENTS(out, model);
    struct heat heat = heat_of(model, options);
    const pm_status status = pm_query_run(&heat.call);
    if (status == PM_OK)
        *out = heat.call.values;
    return status;
}
