/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of whole answers.  The parity and the expansion agree with the definition on matrices of
 * every shape.  A wrong answer is refused: one that differs by any integer, a 0 where there is a
 * matching, a negative sum of positive terms, and a query with one wrong value.  tests/faults.c
 * makes engines faulty. */
#include "run/check.h"

#include "brute.h"
#include "ways.h"
#include "run/session.h"
#include "query/check_values.h"
#include "model/parity.h"
#include "model/two_powers.h"
#include "run/expand.h"
#include "run/run.h"

#include <flint/fmpz.h>

/* A matrix of any shape, up to three times as wide, and tall ones. */
static struct pm_matrix *any_matrix(uint64_t *state, enum pm_kind kind, enum brute_entries entries)
{
    static const int percents[] = {15, 40, 70, 100};
    const int percent = percents[test_between(state, 0, 3)];
    if (kind == PM_HAFNIAN)
        return brute_symmetric(state, test_between(state, 0, 10), percent, entries);
    const int rows = test_between(state, 0, 6), more = test_between(state, 0, rows);
    return brute_random(state, rows, rows + (more % 2 ? 2 * more : more / 2), percent, entries);
}

static struct pm_matrix *turned(uint64_t *state, struct pm_matrix *a)
{
    struct pm_matrix *t;
    if (test_between(state, 0, 2))
        return a;
    test_need(pm_matrix_transpose(&t, a));
    pm_matrix_free(a);
    return t;
}

static int parity_of(const struct pm_gauss *x)
{
    return fmpz_is_odd(fmpq_numref(x->re)) ^ fmpz_is_odd(fmpq_numref(x->im));
}

/* The parts against the definition. */
static void check_parts(struct test *t, enum pm_kind kind, enum brute_entries entries)
{
    const struct pm_residues to = pm_expand_residues_new();
    uint64_t state = 7 + (uint64_t)kind;
    int wrong = 0, odd = 0;
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int round = 0; round < test_rounds(300); round++) {
        struct pm_matrix *a = any_matrix(&state, kind, entries);
        uint64_t residue, want;
        int parity, power;

        brute_value(&truth, a, kind);
        a = turned(&state, a);
        if (entries != BRUTE_DECIMAL) {
            test_need(pm_parity(&parity, a, kind, 1e9));
            wrong += parity != parity_of(&truth);
            odd += parity;
        }
        if (entries == BRUTE_INTEGER && a->rows == a->cols) {
            for (int modulus = 4; modulus <= 8; modulus *= 2) {
                test_need(pm_two_powers(&power, a, kind, modulus, 1e9));
                wrong += fmpz_fdiv_ui(fmpq_numref(truth.re), (ulong)modulus) != (ulong)power;
            }
        }
        test_need(pm_expand(&residue, &to, a, kind, 1e9));
        wrong += !pm_expand_residues_of(&want, &to, truth.re, truth.im) || residue != want;
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0 && (odd > 0 || entries == BRUTE_DECIMAL),
          "parity and expansion, kind %d, entries %d: %d wrong, %d odd", kind, entries, wrong, odd);
    pm_gauss_clear(&truth);
}

/* Right values pass; values that are wrong by a little are refused. */
static void check_wrong_values(struct test *t, enum pm_kind kind, enum brute_entries entries)
{
    uint64_t state = 11 + (uint64_t)kind;
    int good = 0, refused = 0, expanded = 0, rounds = test_rounds(100);
    unsigned made = 0, all = 0;
    struct pm_value value;

    pm_value_init(&value);
    for (int round = 0; round < rounds; round++) {
        struct pm_matrix *const a = any_matrix(&state, kind, entries);
        brute_value(&value.centre, a, kind);
        good += ways_check(&made, &value, a, kind) == PM_OK;
        expanded += made & PM_CHECK_EXPANSION ? 1 : 0;
        all |= made;
        const int by = test_between(&state, 1, 1000);
        fmpq_add_si(value.centre.re, value.centre.re, test_between(&state, 0, 1) ? by : -by);
        refused += ways_check(&made, &value, a, kind) == PM_WRONG ||
                   !(made & PM_CHECK_EXPANSION); /* too many products */
        pm_matrix_free(a);
    }
    CHECK(t, good == rounds && refused == rounds && 10 * expanded > 9 * rounds,
          "values of kind %d, entries %d: %d and %d of %d", kind, entries, good, refused, rounds);
    CHECK(t, entries != BRUTE_PATTERN || all & PM_CHECK_ZERO, "... zeros are checked");
    pm_value_clear(&value);
}

/* A banded matrix whose expansion would take too long: its core is computed in another order. */
static void check_order(struct test *t, enum pm_kind kind, int n, int more)
{
    enum { BAND = 8 };
    const struct pm_limits limits = {.threads = 1, .memory = UINT64_C(1) << 30};
    const struct pm_planner planner = {.ask = {.kind = kind, .want = PM_WANT_EXACT},
                                       .policy = {.rules = PM_EVERY_RULE, .limits = limits}};
    struct pm_session session = pm_session_alone(&limits);
    uint64_t state = 5;
    unsigned made = 0;
    struct pm_matrix *const a = brute_band(&state, kind, n, more, BAND);
    struct pm_plan *plan;
    struct pm_value value;

    test_need(pm_plan_matrix(&plan, a, &planner));
    test_need(plan->status);
    pm_value_init(&value);
    test_need(pm_run_plan(&value, NULL, plan, NULL));
    const pm_status good = pm_check_order(&made, &value, plan, &session);
    /* one residue is wrong: the answer differs by a multiple of the other primes */
    fmpz_t other;
    fmpz_init_set_ui(other, UINT64_C(2147483647));
    fmpz_mul_ui(other, other, 6);
    fmpq_add_fmpz(value.centre.re, value.centre.re, other);
    fmpz_clear(other);
    unsigned none = 0;
    const pm_status bad = pm_check_order(&none, &value, plan, &session);
    CHECK(t, good == PM_OK && made == PM_CHECK_ORDER && bad == PM_WRONG && none == 0,
          "another order, kind %d, order %d and %d more: %s", kind, n, more, pm_message());
    plan->way[0].seconds = 0.018 * plan->way[0].rings;
    CHECK(t, pm_check_order(&none, &value, plan, &session) == PM_OK && none == 0,
          "... but none where 18 ms and the search for it exceed 20 ms");
    pm_value_clear(&value);
    pm_plan_free(plan);
    pm_matrix_free(a);
    pm_session_clear(&session);
}

/* A negative sum of positive terms, also with an error bound. */
static void check_sign(struct test *t)
{
    struct pm_matrix *const a = brute_from(3, 3, brute_one);
    struct pm_value value;
    unsigned made;

    pm_value_init(&value);
    fmpq_set_si(value.centre.re, -6, 1);
    value.error = pm_mag_double(1, 0);
    CHECK(t, ways_check(&made, &value, a, PM_PERMANENT) == PM_WRONG, "a negative count: %s",
          pm_message());
    value.error = pm_mag_double(6, 0);
    CHECK(t, ways_check(&made, &value, a, PM_PERMANENT) == PM_OK && made == PM_CHECK_SIGN,
          "an interval that contains 0");
    pm_value_clear(&value);
    pm_matrix_free(a);
}

/* The answers to queries pass; one value that is wrong by 1 is refused. */
static void check_queries(struct test *t, bool graph, int rows, int cols, pm_precision precision)
{
    typedef pm_status query(pm_values **, const pm_problem *, const pm_options *);
    static query *const asked[] = {pm_matchings, pm_marginals, pm_problem_minors};
    static pm_status (*const checked[])(struct pm_values *, const struct pm_problem *) = {
        pm_check_sizes, pm_check_shares, pm_check_minors};
    const pm_options options = {.precision = precision};
    uint64_t state = 3;
    struct pm_problem problem = {.kind = graph ? PM_HAFNIAN : PM_PERMANENT,
                                 .field = PM_FIELD_INTEGER,
                                 .a = graph ? brute_symmetric(&state, rows, 100, BRUTE_PATTERN)
                                            : brute_from(rows, cols, brute_weight)};

    for (int k = 0; k < (graph ? 2 : 3); k++) {
        pm_values *values = NULL;
        test_need(asked[k](&values, &problem, &options));
        CHECK(t, *pm_values_checks(values) != '\0', "query %d of %d x %d: %s", k, rows, cols,
              pm_values_checks(values));
        struct pm_value *const one = &values->value[values->count / 2];
        fmpq_add_si(one->centre.re, one->centre.re, 1);
        CHECK(t, checked[k](values, &problem) == PM_WRONG, "... %s", pm_message());
        pm_values_free(values);
    }
    int draw[16];
    test_need(pm_sample(draw, 1, 1, &problem, NULL));
    draw[rows < cols ? rows - 1 : cols - 1] = draw[0];
    CHECK(t, pm_check_draws(draw, 1, &problem) == PM_WRONG, "... %s", pm_message());
    pm_matrix_free(problem.a);
}

int main(void)
{
    struct test t = {0, 0};

    check_queries(&t, true, 8, 8, PM_PRECISION_EXACT);
    check_queries(&t, false, 5, 5, PM_PRECISION_EXACT);
    check_queries(&t, false, 4, 6, PM_PRECISION_EXACT);
    check_queries(&t, false, 6, 4, PM_PRECISION_DOUBLE);
    check_queries(&t, false, 11, 13, PM_PRECISION_EXACT);

    for (int kind = 0; kind < PM_KINDS; kind++)
        for (int entries = 0; entries < BRUTE_KINDS; entries++) {
            check_parts(&t, (enum pm_kind)kind, (enum brute_entries)entries);
            check_wrong_values(&t, (enum pm_kind)kind, (enum brute_entries)entries);
        }
    check_order(&t, PM_PERMANENT, 40, 0);
    check_order(&t, PM_PERMANENT, 36, 3);
    check_order(&t, PM_HAFNIAN, 60, 0);
    check_sign(&t);
    return test_done(&t);
}
