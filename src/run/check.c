/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The audit computes units twice by one program, so it sees a wrong bit, but not a wrong program.
 * These checks know only the problem and its answer.
 *
 * Parity is checked modulo 2 only.  Modulo 2^t a permanent takes about n^(4t-3) steps (Valiant, The
 * complexity of computing the permanent, 1979), and a wrong integer passes with probability 2^-t.
 * One more prime of 24 to 61 bits takes the time of one ring, and misses far fewer. */
#include "run/check.h"

#include "base/alloc.h"
#include "base/splitmix.h"
#include "engine/search_steps.h"
#include "run/session.h"
#include "model/bound.h"
#include "model/parity.h"
#include "run/expand.h"
#include "run/rings.h"

#include <flint/nmod_mat.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const double PARITY_STEPS = 4e6; /* a few milliseconds */
static const double PRODUCTS = 4e4;     /* of an expansion: likewise */
static const double LONGEST = 1.5;      /* a short way and the search for it, as times the way */
enum { MOST_RANK = 400 };               /* largest order of a random matrix */

const char *pm_check_names(char text[PM_CHECK_NAMES], unsigned checks)
{
    static const struct {
        unsigned check;
        char name[PM_CHECK_NAME];
    } names[PM_CHECKS] = {
        {PM_CHECK_SIGN, "sign"},
        {PM_CHECK_ZERO, "zero"},
        {PM_CHECK_PARITY, "parity"},
        {PM_CHECK_EXPANSION, "expansion mod p"},
        {PM_CHECK_ORDER, "second order mod p"},
        {PM_CHECK_FIRST, "first sizes"},
        {PM_CHECK_LINES, "line sums"},
        {PM_CHECK_BALLS, "second order"},
        {PM_CHECK_BOUND, "proved bound"},
        {PM_CHECK_MATCHING, "matching"},
    };
    size_t used = 0;

    text[0] = '\0';
    for (int k = 0; k < PM_CHECKS; k++)
        if (checks & names[k].check)
            used += (size_t)snprintf(text + used, PM_CHECK_NAMES - used, "%s%s",
                                     used > 0 ? "," : "", names[k].name);
    return text;
}

pm_status pm_check_failed(unsigned check, const char *what, ...)
{
    char name[PM_CHECK_NAMES], text[160];
    va_list rest;

    va_start(rest, what);
    vsnprintf(text, sizeof text, what, rest);
    va_end(rest);
    return pm_wrong("the answer is wrong by the check '%s': %s", pm_check_names(name, check), text);
}

/* Two residues modulo p; if they are equal, the check has been made. */
static pm_status compare(unsigned *made, unsigned check, uint64_t p, uint64_t answer,
                         uint64_t other)
{
    if (answer != other)
        return pm_check_failed(check, "it is %llu modulo %llu, and must be %llu",
                               (unsigned long long)answer, (unsigned long long)p,
                               (unsigned long long)other);
    *made |= check;
    return PM_OK;
}

/* PM_UNABLE says only that a check is too dear or does not apply. */
static pm_status unless_unable(pm_status status)
{
    return status == PM_UNABLE ? PM_OK : status;
}

/* ------------------------------------------------------------------------ theory */

/* The rank of a random matrix with these nonzero places: if it is full, there is a perfect matching
 * (Tutte, The factorization of linear graphs, 1947; Lovasz, On determinants, matchings, and random
 * algorithms, 1979). */
static bool has_matching(const struct pm_matrix *a, enum pm_kind kind)
{
    const struct pm_residues to = pm_expand_residues_new();
    uint64_t state = 1;
    nmod_mat_t m;

    nmod_mat_init(m, a->rows, a->cols, to.p);
    PM_EACH_ENTRY(a, i, e) {
        const int j = a->col[e];
        const uint64_t x = 1 + pm_random_word(&state) % (to.p - 1);
        if (kind == PM_PERMANENT)
            nmod_mat_entry(m, i, j) = x;
        else if (i < j) {
            nmod_mat_entry(m, i, j) = x;
            nmod_mat_entry(m, j, i) = to.p - x;
        }
    }
    const slong rank = nmod_mat_rank(m);
    nmod_mat_clear(m);
    return rank == (a->rows < a->cols ? a->rows : a->cols);
}

static pm_status check_sign(unsigned *made, const struct pm_value *value, const struct pm_matrix *a,
                            enum pm_kind kind)
{
    fmpq_t most;

    if (!pm_matrix_is_nonnegative(a) || !pm_mag_is_finite(value->error))
        return PM_OK;
    fmpq_init(most);
    pm_mag_get_fmpq(most, value->error);
    const bool exact = fmpq_is_zero(most);
    fmpq_add(most, most, value->centre.re);
    const bool negative = fmpq_sgn(most) < 0;
    fmpq_clear(most);
    if (negative)
        return pm_check_failed(PM_CHECK_SIGN, "it is negative, and no entry is");
    *made |= PM_CHECK_SIGN;
    if (!exact || !pm_gauss_is_zero(&value->centre) || a->rows > MOST_RANK || a->cols > MOST_RANK)
        return PM_OK;
    if (has_matching(a, kind))
        return pm_check_failed(PM_CHECK_ZERO, "it is 0, and there is a perfect matching");
    *made |= PM_CHECK_ZERO;
    return PM_OK;
}

static pm_status check_parity(unsigned *made, const struct pm_gauss *answer,
                              const struct pm_matrix *a, enum pm_kind kind)
{
    int parity;

    if (fmpz_is_even(fmpq_denref(answer->re)) || fmpz_is_even(fmpq_denref(answer->im)))
        return PM_OK;
    const pm_status status = pm_parity(&parity, a, kind, PARITY_STEPS);
    if (status != PM_OK)
        return unless_unable(status);
    const int odd = fmpz_is_odd(fmpq_numref(answer->re)) ^ fmpz_is_odd(fmpq_numref(answer->im));
    return compare(made, PM_CHECK_PARITY, 2, (uint64_t)odd, (uint64_t)parity);
}

/* --------------------------------------------------------------- second opinions */

static pm_status check_expansion(unsigned *made, const struct pm_gauss *answer,
                                 const struct pm_matrix *a, const struct pm_ask *ask)
{
    struct pm_residues to = pm_expand_residues_new();
    uint64_t residue, truth;

    if (ask->want == PM_WANT_RESIDUE && a->im != NULL)
        return PM_OK;
    if (ask->want == PM_WANT_RESIDUE)
        to.p = ask->prime;
    if (!pm_expand_residues_of(&residue, &to, answer->re, answer->im))
        return PM_OK;
    const pm_status status = pm_expand(&truth, &to, a, ask->kind, PRODUCTS);
    if (status != PM_OK)
        return unless_unable(status);
    return compare(made, PM_CHECK_EXPANSION, to.p, residue, truth);
}

pm_status pm_check_answer(unsigned *made, const struct pm_value *value,
                          const struct pm_problem *problem, const struct pm_ask *ask)
{
    const bool exact = pm_mag_is_zero(value->error);

    if (ask->want != PM_WANT_RESIDUE)
        PM_TRY(check_sign(made, value, problem->a, problem->kind));
    if (exact && ask->want != PM_WANT_RESIDUE)
        PM_TRY(check_parity(made, &value->centre, problem->a, problem->kind));
    return exact ? check_expansion(made, &value->centre, problem->a, ask) : PM_OK;
}

/* ---------------------------------------------------------------- the bound */

/* The rounding of logarithms, in bits. */
static const double SLACK = 1e-6;

pm_status pm_check_bound(const struct pm_value *value, const struct pm_matrix *core,
                         enum pm_kind kind)
{
    double bound, least = -HUGE_VAL;
    fmpq_t x;

    PM_TRY(pm_bound_bits(&bound, core, kind));
    fmpq_init(x);
    if (pm_value_least(x, value))
        least = (fmpz_dlog(fmpq_numref(x)) - fmpz_dlog(fmpq_denref(x))) / M_LN2 - SLACK;
    fmpq_clear(x);
    return least <= bound ? PM_OK
                          : pm_check_failed(PM_CHECK_BOUND,
                                            "the value of a core is at least 2^%.2f, and it is "
                                            "proved to be at most 2^%.2f",
                                            least, bound);
}

/* ---------------------------------------------------------------- another order */

/* *turned = the matrix with rows and columns reversed; if square, also transposed. */
static pm_status turn(struct pm_matrix **turned, const struct pm_matrix *a)
{
    struct pm_matrix *from = NULL;
    int *order = NULL;
    pm_status status;

    PM_TRY_GOTO(status,
                a->rows == a->cols ? pm_matrix_transpose(&from, a) : pm_matrix_copy(&from, a),
                done);
    PM_NEW_GOTO(status, order, a->cols + 1, done);
    for (int j = 0; j < a->cols; j++)
        order[j] = a->cols - 1 - j;
    status = pm_matrix_sub(turned, from, a->rows, order + (a->cols - a->rows), a->cols, order);
done:
    pm_matrix_free(from);
    free(order);
    return status;
}

/* Multiplies by the value of a plan for one core. */
static pm_status times_plan(struct pm_value *product, const struct pm_plan *plan,
                            struct pm_session *session)
{
    struct pm_value all, value;
    pm_status status = PM_OK;

    PM_EACH(pm_value_init, &all, &value);
    pm_value_set_gauss(&all, &plan->reduction.factor);
    for (size_t k = 0; k < plan->reduction.cores && status == PM_OK; k++) {
        status = plan->way[k].engine == NULL
                     ? pm_fail(PM_UNABLE, "another order needs a split")
                     : pm_rings_run(&value, plan->reduction.core[k], &plan->way[k], session, NULL);
        if (status == PM_OK)
            pm_value_mul(&all, &value);
    }
    if (status == PM_OK)
        pm_value_mul(product, &all);
    PM_EACH(pm_value_clear, &value, &all);
    return status;
}

/* Multiplies by the value of a core in another order, computed by this engine (NULL: any).
 * PM_UNABLE: to find and compute it takes longer than *seconds, which becomes less. */
static pm_status times_core(struct pm_value *product, double *seconds, const struct pm_matrix *core,
                            const struct pm_ask *ask, const struct pm_engine *engine,
                            struct pm_session *session)
{
    struct pm_matrix *turned;
    struct pm_plan *plan = NULL;
    pm_status status;

    struct pm_planner planner = {
        .ask = *ask,
        .policy = {.engine = engine, .rules = PM_EVERY_RULE, .limits = session->limits}};

    planner.policy.limits.seconds = *seconds / LONGEST;
    PM_TRY(turn(&turned, core));
    PM_TRY_GOTO(status, pm_plan_matrix(&plan, turned, &planner), done);
    const double takes = plan->status == PM_OK ? pm_plan_reference(plan, 1) : 0;
    *seconds -= takes + pm_search_seconds(
                            pm_search_allowed(takes > 0 ? takes : planner.policy.limits.seconds));
    PM_TRY_GOTO(status, plan->status, done);
    status = *seconds < 0 ? pm_fail(PM_UNABLE, "another order takes too long")
                          : times_plan(product, plan, session);
done:
    pm_plan_free(plan);
    pm_matrix_free(turned);
    return status;
}

/* Multiplies by the factor of a plan and by its cores in another order.  The engine of a core is
 * asked first, since asking all of them takes longer than computing a small core. */
static pm_status times_cores(struct pm_value *product, double seconds, const struct pm_plan *plan,
                             struct pm_ask *ask, struct pm_session *session)
{
    pm_status status = PM_OK;

    pm_value_set_gauss(product, &plan->reduction.factor);
    for (size_t k = 0; k < plan->reduction.cores && status == PM_OK; k++) {
        ask->kind = plan->reduction.kind[k];
        const struct pm_matrix *const core = plan->reduction.core[k];
        status = times_core(product, &seconds, core, ask, plan->way[k].engine, session);
        if (status == PM_UNABLE && seconds >= 0)
            status = times_core(product, &seconds, core, ask, NULL, session);
    }
    return status;
}

/* Compares an exact answer modulo a prime. */
static pm_status compare_residues(unsigned *made, const struct pm_value *value,
                                  const struct pm_value *other, uint64_t p)
{
    const struct pm_residues to = {.p = p};
    uint64_t residue, truth;

    if (!pm_expand_residues_of(&residue, &to, value->centre.re, value->centre.im) ||
        !pm_expand_residues_of(&truth, &to, other->centre.re, other->centre.im))
        return PM_OK; /* p divides a denominator */
    return compare(made, PM_CHECK_ORDER, p, residue, truth);
}

/* Compares two floating answers: their distance is at most the sum of their bounds. */
static pm_status compare_balls(unsigned *made, const struct pm_value *value,
                               const struct pm_value *other)
{
    if (!pm_value_within(other, PM_VAGUE))
        return PM_OK;
    if (pm_value_differs(value, other))
        return pm_check_failed(
            PM_CHECK_BALLS, "it is %.17g%+.17gi, and must be %.17g%+.17gi, or its bound is wrong",
            fmpq_get_d(value->centre.re), fmpq_get_d(value->centre.im),
            fmpq_get_d(other->centre.re), fmpq_get_d(other->centre.im));
    *made |= PM_CHECK_BALLS;
    return PM_OK;
}

/* Floating answers are computed again with twice as many bits or exactly, so that a bound that is
 * too small is seen as well as a wrong value; if that takes too long, with as many bits. */
static pm_status check_balls(unsigned *made, const struct pm_value *value,
                             const struct pm_plan *plan, double seconds, struct pm_session *session)
{
    struct pm_ask ask = {.want = PM_WANT_FLOATING,
                         .bits = (int)fmin(2 * plan->ask.bits, PM_PRECISION_MOST),
                         .complex_values = plan->ask.complex_values,
                         .rounded = true};
    struct pm_value other;

    pm_value_init(&other);
    pm_status status = times_cores(&other, seconds, plan, &ask, session);
    if (status == PM_UNABLE) {
        ask.bits = plan->ask.bits;
        status = times_cores(&other, seconds, plan, &ask, session);
    }
    status = status == PM_OK ? compare_balls(made, value, &other) : unless_unable(status);
    pm_value_clear(&other);
    return status;
}

/* A prime of 30 bits, or of as many as the engines of the cores are fast with.  It is 1 modulo 4:
 * -1 then has a root, which some surfaces need. */
static uint64_t second_prime(const struct pm_plan *plan)
{
    int bits = 30;

    for (size_t k = 0; k < plan->reduction.cores; k++)
        if (pm_way_prime_bits(plan->way[k].engine) < bits)
            bits = pm_way_prime_bits(plan->way[k].engine);
    uint64_t p = UINT64_C(1) << (bits - 1);
    do
        p = n_nextprime(p, 1);
    while (p % 4 != 1);
    return p;
}

static pm_status check_residue(unsigned *made, const struct pm_value *value,
                               const struct pm_plan *plan, double seconds,
                               struct pm_session *session)
{
    const bool residue = plan->ask.want == PM_WANT_RESIDUE;
    struct pm_ask ask = {.want = PM_WANT_RESIDUE,
                         .prime = residue ? plan->ask.prime : second_prime(plan)};
    struct pm_value other;

    pm_value_init(&other);
    pm_status status = times_cores(&other, seconds, plan, &ask, session);
    status =
        status == PM_OK ? compare_residues(made, value, &other, ask.prime) : unless_unable(status);
    pm_value_clear(&other);
    return status;
}

pm_status pm_check_order(unsigned *made, const struct pm_value *value, const struct pm_plan *plan,
                         struct pm_session *session)
{
    const bool exact = pm_mag_is_zero(value->error);
    double takes, most;

    if (session->complete || session->team != NULL ||
        !pm_plan_is_checked(&takes, &most, plan, exact))
        return PM_OK;
    return exact ? check_residue(made, value, plan, most, session)
                 : check_balls(made, value, plan, most, session);
}
