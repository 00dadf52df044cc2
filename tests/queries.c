/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries beyond the number: large shares, known numbers of matchings, and refusals.
 * tests/differential.c compares small ones with a reference; every list of minors is checked by its
 * expansions (query/check_values.c, tests/check.c). */
#include "brute.h"
#include "model/problem.h"
#include "plan/choice.h"
#include "query/entry_shares.h"
#include "query/values.h"

#include <flint/fmpz_vec.h>
#include <string.h>

/* ------------------------------------------------------------------ marginals */

/* Tables that are too large are refused.  With a permanent above 2^127, shares must add up along
 * columns as well as rows. */
static void check_large(struct test *t)
{
    struct pm_matrix *const a = brute_from(40, 40, brute_one);
    const pm_options options = {.threads = 1, .memory = UINT64_C(1) << 24};
    pm_values *shares = NULL;
    pm_problem *problem = brute_problem(a, PM_FIELD_PATTERN);

    CHECK(t, pm_marginals(&shares, problem, &options) == PM_UNABLE, "40 x 40 ones: %s",
          pm_message());
    pm_problem_free(problem);
    pm_matrix_free(a);
    struct pm_matrix *const b = brute_from(18, 18, brute_one);
    for (int k = 0; k < 18 * 18; k++)
        fmpq_set_si(b->re + k, 1000003L * (k + 1), 1);
    problem = brute_problem(b, PM_FIELD_INTEGER);
    bool right = pm_marginals(&shares, problem, NULL) == PM_OK;
    fmpq_t sum;
    fmpq_init(sum);
    for (size_t k = 0; right && k < 18; k++)
        fmpq_add(sum, sum, shares->value[18 * k + 7].centre.re);
    CHECK(t, right && fmpq_is_one(sum), "a column of 18 shares adds up to 1");
    fmpq_clear(sum);
    pm_values_free(shares);
    pm_problem_free(problem);
    pm_matrix_free(b);
}

/* ------------------------------------------------------------------ matchings */

/* The matchings of Q_1 .. Q_4: OEIS A045310. */
static void check_cubes(struct test *t)
{
    static const long known[] = {2, 7, 108, 41025};

    for (int d = 1; d <= 4; d++) {
        struct pm_matrix *const a = brute_from(1 << (d - 1), 1 << (d - 1), brute_cube);
        pm_problem *const problem = brute_problem(a, PM_FIELD_PATTERN);
        pm_values *counts = NULL;
        fmpq_t sum;
        fmpq_init(sum);
        const bool right = pm_matchings(&counts, problem, NULL) == PM_OK;
        for (size_t k = 0; right && k < pm_values_count(counts); k++)
            fmpq_add(sum, sum, counts->value[k].centre.re);
        CHECK(t, right && fmpz_equal_si(fmpq_numref(sum), known[d - 1]), "all matchings of Q_%d",
              d);
        fmpq_clear(sum);
        pm_values_free(counts);
        pm_problem_free(problem);
        pm_matrix_free(a);
    }
}

/* ------------------------------------------------------------------- refusals */

static long minus_entry(int i, int j, int n)
{
    (void)n;
    return i == j ? -1 : 1;
}

/* Neighbours and second neighbours on a line. */
static long ladder_entry(int i, int j, int n)
{
    const int apart = i < j ? j - i : i - j;

    (void)n;
    return apart == 1 || apart == 2 ? 1000003L * (i + j) + 17 : 0;
}

extern const struct pm_engine pm_engine_table, pm_engine_tree, pm_engine_sweep;

/* The number of values, and where they are. */
typedef size_t find(struct pm_value *value, const struct pm_core *core,
                    const struct pm_planner *planner);

static size_t find_sizes(struct pm_value *value, const struct pm_core *core,
                         const struct pm_planner *planner)
{
    const size_t sizes = (size_t)pm_core_size(core) + 1;
    fmpz *const sum = _fmpz_vec_init((slong)sizes);
    struct pm_way way;

    test_need(pm_choice_query(&way, PM_SIZES, core, planner));
    test_need(way.query->sizes(sum, core, &way.cost, &planner->policy.limits));
    pm_way_clear(&way);
    for (size_t k = 0; k < sizes; k++)
        fmpq_set_fmpz(value[k].centre.re, sum + k);
    _fmpz_vec_clear(sum, (slong)sizes);
    return sizes;
}

static size_t find_shares(struct pm_value *value, const struct pm_core *core,
                          const struct pm_planner *planner)
{
    test_need(pm_entry_shares(value, core, planner, NULL));
    return (size_t)pm_matrix_nnz(core->a);
}

/* Two engines give the same exact values, the first one on three threads. */
static void check_engines(struct test *t, find *ask, int n, const struct pm_engine *one,
                          const struct pm_engine *two)
{
    enum { MOST = 400 };
    struct pm_matrix *const a = brute_from(n, n, ladder_entry);
    const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};
    struct pm_planner first = {.policy = {.engine = one, .limits = {.threads = 3}}};
    struct pm_planner second = first;
    struct pm_value value[2][MOST];

    second.policy.engine = two;
    second.policy.limits.threads = 1;
    for (int k = 0; k < 2 * MOST; k++)
        pm_value_init(&value[k / MOST][k % MOST]);
    const size_t count = ask(value[0], &core, &first);
    bool same = ask(value[1], &core, &second) == count && count <= MOST;
    for (size_t k = 0; k < count; k++)
        same = same && pm_gauss_equal(&value[0][k].centre, &value[1][k].centre);
    CHECK(t, same, "%d vertices: %zu values by %s and %s agree", n, count, one->name, two->name);
    for (int k = 0; k < 2 * MOST; k++)
        pm_value_clear(&value[k / MOST][k % MOST]);
    pm_matrix_free(a);
}

/* The largest table of subsets, of a graph whose vertices all have the most neighbours. */
static void check_largest(struct test *t)
{
    struct pm_matrix *const a = brute_from(30, 30, brute_hollow);
    const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};
    const struct pm_planner planner = {
        .policy = {.engine = &pm_engine_table, .limits = {.threads = 1, .seconds = 1e-3}}};
    struct pm_way way;

    CHECK(t, pm_choice_query(&way, PM_SIZES, &core, &planner) == PM_UNABLE, "30 vertices: %s",
          pm_message());
    pm_matrix_free(a);
}

static long hopeless_entry(int i, int j, int n)
{
    (void)n;
    return (i * 31 + j * 17) % 5 != 0;
}

/* True if the rows have different columns, and entries in them. */
static bool is_hopeless_matching(const int *partner)
{
    bool taken[200] = {false};
    int good = 0;

    for (int i = 0; i < 200; i++) {
        const int j = partner[i];
        if (j < 0 || j >= 200 || taken[j] || hopeless_entry(i, j, 200) == 0)
            break;
        taken[j] = true;
        good++;
    }
    return good == 200;
}

static void check_refusals(struct test *t)
{
    struct pm_matrix *const minus = brute_from(3, 3, minus_entry);
    struct pm_matrix *const hopeless = brute_from(200, 200, hopeless_entry);
    pm_problem *const signs = brute_problem(minus, PM_FIELD_INTEGER);
    pm_problem *const large = brute_problem(hopeless, PM_FIELD_PATTERN);
    const pm_options modular = {.modulus = "7", .is_signed = true};
    const pm_options hasty = {.seconds = 1e-9, .is_signed = true};
    pm_values *values = NULL;
    int partner[200];

    CHECK(t, pm_sample(partner, 1, 1, signs, NULL) == PM_DOMAIN, "%s", pm_message());
    CHECK(t, pm_marginals(&values, signs, NULL) == PM_DOMAIN, "%s", pm_message());
    CHECK(t, pm_marginals(&values, signs, &modular) == PM_INPUT, "%s", pm_message());
    CHECK(t, pm_marginals(&values, signs, &hasty) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_matchings(&values, signs, &hasty) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_marginals(&values, large, NULL) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_matchings(&values, large, NULL) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_sample(partner, 1, 1, large, NULL) == PM_OK && is_hopeless_matching(partner),
          "a draw by acceptance");
    CHECK(t, pm_sample(partner, 0, 1, signs, NULL) == PM_DOMAIN && values == NULL,
          "no draw at all from signed weights");
    PM_EACH(pm_problem_free, signs, large);
    PM_EACH(pm_matrix_free, minus, hopeless);
}

/* ------------------------------------------------------------------ the table of questions */

static long full_entry(int i, int j, int n)
{
    return 1 + (i * n + j) * 5 % 7;
}

/* A function of the library asks a question about a matrix of 3 x 3. */
static pm_status ask_it(pm_question question, const pm_problem *problem, const pm_options *options)
{
    static const size_t entry[2] = {0, 4};
    pm_values *values = NULL;
    pm_answer *answer = NULL;
    static const int64_t skew[4] = {0, 2, -2, 0};
    const pm_stack stack = TEST_STACK(PM_ENTRIES_INTEGER, skew, 2, 2);
    pm_problem *wider, *matrix, *pfaffian;
    double rest;
    size_t count = 2;
    int partner[6];
    test_need(pm_problem_unmatched(&wider, problem, 2));
    test_need(pm_problem_dense(&matrix, &stack, 0));
    test_need(pm_problem_pfaffian(&pfaffian, matrix));
    const pm_status status =
        question == PM_ASK_SHARES        ? pm_marginals(&values, problem, options)
        : question == PM_ASK_FREE_SHARES ? pm_marginals(&values, wider, options)
        : question == PM_ASK_JOINT       ? pm_joint_marginals(&values, 2, entry, problem, options)
        : question == PM_ASK_DRAWS       ? pm_sample(partner, 2, 1, problem, options)
        : question == PM_ASK_SIZES       ? pm_matchings(&values, problem, options)
        : question == PM_ASK_BEST     ? pm_best(&values, &count, partner, &rest, problem, options)
        : question == PM_ASK_MINORS   ? pm_problem_minors(&values, problem, options)
        : question == PM_ASK_FREE     ? pm_solve(&answer, wider, options)
        : question == PM_ASK_PFAFFIAN ? pm_solve(&answer, pfaffian, options)
                                      : pm_solve(&answer, problem, options);

    pm_values_free(values);
    pm_answer_free(answer);
    PM_EACH(pm_problem_free, wider, matrix, pfaffian);
    return status;
}

/* Problems with loops and copies have all that other values have.  With the edge 01 = 2, two copies
 * of 0 with the edge 1 and the loop 5, and one copy of 1 with the loop 7: the loop hafnian is
 * 1 7 + 2 2 5 + 5 5 7 = 202. */
static void check_looped(struct test *t, const pm_options *options)
{
    static const int64_t symmetric[4] = {1, 2, 2, 3}, weights[2] = {5, 7};
    const pm_stack stack = TEST_STACK(PM_ENTRIES_INTEGER, symmetric, 2, 2),
                   row = TEST_STACK(PM_ENTRIES_INTEGER, weights, 1, 2);
    pm_problem *matrix, *loops, *looped;
    pm_answer *answer = NULL;
    double value = 0;

    test_need(pm_problem_dense(&matrix, &stack, 0));
    test_need(pm_problem_dense(&loops, &row, 0));
    test_need(pm_problem_loops(&looped, matrix, loops, (const int[]){2, 1}));
    const pm_status status = pm_solve(&answer, looped, options);
    if (status == PM_OK)
        pm_answer_double(answer, &value, NULL);
    CHECK(t, status == PM_OK && fabs(value - 202) <= 202 * fmax(options->estimate, 1e-9),
          "a loop hafnian with copies: %.17g, %s", value, status == PM_OK ? "" : pm_message());
    pm_answer_free(answer);
    PM_EACH(pm_problem_free, looped, loops, matrix);
}

/* The library refuses what the table does, with its sentence, and answers the rest. */
static void check_facilities(struct test *t)
{
    static const struct {
        pm_facility facility;
        pm_options options;
    } with[] = {
        {PM_WITH_LOGARITHM, {.logarithm = true}},
        {PM_WITH_PRECISION, {.precision = PM_PRECISION_DD}},
        {PM_WITH_EPSILON, {.epsilon = 1e-6}},
        {PM_WITH_STRICT, {.strict = true}},
        {PM_WITH_MODULUS, {.modulus = "1009"}},
        {PM_WITH_ENGINE, {.engine = "tree"}},
        {PM_WITH_REDUCTIONS, {.reduce = "none"}},
        {PM_WITH_PAPER, {.paper = true}},
        {PM_WITH_MEMORY, {.memory = 1 << 28}},
        {PM_WITH_SECONDS, {.seconds = 60}},
        {PM_WITH_AUDIT, {.audit = 1}},
        {PM_WITH_ESTIMATE, {.estimate = 0.1}},
    };
    static const pm_question questions[] = {PM_ASK_VALUE,       PM_ASK_FREE,   PM_ASK_SHARES,
                                            PM_ASK_FREE_SHARES, PM_ASK_JOINT,  PM_ASK_DRAWS,
                                            PM_ASK_SIZES,       PM_ASK_MINORS, PM_ASK_PFAFFIAN};
    struct pm_matrix *const a = brute_from(3, 3, full_entry);
    pm_problem *const problem = brute_problem(a, PM_FIELD_INTEGER);
    const char *what;

    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++)
        for (size_t f = 0; f < sizeof with / sizeof *with; f++) {
            const char *const why = pm_facility_refusal(questions[q], with[f].facility);
            const pm_status status = ask_it(questions[q], problem, &with[f].options);
            CHECK(t,
                  why == NULL ? status == PM_OK
                              : status == PM_INPUT && strstr(pm_message(), why) != NULL,
                  "%s with %s: %s", pm_question_name(questions[q], &what),
                  pm_facility_name(with[f].facility, &what), status == PM_OK ? "" : pm_message());
        }
    for (size_t f = 0; f < sizeof with / sizeof *with; f++)
        if (!with[f].options.paper) /* it is for permanents */
            check_looped(t, &with[f].options);
    pm_problem_free(problem);
    pm_matrix_free(a);
}

static pm_status ask_stack(pm_question question, pm_facility facility)
{
    static const double entry[] = {0.5, 0.25, 0.25, 0.5}, loops[] = {0.125, 0.25};
    static const int times[] = {1, 2};
    double values[6], bounds[6];
    const pm_stack stack = {
        .entries = facility == PM_WITH_LOG_WEIGHTS ? PM_ENTRIES_LOGS : PM_ENTRIES_REAL,
        .data = entry,
        .count = 1,
        .rows = 2,
        .cols = 2,
        .kind = question == PM_ASK_TORONTONIAN ? PM_STACK_TORONTONIANS : PM_STACK_HAFNIANS,
        .cutoff = question == PM_ASK_PATTERNS ? 2 : 0,
        .precision = facility == PM_WITH_PRECISION ? PM_PRECISION_DD : PM_PRECISION_AUTO,
        .epsilon = facility == PM_WITH_EPSILON ? 1e-6 : 0,
        .loops = facility == PM_WITH_LOOPS ? loops : NULL,
        .row_times = facility == PM_WITH_COPIES ? times : NULL,
    };

    return (question == PM_ASK_GRADIENT ? pm_minors : pm_batch)(values, bounds, &stack, 1);
}

/* The same for stacks, whose members are the facilities; tests/loops.c and tests/torontonian.c
 * compare their numbers. */
static void check_stacks(struct test *t)
{
    static const pm_question questions[] = {PM_ASK_GRADIENT, PM_ASK_PATTERNS, PM_ASK_TORONTONIAN};
    static const pm_facility with[] = {PM_WITH_LOG_WEIGHTS, PM_WITH_PRECISION, PM_WITH_EPSILON,
                                       PM_WITH_LOOPS, PM_WITH_COPIES};
    const char *what;

    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++)
        for (size_t f = 0; f < sizeof with / sizeof *with; f++) {
            const bool works = pm_facility_refusal(questions[q], with[f]) == NULL;
            CHECK(t, ask_stack(questions[q], with[f]) == (works ? PM_OK : PM_INPUT),
                  "%s with %s: %s", pm_question_name(questions[q], &what),
                  pm_facility_name(with[f], &what), works ? "" : pm_message());
        }
}

/* 9,000,000 entries with their copies are not written out; only pm_solve() answers for them. */
static void check_copies(struct test *t)
{
    static const double a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const pm_stack s = TEST_STACK(PM_ENTRIES_REAL, a, 3, 3);
    const int many[3] = {1000, 1000, 1000};
    pm_values *values = NULL;
    pm_problem *problem;

    test_need(pm_problem_dense(&problem, &s, 0));
    test_need(pm_problem_repeat(problem, many, many));
    CHECK(t, pm_problem_rows(problem) == 3000 && pm_problem_entries(problem) == 9000000,
          "the lines of copies");
    CHECK(t, pm_marginals(&values, problem, NULL) == PM_UNABLE && strstr(pm_message(), "copies"),
          "shares of too many copies: %s", pm_message());
    CHECK(t, pm_problem_repeat(problem, many, NULL) == PM_UNABLE, "copies of them");
    pm_problem_free(problem);
}

/* With a required entry, all that has smaller matchings is refused; shares are not. */
static void check_required(struct test *t)
{
    struct pm_matrix *const a = brute_from(3, 3, brute_one);
    pm_problem *const problem = brute_problem(a, PM_FIELD_PATTERN);
    pm_problem *made = NULL;
    pm_values *values = NULL;

    problem->kind = PM_HAFNIAN; /* no reader makes one with a diagonal */
    CHECK(t,
          pm_problem_require(problem, 1, (const size_t[]){0}) == PM_DOMAIN &&
              strstr(pm_message(), "diagonal") != NULL,
          "an entry on the diagonal: %s", pm_message());
    problem->kind = PM_PERMANENT;
    test_need(pm_problem_require(problem, 1, (const size_t[]){0}));
    CHECK(t, pm_matchings(&values, problem, NULL) == PM_UNABLE, "matchings: %s", pm_message());
    CHECK(t, pm_problem_minors(&values, problem, NULL) == PM_UNABLE, "minors: %s", pm_message());
    CHECK(t, pm_problem_total(&made, problem) == PM_UNABLE, "a total: %s", pm_message());
    CHECK(t, pm_problem_unmatched(&made, problem, 2) == PM_UNABLE, "two free: %s", pm_message());
    CHECK(t, pm_entropies(&values, problem, NULL) == PM_OK, "entropies: %s", pm_message());
    pm_values_free(values);
    pm_problem_free(problem);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    check_large(&t);
    check_cubes(&t);
    check_engines(&t, find_sizes, 18, &pm_engine_table, &pm_engine_tree);
    check_engines(&t, find_shares, 30, &pm_engine_sweep, &pm_engine_tree);
    check_largest(&t);
    check_refusals(&t);
    check_facilities(&t);
    check_stacks(&t);
    check_copies(&t);
    check_required(&t);
    return test_done(&t);
}
