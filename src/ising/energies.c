/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The states of every energy.  Couplings are multiples m of a unit; a state that has broken
 * couplings with the sum D of |m| has the energy unit (2 D - M) - loops, where M is the sum of all
 * |m|.  The sum of x^D over all states is a polynomial in x of degree at most M, with coefficients
 * up to 2^n for n spins.  At x = 2^(n + 1) they are the digits of one number, which is Z for
 * weights that are exact (couplings.h): d = x^-m of domain walls, d = (1 + x^m) / (1 - x^m) of even
 * sets of the graph. */
#include "base/alloc.h"
#include "base/argument.h"
#include "ising/couplings.h"
#include "ising/question_plans.h"
#include "model/variable.h"
#include "num/gauss.h"
#include "query/coefficients.h"
#include "solve/solve.h"

#include <stdlib.h>

struct energies {
    const struct pm_ising *model;
    struct pm_variable powers; /* of each coupling; the sum M is that below and that above 0 */
    fmpq *weight;
    fmpz_t number; /* the sum over all states */
};

/* z = 1 - x^|m|, or x^|m| - 1 for m < 0. */
static void set_difference(fmpz_t z, const struct energies *s, slong m)
{
    fmpz_one(z);
    fmpz_mul_2exp(z, z, (ulong)(s->powers.bits * labs(m)));
    fmpz_sub_ui(z, z, 1);
    if (m > 0)
        fmpz_neg(z, z);
}

/* d = x^-m; or (1 + x^m) / (1 - x^m) = (x^|m| + 1) / z. */
static void set_weight(fmpq_t d, const struct energies *s, slong m)
{
    pm_variable_set(d, &s->powers, -m);
    if (s->model->c.walls)
        return;
    set_difference(fmpq_denref(d), s, m);
    fmpz_one(fmpq_numref(d));
    fmpz_mul_2exp(fmpq_numref(d), fmpq_numref(d), (ulong)(s->powers.bits * labs(m)));
    fmpz_add_ui(fmpq_numref(d), fmpq_numref(d), 1);
    fmpq_canonicalise(d);
}

/* The sum over the matchings becomes that over all states. */
static pm_status take_sum(struct energies *s, fmpq_t sum)
{
    const struct pm_couplings *const c = &s->model->c;
    slong power = (c->walls ? c->components : c->spins - c->edges) - c->field;
    fmpz_t z;

    fmpz_init(z);
    for (int e = 0; e < c->edges; e++) {
        const slong m = s->powers.multiple[e];
        power += c->walls && m > 0 ? s->powers.bits * m : 0;
        if (c->walls)
            continue;
        set_difference(z, s, m);
        fmpq_mul_fmpz(sum, sum, z);
    }
    pm_gauss_part_shift(sum, sum, power);
    fmpz_clear(z);
    if (!fmpz_is_one(fmpq_denref(sum)) || fmpq_sgn(sum) < 0)
        return pm_wrong("the sum over all states is no number of states");
    fmpz_set(s->number, fmpq_numref(sum));
    return PM_OK;
}

/* *sum = the answer for these weights, or its plan. */
static pm_status find_sum(pm_answer **sum, struct energies *s, const pm_options *options)
{
    const struct pm_couplings *const c = &s->model->c;
    struct pm_problem *problem = NULL;
    int *entry = NULL;
    pm_status status;

    PM_TRY(pm_variable_find(&s->powers, c->coupling, (size_t)c->edges));
    PM_TRY(pm_variable_bits(&s->powers, (ulong)(c->spins - c->field) + 1));
    PM_NEW(s->weight, c->edges);
    for (int e = 0; e < c->edges; e++)
        fmpq_init(s->weight + e);
    for (int e = 0; e < c->edges; e++)
        set_weight(s->weight + e, s, s->powers.multiple[e]);
    PM_NEW_GOTO(status, entry, c->edges, done);
    PM_TRY_GOTO(status, pm_even_problem(&problem, entry, &c->even, s->weight), done);
    status = pm_solve(sum, problem, options);
done:
    pm_problem_free(problem);
    free(entry);
    return status;
}

/* The numbers of states must add up to that of all states. */
static pm_status check_sum(const struct pm_values *values, const struct energies *s)
{
    fmpz_t all;
    fmpq_t sum;

    fmpz_init(all);
    fmpq_init(sum);
    fmpz_one_2exp(all, s->powers.bits - 1);
    for (size_t k = 1; k < values->count; k += 2)
        fmpq_add(sum, sum, values->value[k].centre.re);
    fmpq_sub_fmpz(sum, sum, all);
    const bool right = fmpq_is_zero(sum);
    fmpq_clear(sum);
    fmpz_clear(all);
    return right ? PM_OK
                 : pm_wrong("the numbers of states of all energies do not add up to 2^%lu",
                            s->powers.bits - 1);
}

static pm_status answer(struct pm_values **out, struct energies *s, const pm_options *options)
{
    const struct pm_couplings *const c = &s->model->c;
    const struct pm_variable *const p = &s->powers;
    struct pm_values *values;
    pm_answer *sum = NULL;

    pm_status status = find_sum(&sum, s, options);
    PM_THEN(status, pm_answer_valued(sum));
    PM_THEN(status, take_sum(s, sum->value.centre.re));
    pm_answer_free(sum);
    PM_TRY(status);
    const struct pm_coefficients digits = {.number = s->number,
                                           .bits = p->bits,
                                           .step = 2,
                                           .shift = p->below + p->above,
                                           .unit = p->unit,
                                           .offset = c->loops};
    PM_TRY(pm_coefficients_take(&values, &digits, s->model->problem));
    PM_GIVE(out, values, check_sum(values, s), pm_values_free);
}

/* *out = the list, or, if that is NULL, *plan = its plan. */
static pm_status energies(pm_values **out, pm_answer **plan, const pm_ising *model,
                          const pm_options *options)
{
    struct energies s = {.model = model};

    fmpz_init(s.number);
    const pm_status status = out != NULL ? answer(out, &s, options) : find_sum(plan, &s, options);
    for (int e = 0; s.weight != NULL && e < model->c.edges; e++)
        fmpq_clear(s.weight + e);
    free(s.weight);
    pm_variable_clear(&s.powers);
    fmpz_clear(s.number);
    return status;
}

pm_status pm_ising_energies(pm_values **out, const pm_ising *model, const pm_options *options)
{
    pm_options asked;

    PM_ARGUMENTS(out, model);
    PM_TRY(pm_coefficients_options(&asked, options));
    PM_RETURN_WITHIN(asked.memory, false, energies(out, NULL, model, &asked));
}

pm_status pm_energies_plan(pm_answer **plan, const pm_ising *model, const pm_options *options)
{
    pm_options asked;

    PM_TRY(pm_coefficients_options(&asked, options));
    asked.plan_only = true;
    return energies(NULL, plan, model, &asked);
}
