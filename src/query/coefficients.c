/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum over matchings, covers or subgraphs by the sum of their weights, as digits of one exact
 * answer.  Cost: that of pm_solve() with entries of so many bits. */
#include "query/coefficients.h"

#include "base/argument.h"
#include "base/sized.h"
#include "base/status.h"
#include "model/graph.h"
#include "model/variable.h"
#include "solve/solve.h"

static void take_digit(fmpz_t digit, const struct pm_coefficients *c, ulong d)
{
    fmpz_fdiv_q_2exp(digit, c->number, d * c->bits);
    fmpz_fdiv_r_2exp(digit, digit, c->bits);
}

/* Digits up to the highest one; the others are 0. */
static ulong digits_of(const struct pm_coefficients *c)
{
    return (fmpz_bits(c->number) + c->bits - 1) / c->bits;
}

static void set_exponent(fmpq *exponent, const struct pm_coefficients *c, ulong d)
{
    fmpq_set_si(exponent, c->step * (slong)d - c->shift, 1);
    fmpq_mul(exponent, exponent, c->unit);
    if (c->offset != NULL)
        fmpq_sub(exponent, exponent, c->offset);
}

pm_status pm_coefficients_take(struct pm_values **out, const struct pm_coefficients *c,
                               const struct pm_problem *problem)
{
    const ulong digits = digits_of(c);
    struct pm_values *values = NULL;
    pm_status status;
    size_t count = 0;
    fmpz_t digit;

    fmpz_init(digit);
    for (ulong d = 0; d < digits; d++) {
        take_digit(digit, c, d);
        count += !fmpz_is_zero(digit);
    }
    PM_TRY_GOTO(status, pm_values_new(&values, 2 * count, problem, 0, true), done);
    for (ulong d = 0, k = 0; d < digits; d++) {
        take_digit(digit, c, d);
        if (fmpz_is_zero(digit))
            continue;
        set_exponent(values->value[k++].centre.re, c, d);
        fmpq_set_fmpz(values->value[k++].centre.re, digit);
    }
    *out = values;
done:
    fmpz_clear(digit);
    return status;
}

pm_status pm_coefficients_options(pm_options *own, const pm_options *options)
{
    PM_TRY(pm_sized_options(own, options));
    if (own->modulus != NULL || own->estimate > 0 || own->parts > 1 || own->logarithm ||
        own->precision > PM_PRECISION_EXACT)
        return pm_fail(PM_INPUT, "numbers by weights or energies are exact and whole");
    own->precision = PM_PRECISION_EXACT;
    return PM_OK;
}

/* The negative powers of the sum are removed by a factor. */
static pm_status take_answer(struct pm_values **out, const struct pm_answer *answer,
                             const struct pm_variable *p, const struct pm_problem *problem)
{
    fmpq_t sum;
    pm_status status;

    PM_TRY(pm_answer_valued(answer));
    fmpq_init(sum);
    fmpq_mul_2exp(sum, answer->value.centre.re, p->bits * (ulong)p->below);
    const struct pm_coefficients c = {
        .number = fmpq_numref(sum), .bits = p->bits, .step = 1, .shift = p->below, .unit = p->unit};
    status = fmpz_is_one(fmpq_denref(sum)) && fmpq_sgn(sum) >= 0
                 ? pm_coefficients_take(out, &c, problem)
                 : pm_wrong("the sum of powers is no polynomial with numbers as coefficients");
    fmpq_clear(sum);
    return status;
}

pm_status pm_coefficients(pm_values **values, const pm_graph *graph, const pm_problem *problem,
                          const pm_options *options)
{
    PM_ARGUMENTS(values, graph, problem);
    pm_answer *answer = NULL;
    pm_options asked;

    if (graph->powers == NULL)
        return pm_fail(PM_INPUT, "the weights of the graph are no powers");
    PM_TRY(pm_coefficients_options(&asked, options));
    pm_status status = pm_solve(&answer, problem, &asked);
    if (status == PM_OK)
        status = take_answer(values, answer, graph->powers, problem);
    pm_answer_free(answer);
    return status;
}
