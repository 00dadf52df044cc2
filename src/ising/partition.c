/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The partition function of an Ising model (couplings.h). */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/budget.h"
#include "base/sized.h"
#include "ising/couplings.h"
#include "model/graph.h"
#include "num/arb_ball.h"
#include "num/exponential.h"
#include "read/decimal.h"
#include "solve/solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 20000,       /* of |K| */
    WORKING_BITS = 256, /* of logarithms */
};

/* ------------------------------------------------------------------ weights */

/* d = coth K for e = exp(2 K), with so many digits that K changes by less than 2^-191: the
 * derivative of K is sinh K cosh K / d, which is below exp(2 |K|) / 4. */
static void set_cotangent(fmpq_t d, const fmpq_t e, double modulus)
{
    arb_t rounded;
    fmpq_t below;

    arb_init(rounded);
    fmpq_init(below);
    fmpq_set_si(d, 1, 1);
    fmpq_sub(below, e, d);
    fmpq_add(d, e, d);
    fmpq_div(d, d, below);
    arb_set_fmpq(rounded, d, PM_LOGS_BITS + (slong)(modulus / M_LN2) + 8);
    arf_get_fmpq(d, arb_midref(rounded));
    fmpq_clear(below);
    arb_clear(rounded);
}

/* d for the coupling J. */
static pm_status set_weight(fmpq_t d, const fmpq_t j, const fmpq_t beta, bool walls)
{
    fmpq_t k, e;

    PM_EACH(fmpq_init, k, e);
    fmpq_mul(k, j, beta);
    const double modulus = pm_mag_get_double(pm_mag_fmpq(k));
    pm_status status = PM_OK;
    if (!(modulus <= MOST)) {
        status = pm_fail(PM_INPUT, "beta times a coupling is %.6g, and at most %d is taken",
                         modulus, MOST);
    } else {
        fmpq_add(e, k, k);
        status = pm_exponential(e);
        if (fmpq_is_one(e)) { /* |K| is below 2^-192, or beta is 0 */
            fmpq_set_si(k, fmpq_sgn(j), 1);
            fmpq_div_2exp(k, k, PM_ISING_BITS + 2);
            fmpq_add(e, e, k);
        }
        if (walls)
            fmpq_set(d, e);
        else
            set_cotangent(d, e, 2 * modulus);
    }
    PM_EACH(fmpq_clear, k, e);
    return status;
}

/* *factor = log Z - log of the modulus of the sum, without the errors of the weights. */
static void find_factor(arb_t factor, const struct pm_ising *model)
{
    const struct pm_couplings *const c = &model->c;
    const slong bits = WORKING_BITS;
    fmpq_t d, one;
    arb_t x;

    PM_EACH(fmpq_init, d, one);
    arb_init(x);
    fmpq_one(one);
    arb_one(factor);
    for (int e = 0; e < c->edges; e++) { /* of a product of any size */
        fmpq_set(d, model->weight + e);
        if (!c->walls) {
            fmpq_mul(d, d, d);
            fmpq_sub(d, d, one);
        }
        arb_set_fmpq(x, d, bits);
        arb_mul(factor, factor, x, bits);
    }
    arb_log(factor, factor, bits);
    arb_mul_2exp_si(factor, factor, -1);
    arb_const_log2(x, bits);
    arb_mul_si(x, x, (c->walls ? c->components : c->spins) - c->field, bits);
    arb_sub(factor, x, factor, bits);
    fmpq_mul(d, model->beta, c->loops);
    arb_set_fmpq(x, d, bits);
    arb_add(factor, factor, x, bits);
    PM_EACH(fmpq_clear, d, one);
    arb_clear(x);
}

/* *factor = log Z - log of the modulus of the sum over the perfect matchings.  The error contains
 * that of all roundings of weights. */
static void value_factor(struct pm_value *factor, const struct pm_ising *model)
{
    arb_t x;

    arb_init(x);
    find_factor(x, model);
    ball_value(factor, x, NULL);
    factor->error = pm_mag_add(factor->error, pm_mag_up(model->c.edges, -PM_ISING_BITS));
    arb_clear(x);
}

/* ------------------------------------------------------------------ the model */

/* x = beta, from the text or its inverse; it may be 0, where all states have the same weight. */
static pm_status parse_beta(fmpq_t x, const char *text, bool inverse)
{
    PM_TRY(pm_decimal_parse(x, text, strlen(text)));
    if (fmpq_sgn(x) < inverse)
        return pm_fail(PM_INPUT, "%s is %s, and only a positive one%s is taken",
                       inverse ? "the temperature" : "beta", text, inverse ? "" : ", or 0,");
    if (inverse)
        fmpq_inv(x, x);
    return PM_OK;
}

/* The vertices of the problem are spins if they are no faces; that of the field has no name. */
static void name_vertices(struct pm_problem *problem, const struct pm_couplings *c)
{
    int *const spin = problem->row_vertex;

    for (int x = 0; x < problem->a->rows; x++)
        spin[x] = c->field && spin[x] == c->spins - 1 ? -1 : spin[x];
    if (c->walls)
        free(spin);
    problem->row_vertex = c->walls ? NULL : spin;
}

static pm_status make_problem(struct pm_ising *model)
{
    const struct pm_couplings *const c = &model->c;

    PM_NEW(model->weight, c->edges);
    PM_NEW(model->entry, c->edges);
    for (int e = 0; e < c->edges; e++)
        fmpq_init(model->weight + e);
    for (int e = 0; e < c->edges; e++)
        PM_TRY(set_weight(model->weight + e, c->coupling + e, model->beta, c->walls));
    PM_TRY(pm_even_problem(&model->problem, model->entry, &c->even, model->weight));
    name_vertices(model->problem, c);
    if (asprintf(&model->problem->note, "Ising model: %d spins, %d couplings%s; %s",
                 c->spins - c->field, c->edges - (c->field ? c->spins - 1 : 0),
                 c->field ? ", a field" : "",
                 c->walls             ? "domain walls in the plane"
                 : c->even.is_surface ? "even sets of edges on a surface"
                                      : "even sets of edges") < 0) {
        model->problem->note = NULL;
        return pm_fail(PM_NOMEM, "out of memory");
    }
    return PM_OK;
}

static pm_status fill_model(struct pm_ising *model, const pm_graph *graph, const char *beta,
                            bool inverse, const char *field)
{
    fmpq_t strength;

    PM_TRY(parse_beta(model->beta, beta, inverse));
    fmpq_init(strength);
    pm_status status = field != NULL ? pm_decimal_parse(strength, field, strlen(field)) : PM_OK;
    PM_THEN(status, pm_couplings_take(&model->c, graph, fmpq_is_zero(strength) ? NULL : strength));
    fmpq_clear(strength);
    PM_THEN(status, make_problem(model));
    PM_THEN(status, pm_problem_take_names(model->problem, graph));
    return status;
}

static pm_status make_model(pm_ising **out, const pm_graph *couplings, const char *beta,
                            bool inverse, const char *field)
{
    struct pm_ising *model;

    PM_NEW(model, 1); /* zeros may be cleared */
    PM_GIVE(out, model, fill_model(model, couplings, beta, inverse, field), pm_ising_free);
}

pm_status pm_ising_new(pm_ising **out, const pm_graph *couplings, const char *beta, bool inverse,
                       const char *field)
{
    PM_ARGUMENTS(out, couplings, beta);
    PM_RETURN_WITHIN(couplings->memory, true, make_model(out, couplings, beta, inverse, field));
}

void pm_ising_free(pm_ising *model)
{
    if (model == NULL)
        return;
    for (int e = 0; model->weight != NULL && e < model->c.edges; e++)
        fmpq_clear(model->weight + e);
    PM_FREE(model->weight, model->entry);
    pm_couplings_clear(&model->c);
    fmpq_clear(model->beta);
    pm_problem_free(model->problem);
    free(model);
}

pm_problem *pm_ising_problem(const pm_ising *model)
{
    return model->problem;
}

/* ------------------------------------------------------------------ log Z */

/* The error of log Z is the relative error of the sum. */
static double relative_error(const pm_options *options, const struct pm_ising *model)
{
    static const double LEAST = 1e-6; /* fewer digits take no less time */
    const double asked = options->epsilon != 0 ? options->epsilon : 1e-12;

    return asked < 0 ? asked : fmin(asked * fmax(1, model->c.spins * M_LN2), fmax(asked, LEAST));
}

/* The sum over the matchings becomes log Z. */
static pm_status take_logarithm(struct pm_value *value, const struct pm_ising *model)
{
    struct pm_value factor;
    pm_status status = PM_OK;
    arb_t x;

    arb_init(x);
    pm_value_init(&factor);
    ball_of_value(x, value, WORKING_BITS);
    arb_abs(x, x);
    if (arb_is_finite(x) && arb_is_positive(x)) {
        arb_log(x, x, WORKING_BITS);
        value_factor(&factor, model);
        ball_value(value, x, NULL);
        pm_value_add(value, &factor);
    } else {
        status = pm_fail(PM_UNABLE, "the error of Z may be as large as Z, so that no logarithm is "
                                    "proved; a higher precision helps");
    }
    pm_value_clear(&factor);
    arb_clear(x);
    return status;
}

pm_status pm_ising_solve(pm_answer **out, const pm_ising *model, const pm_options *options)
{
    pm_options asked;
    pm_answer *answer = NULL;

    PM_ARGUMENTS(out, model);
    PM_TRY(pm_sized_options(&asked, options));
    if (asked.modulus != NULL || asked.estimate > 0 || asked.parts > 1 || asked.logarithm)
        return pm_fail(PM_INPUT, "log Z has no residue, no estimate, no parts and no logarithm");
    asked.epsilon = relative_error(&asked, model);
    pm_status status = pm_solve(&answer, model->problem, &asked);
    if (status == PM_OK && !asked.plan_only) {
        answer->type = PM_TYPE_REAL;
        answer->proved = true;
        answer->digits = pm_number_digits(answer->bits > 0 ? answer->bits : PM_LOGS_PROVED);
        answer->bits = answer->bits > 0 ? answer->bits : PM_LOGS_PROVED;
        status = take_logarithm(&answer->value, model);
    }
    if (status == PM_OK || asked.plan_only)
        *out = answer;
    else
        pm_answer_free(answer);
    return status;
}
