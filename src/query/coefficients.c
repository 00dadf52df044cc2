/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum over matchings, covers or subgraphs by the sum of their weights, as digits of one exact
 * answer.  Cost: that of pm_solve() with entries of so many bits. */
#include "query/coefficients.h"

#include "base/argument.h"
#include "base/budget.h"
#include "base/sized.h"
#include "base/status.h"
#include "model/graph.h"
#include "model/variable.h"
#include "solve/solve.h"

#include <flint/fmpz_poly.h>

static void set_exponent(fmpq *exponent, const struct pm_coefficients *c, ulong d)
{
    fmpq_set_si(exponent, c->step * (slong)d - c->shift, 1);
    fmpq_mul(exponent, exponent, c->unit);
    if (c->offset != NULL)
        fmpq_sub(exponent, exponent, c->offset);
}

static pm_status take_digits(struct pm_values **out, const struct pm_coefficients *c,
                             const fmpz_poly_t digits, const struct pm_problem *problem)
{
    const slong length = fmpz_poly_length(digits);
    struct pm_values *values;
    size_t count = 0, k = 0;

    for (slong d = 0; d < length; d++)
        count += !fmpz_is_zero(fmpz_poly_get_coeff_ptr(digits, d));
    PM_TRY(pm_values_new(&values, 2 * count, problem, 0, true));
    for (slong d = 0; d < length; d++) {
        const fmpz *const digit = fmpz_poly_get_coeff_ptr(digits, d);
        if (fmpz_is_zero(digit))
            continue;
        set_exponent(values->value[k++].centre.re, c, (ulong)d);
        fmpq_set_fmpz(values->value[k++].centre.re, digit);
    }
    *out = values;
    return PM_OK;
}

pm_status pm_coefficients_take(struct pm_values **out, const struct pm_coefficients *c,
                               const struct pm_problem *problem)
{
    fmpz_poly_t digits;

    const uint64_t bits = fmpz_bits(c->number);
    PM_TRY(pm_budget_take(bits / 4 + (bits / c->bits + 1) * sizeof(fmpz)));
    fmpz_poly_init(digits);
    (c->negative ? fmpz_poly_bit_unpack : fmpz_poly_bit_unpack_unsigned)(digits, c->number,
                                                                         c->bits);
    const pm_status status = take_digits(out, c, digits, problem);
    fmpz_poly_clear(digits);
    return status;
}

pm_status pm_coefficients_options(pm_options *own, const pm_options *options)
{
    PM_TRY(pm_sized_options(own, options));
    if (own->modulus != NULL || own->estimate > 0 || own->parts > 1 || own->logarithm ||
        own->precision > PM_PRECISION_EXACT)
        return pm_fail(PM_INPUT, "these numbers are exact and whole");
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
    const struct pm_coefficients c = {.number = fmpq_numref(sum),
                                      .bits = p->bits,
                                      .negative = p->negative,
                                      .step = 1,
                                      .shift = p->below,
                                      .unit = p->unit};
    status = fmpz_is_one(fmpq_denref(sum)) && (p->negative || fmpq_sgn(sum) >= 0)
                 ? pm_coefficients_take(out, &c, problem)
                 : pm_wrong("the sum of powers is no polynomial with numbers as coefficients");
    fmpq_clear(sum);
    return status;
}

static pm_status coefficients(pm_values **values, const struct pm_variable *powers,
                              const pm_problem *problem, const pm_options *options)
{
    pm_answer *answer = NULL;

    pm_status status = pm_solve(&answer, problem, options);
    PM_THEN(status, take_answer(values, answer, powers, problem));
    pm_answer_free(answer);
    return status;
}

pm_status pm_coefficients(pm_values **values, const pm_graph *graph, const pm_problem *problem,
                          const pm_options *options)
{
    PM_ARGUMENTS(values, graph, problem);
    pm_options asked;

    const struct pm_variable *const of_cycles =
                                        problem->variant != NULL ? problem->variant->powers : NULL,
                                    *const powers = of_cycles != NULL ? of_cycles : graph->powers;
    if (powers == NULL)
        return pm_fail(PM_INPUT,
                       "the weights of the graph are no powers: it was read without them");
    if (graph->powers != NULL && problem->variant != NULL && problem->variant->cycle != NULL)
        return pm_fail(PM_UNABLE, "beside x in weights of arcs, cycles have no weight");
    PM_TRY(pm_coefficients_options(&asked, options));
    PM_RETURN_WITHIN(asked.memory, false, coefficients(values, powers, problem, &asked));
}
