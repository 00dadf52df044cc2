/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The states of every energy.  Couplings are multiples m of a unit; a state that has broken
 * couplings with the sum D of |m| has the energy unit (2 D - M) - loops, where M is the sum of all
 * |m|.  The sum of x^D over all states is a polynomial in x of degree at most M, with coefficients
 * up to 2^n for n spins.  At x = 2^(n + 1) they are the digits of one number, which is Z for
 * weights that are exact (couplings.h): d = x^-m of domain walls, d = (1 + x^m) / (1 - x^m) of even
 * sets of the graph. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/budget.h"
#include "base/sized.h"
#include "ising/couplings.h"
#include "query/values.h"
#include "solve/solve.h"

#include <flint/fmpz.h>

static const double MOST_ENERGIES = 1 << 24;

struct energies {
    const struct pm_ising *model;
    fmpq_t unit;
    slong *multiple; /* m of each coupling */
    slong sum;       /* M */
    slong bits;      /* x = 2^bits */
    fmpq *weight;
    fmpz_t number; /* the sum over all states */
};

static pm_status find_multiples(struct energies *s)
{
    const struct pm_couplings *const c = &s->model->c;
    double sum = 0;
    fmpq_t m;

    PM_NEW(s->multiple, c->edges);
    for (int e = 0; e < c->edges; e++)
        fmpq_gcd(s->unit, s->unit, c->coupling + e);
    fmpq_init(m);
    for (int e = 0; e < c->edges && sum <= MOST_ENERGIES; e++) {
        fmpq_div(m, c->coupling + e, s->unit);
        sum += fabs(fmpz_get_d(fmpq_numref(m)));
        s->multiple[e] = sum <= MOST_ENERGIES ? fmpz_get_si(fmpq_numref(m)) : 0;
    }
    fmpq_clear(m);
    s->sum = (slong)fmin(sum, MOST_ENERGIES);
    return sum <= MOST_ENERGIES
               ? PM_OK
               : pm_fail(PM_UNABLE,
                         "the couplings are too large multiples of one number: more than %.0f "
                         "energies are possible",
                         MOST_ENERGIES);
}

/* z = 1 - x^|m|, or x^|m| - 1 for m < 0. */
static void set_difference(fmpz_t z, const struct energies *s, slong m)
{
    fmpz_one(z);
    fmpz_mul_2exp(z, z, (ulong)(s->bits * labs(m)));
    fmpz_sub_ui(z, z, 1);
    if (m > 0)
        fmpz_neg(z, z);
}

/* d = x^-m; or (1 + x^m) / (1 - x^m) = (x^|m| + 1) / z. */
static void set_weight(fmpq_t d, const struct energies *s, slong m)
{
    fmpq_one(d);
    if (s->model->c.walls && m < 0)
        fmpq_mul_2exp(d, d, (ulong)(s->bits * -m));
    if (s->model->c.walls && m > 0)
        fmpq_div_2exp(d, d, (ulong)(s->bits * m));
    if (s->model->c.walls)
        return;
    set_difference(fmpq_denref(d), s, m);
    fmpz_one(fmpq_numref(d));
    fmpz_mul_2exp(fmpq_numref(d), fmpq_numref(d), (ulong)(s->bits * labs(m)));
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
        const slong m = s->multiple[e];
        power += c->walls && m > 0 ? s->bits * m : 0;
        if (c->walls)
            continue;
        set_difference(z, s, m);
        fmpq_mul_fmpz(sum, sum, z);
    }
    if (power >= 0)
        fmpq_mul_2exp(sum, sum, (ulong)power);
    else
        fmpq_div_2exp(sum, sum, (ulong)-power);
    fmpz_clear(z);
    if (!fmpz_is_one(fmpq_denref(sum)) || fmpq_sgn(sum) < 0)
        return pm_wrong("the sum over all states is no number of states");
    fmpz_set(s->number, fmpq_numref(sum));
    return PM_OK;
}

static pm_status find_sum(struct energies *s, const pm_options *options)
{
    const struct pm_couplings *const c = &s->model->c;
    struct pm_problem *problem = NULL;
    pm_answer *answer = NULL;
    int *entry = NULL;
    pm_status status;

    PM_NEW(s->weight, c->edges);
    for (int e = 0; e < c->edges; e++)
        fmpq_init(s->weight + e);
    for (int e = 0; e < c->edges; e++)
        set_weight(s->weight + e, s, s->multiple[e]);
    PM_NEW_GOTO(status, entry, c->edges, done);
    PM_TRY_GOTO(status, pm_even_problem(&problem, entry, &c->even, s->weight), done);
    PM_TRY_GOTO(status, pm_solve(&answer, problem, options), done);
    PM_TRY_GOTO(status, pm_answer_valued(answer), done);
    status = take_sum(s, answer->value.centre.re);
done:
    pm_problem_free(problem);
    pm_answer_free(answer);
    free(entry);
    return status;
}

/* digit = digit D of the number. */
static void take_digit(fmpz_t digit, const struct energies *s, slong d)
{
    fmpz_fdiv_q_2exp(digit, s->number, (ulong)(d * s->bits));
    fmpz_fdiv_r_2exp(digit, digit, (ulong)s->bits);
}

/* The digits must add up to the number of all states. */
static pm_status count_energies(size_t *count, const struct energies *s)
{
    const slong spins = s->bits - 1;
    fmpz_t digit, all;

    *count = 0;
    fmpz_init(digit);
    fmpz_init(all);
    for (slong d = 0; d <= s->sum; d++) {
        take_digit(digit, s, d);
        fmpz_add(all, all, digit);
        *count += !fmpz_is_zero(digit);
    }
    fmpz_one(digit);
    fmpz_mul_2exp(digit, digit, (ulong)spins);
    const bool right = fmpz_equal(digit, all);
    fmpz_clear(digit);
    fmpz_clear(all);
    return right ? PM_OK
                 : pm_wrong("the numbers of states of all energies do not add up to 2^%ld",
                            (long)spins);
}

static pm_status write_energies(struct pm_values **out, const struct energies *s)
{
    struct pm_values *values;
    size_t count, k = 0;
    fmpz_t digit;

    PM_TRY(count_energies(&count, s));
    PM_TRY(pm_values_new(&values, 2 * count, s->model->problem, 0, true));
    fmpz_init(digit);
    for (slong d = 0; d <= s->sum; d++) {
        take_digit(digit, s, d);
        if (fmpz_is_zero(digit))
            continue;
        fmpq *const energy = values->value[k++].centre.re;
        fmpq_set_si(energy, 2 * d - s->sum, 1);
        fmpq_mul(energy, energy, s->unit);
        fmpq_sub(energy, energy, s->model->c.loops);
        fmpq_set_fmpz(values->value[k++].centre.re, digit);
    }
    fmpz_clear(digit);
    *out = values;
    return PM_OK;
}

static pm_status answer(struct pm_values **out, struct energies *s, const pm_options *options)
{
    PM_TRY(find_multiples(s));
    s->bits = s->model->c.spins - s->model->c.field + 1;
    PM_TRY(find_sum(s, options));
    return write_energies(out, s);
}

pm_status pm_ising_energies(pm_values **out, const pm_ising *model, const pm_options *options)
{
    struct energies s = {.model = model};
    pm_options asked;

    PM_ARGUMENTS(out, model);
    PM_TRY(pm_sized_options(&asked, options));
    if (asked.modulus != NULL || asked.estimate > 0 || asked.parts > 1 || asked.logarithm ||
        asked.precision > PM_PRECISION_EXACT)
        return pm_fail(PM_INPUT, "the numbers of states are exact and whole");
    asked.precision = PM_PRECISION_EXACT;
    fmpq_init(s.unit);
    fmpz_init(s.number);
    const pm_status status = answer(out, &s, &asked);
    for (int e = 0; s.weight != NULL && e < model->c.edges; e++)
        fmpq_clear(s.weight + e);
    PM_FREE(s.multiple, s.weight);
    fmpq_clear(s.unit);
    fmpz_clear(s.number);
    return status;
}
