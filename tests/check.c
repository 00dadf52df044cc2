/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of whole answers.  The parity and the expansion agree with the definition on matrices of
 * every shape.  A wrong answer is refused: one that differs by any integer, a 0 where there is a
 * matching, a negative sum of positive terms, an answer in which one residue was wrong, and a query
 * with one wrong value. */
#include "run/check.h"

#include "brute.h"
#include "checkpoint/session.h"
#include "query/check_values.h"
#include "run/core.h"
#include "run/expand.h"
#include "run/parity.h"
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
    const struct pm_residues to = pm_residues_new();
    uint64_t state = 7 + (uint64_t)kind;
    int wrong = 0, odd = 0;
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int round = 0; round < test_rounds(300); round++) {
        struct pm_matrix *a = any_matrix(&state, kind, entries);
        uint64_t residue, want;
        int parity;

        brute_value(&truth, a, kind);
        a = turned(&state, a);
        if (entries != BRUTE_DECIMAL) {
            test_need(pm_parity(&parity, a, kind, 1e9));
            wrong += parity != parity_of(&truth);
            odd += parity;
        }
        test_need(pm_expand(&residue, &to, a, kind, 1e9));
        wrong += !pm_residues_of(&want, &to, truth.re, truth.im) || residue != want;
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0 && (odd > 0 || entries == BRUTE_DECIMAL),
          "parity and expansion, kind %d, entries %d: %d wrong, %d odd", kind, entries, wrong, odd);
    pm_gauss_clear(&truth);
}

static pm_status check(unsigned *made, const struct pm_value *value, struct pm_matrix *a,
                       enum pm_kind kind)
{
    const struct pm_problem problem = {.a = a, .kind = kind};
    const struct pm_ask ask = {.kind = kind, .want = PM_WANT_EXACT};

    *made = 0;
    return pm_check_answer(made, value, &problem, &ask);
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
        good += check(&made, &value, a, kind) == PM_OK;
        expanded += made & PM_CHECK_EXPANSION ? 1 : 0;
        all |= made;
        const int by = test_between(&state, 1, 1000);
        fmpq_add_si(value.centre.re, value.centre.re, test_between(&state, 0, 1) ? by : -by);
        refused += check(&made, &value, a, kind) == PM_WRONG ||
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
    const struct pm_ask ask = {.kind = kind, .want = PM_WANT_EXACT};
    struct pm_session session = pm_session_alone(&limits);
    uint64_t state = 5;
    unsigned made = 0;
    struct pm_triplets entries;
    struct pm_matrix *a;
    struct pm_plan *plan;
    struct pm_value value;
    fmpq_t x;

    fmpq_init(x);
    pm_triplets_init(&entries, n, n + more, false);
    for (int i = 0; i < n; i++)
        for (int j = kind == PM_HAFNIAN ? i + 1 : i - BAND; j <= i + BAND && j < n + more; j++) {
            fmpq_set_si(x, test_between(&state, 1, 3), 1);
            if (j >= 0 && test_between(&state, 0, 3))
                test_need(pm_triplets_add(&entries, i, j, x, NULL));
            else
                continue;
            if (kind == PM_HAFNIAN)
                test_need(pm_triplets_add(&entries, j, i, x, NULL));
        }
    test_need(pm_matrix_from_triplets(&a, &entries));
    pm_triplets_clear(&entries);
    fmpq_clear(x);
    test_need(pm_plan_matrix(&plan, a, &ask, &limits));
    test_need(plan->status);
    pm_value_init(&value);
    test_need(pm_run_plan(&value, plan, NULL));
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
    pm_value_clear(&value);
    pm_plan_free(plan);
    pm_matrix_free(a);
    pm_session_clear(&session);
}

/* The engine that is made faulty, and its work with a fault in the first unit. */
static const struct pm_engine *whole;
static pm_status work_badly(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    PM_TRY(whole->work(job, first, count, part));
    if (first == 0)
        part[0].word[0] ^= 1;
    return PM_OK;
}

/* Matrices for engines of all kinds: any, a path, nearly full ones. */
static long path_entry(int i, int j, int n)
{
    (void)n;
    return j == i || j == i + 1 ? 1 + i : 0;
}
static long graph_entry(int i, int j, int n)
{
    (void)n;
    return i == j ? 0 : i - j == 1 || j - i == 1 || i - j == 3 || j - i == 3 ? 1 + i + j : 0;
}

static long full_entry(int i, int j, int n)
{
    (void)n;
    return i == j ? 0 : (i + j) % 9 == 1 ? 5 : 2;
}

/* A core that the engine accepts, and its cost; NULL: there is none. */
static struct pm_matrix *core_for(struct pm_cost *cost, const struct pm_engine *engine,
                                  enum pm_kind kind, const struct pm_limits *limits)
{
    static long (*const entry[])(int, int, int) = {brute_weight, path_entry, graph_entry,
                                                   full_entry};
    for (size_t k = kind == PM_HAFNIAN ? 2 : 0; k < sizeof entry / sizeof *entry; k++) {
        struct pm_matrix *const a = brute_from(8, 8, entry[k]);
        const struct pm_core core = {.a = a, .kind = kind};
        if (engine->cost(cost, &core, PM_MOD, limits) == PM_OK)
            return a;
        pm_matrix_free(a);
    }
    return NULL;
}

/* One wrong residue in any engine gives an answer that is refused. */
static void check_faults(struct test *t)
{
    const struct pm_limits limits = {.threads = 1, .memory = UINT64_C(1) << 28};
    int tried = 0;

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++)
        for (int kind = 0; kind < PM_KINDS; kind++) {
            struct pm_way way = {.engine = *e,
                                 .kind = (enum pm_kind)kind,
                                 .exact = true,
                                 .number = PM_MOD,
                                 .bits = 20,
                                 .rings = 1};
            struct pm_engine bad = **e;
            struct pm_value value;
            unsigned made;
            if (!((*e)->kinds & 1u << kind) || !((*e)->numbers & PM_MOD_BIT))
                continue;
            struct pm_matrix *const a = core_for(&way.cost, *e, way.kind, &limits);
            CHECK(t, a != NULL, "%s: there is a core", (*e)->name);
            if (a == NULL)
                continue;
            pm_value_init(&value);
            const pm_status good = pm_core_alone(&value, a, &way, &limits);
            const pm_status right = check(&made, &value, a, way.kind);
            whole = *e;
            bad.work = work_badly;
            way.engine = &bad;
            test_need(pm_core_alone(&value, a, &way, &limits));
            CHECK(t,
                  good == PM_OK && right == PM_OK && check(&made, &value, a, way.kind) == PM_WRONG,
                  "%s, kind %d: one wrong residue is refused", (*e)->name, kind);
            way.engine = *e;
            pm_way_clear(&way);
            pm_value_clear(&value);
            pm_matrix_free(a);
            tried++;
        }
    CHECK(t, tried > 10, "%d engines and kinds", tried);
}

/* ---------------------------------------------------------- an order, a bound */

/* A copy of the matrix, the values of entries k and l exchanged; of a symmetric one, also those of
 * their opposites. */
static struct pm_matrix *exchanged(const struct pm_matrix *a, enum pm_kind kind, int k, int l)
{
    struct pm_matrix *b;
    test_need(pm_matrix_copy(&b, a));
    for (int i = 0; i < a->rows; i++)
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            const int from = e == k ? l : e == l ? k : -1;
            if (from < 0)
                continue;
            fmpq_set(b->re + e, a->re + from);
            for (int m = a->start[a->col[e]]; m < a->start[a->col[e] + 1]; m++)
                if (kind == PM_HAFNIAN && a->col[m] == i)
                    fmpq_set(b->re + m, a->re + from);
        }
    return b;
}

/* A copy in which two entries have changed places, so that the value is another; NULL: none. */
static struct pm_matrix *misplaced(const struct pm_matrix *a, enum pm_kind kind)
{
    struct pm_gauss right, wrong;
    struct pm_matrix *found = NULL;

    pm_gauss_init(&right);
    pm_gauss_init(&wrong);
    brute_value(&right, a, kind);
    for (int k = 0; k < pm_matrix_nnz(a) && found == NULL; k++)
        for (int l = 0; l < k && found == NULL; l++) {
            struct pm_matrix *const b = exchanged(a, kind, k, l);
            brute_value(&wrong, b, kind);
            if (pm_gauss_equal(&right, &wrong))
                pm_matrix_free(b);
            else
                found = b;
        }
    pm_gauss_clear(&right);
    pm_gauss_clear(&wrong);
    return found;
}

/* 28 bits more in every row. */
static void enlarge(struct pm_matrix *a)
{
    for (int e = 0; e < pm_matrix_nnz(a); e++)
        fmpq_mul_2exp(a->re + e, a->re + e, 28);
}

/* True if the engine computes `computed`; *found = what the checks say of this as the answer to
 * `asked`. */
static bool answers_to(pm_status *found, struct pm_way *way, struct pm_matrix *computed,
                       struct pm_matrix *asked, const struct pm_limits *limits)
{
    const struct pm_core core = {.a = computed, .kind = way->kind};
    struct pm_value value;
    unsigned made;

    if (way->engine->cost(&way->cost, &core, PM_MOD, limits) != PM_OK)
        return false;
    pm_value_init(&value);
    const bool answered = pm_core_alone(&value, computed, way, limits) == PM_OK;
    if (answered)
        *found = check(&made, &value, asked, way->kind);
    pm_way_clear(way);
    pm_value_clear(&value);
    return answered;
}

/* Entries in a wrong order, and a bound that is too small for the answer, give answers of any
 * engine that are refused. */
static void check_other_faults(struct test *t)
{
    const struct pm_limits limits = {.threads = 1, .memory = UINT64_C(1) << 28};
    int orders = 0, bounds = 0;

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++)
        for (int kind = 0; kind < PM_KINDS; kind++) {
            struct pm_way way = {.engine = *e,
                                 .kind = (enum pm_kind)kind,
                                 .exact = true,
                                 .number = PM_MOD,
                                 .bits = 20,
                                 .rings = 1};
            pm_status found;
            if (!((*e)->kinds & 1u << kind) || !((*e)->numbers & PM_MOD_BIT))
                continue;
            struct pm_matrix *const a = core_for(&way.cost, *e, way.kind, &limits);
            if (a == NULL)
                continue;
            pm_way_clear(&way);
            struct pm_matrix *const b = misplaced(a, way.kind);
            if (b != NULL && answers_to(&found, &way, b, a, &limits)) {
                CHECK(t, found == PM_WRONG, "%s, kind %d: entries in a wrong order are refused",
                      (*e)->name, kind);
                orders++;
            }
            enlarge(a);
            if (answers_to(&found, &way, a, a, &limits)) {
                CHECK(t, found == PM_WRONG, "%s, kind %d: a bound of 20 bits is refused",
                      (*e)->name, kind);
                bounds++;
            }
            pm_matrix_free(a);
            pm_matrix_free(b);
        }
    CHECK(t, orders > 10 && bounds > 10, "%d orders, %d bounds", orders, bounds);
}

/* The work of an engine with a fault in the bound of the first unit. */
static double faulty_bound;
static pm_status work_vaguely(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    PM_TRY(whole->work(job, first, count, part));
    if (first == 0)
        part[0].err = faulty_bound;
    return PM_OK;
}

/* A bound that is no number, or infinite, never becomes a small one. */
static void check_faulty_bounds(struct test *t)
{
    static const double faults[] = {NAN, INFINITY, 0x1p1000};
    const struct pm_limits limits = {.threads = 1, .memory = UINT64_C(1) << 28};
    int tried = 0;

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++)
        for (int kind = 0; kind < PM_KINDS; kind++) {
            struct pm_way way = {.kind = (enum pm_kind)kind, .number = PM_REAL, .rings = 1};
            struct pm_engine bad = **e;
            if (!((*e)->kinds & 1u << kind) || !((*e)->numbers & PM_REAL_BIT))
                continue;
            struct pm_matrix *const a =
                brute_from(8, 8, kind == PM_HAFNIAN ? graph_entry : brute_weight);
            const struct pm_core core = {.a = a, .kind = way.kind};
            whole = *e;
            bad.work = work_vaguely;
            for (size_t k = 0; k < 3 && (*e)->cost(&way.cost, &core, PM_REAL, &limits) == PM_OK;
                 k++) {
                struct pm_value value;
                pm_value_init(&value);
                faulty_bound = faults[k];
                way.engine = &bad;
                const pm_status status = pm_core_alone(&value, a, &way, &limits);
                CHECK(t,
                      status != PM_OK || !pm_mag_is_finite(value.error) ||
                          pm_mag_get_double(value.error) > 0x1p100,
                      "%s, kind %d, bound %g: %s", (*e)->name, kind, faults[k],
                      status == PM_OK ? "a wide bound" : pm_message());
                way.engine = *e;
                pm_way_clear(&way);
                pm_value_clear(&value);
                tried++;
            }
            pm_matrix_free(a);
        }
    CHECK(t, tried > 15, "%d faulty bounds", tried);
}

/* The memory that an engine predicts is enough for it. */
static void check_memory(struct test *t)
{
    struct pm_matrix *const a = brute_from(8, 8, brute_one);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++) {
        struct pm_way way = {.engine = *e, .kind = PM_PERMANENT, .number = PM_MOD};
        struct pm_limits limits = {.threads = 1};
        if (!((*e)->kinds & PM_PERMANENT_BIT) || !((*e)->numbers & PM_MOD_BIT) ||
            (*e)->cost(&way.cost, &core, PM_MOD, &limits) != PM_OK)
            continue;
        limits.memory = (uint64_t)way.cost.bytes + 1;
        pm_way_clear(&way);
        way = (struct pm_way){.engine = *e, .kind = PM_PERMANENT, .number = PM_MOD};
        CHECK(t, (*e)->cost(&way.cost, &core, PM_MOD, &limits) == PM_OK,
              "%s within the %.0f bytes that it predicts", (*e)->name, (double)limits.memory);
        pm_way_clear(&way);
    }
    pm_matrix_free(a);
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
    CHECK(t, check(&made, &value, a, PM_PERMANENT) == PM_WRONG, "a negative count: %s",
          pm_message());
    value.error = pm_mag_double(6, 0);
    CHECK(t, check(&made, &value, a, PM_PERMANENT) == PM_OK && made == PM_CHECK_SIGN,
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
    check_faults(&t);
    check_other_faults(&t);
    check_faulty_bounds(&t);
    check_memory(&t);
    return test_done(&t);
}
