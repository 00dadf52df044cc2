/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines on matrices for which the definition takes too long: compared with each other, and with
 * themselves on more threads.  tests/differential.c compares them with references. */
#include "brute.h"
#include "plan/choice.h"
#include "run/core.h"

#include <math.h>

/* The questions for engines.  Numbers of bits other than 53 and 106 mean exact arithmetic with
 * rounded entries. */
static const struct asked {
    const char *name;
    enum pm_want want;
    int bits;
} asked[] = {
    {"exact", PM_WANT_EXACT, 0},
    {"double", PM_WANT_FLOATING, 53},
    {"double-double", PM_WANT_FLOATING, 106},
    {"30 bits", PM_WANT_FLOATING, 30},
    {"200 bits", PM_WANT_FLOATING, 200},
    {"residue", PM_WANT_RESIDUE, 0},
};

enum { ASKED = sizeof asked / sizeof *asked };

/* The planner rounds no exact answer here: it takes floating ways even where it would prefer an
 * exact one. */
static struct pm_planner planner_of(const struct pm_engine *engine, struct asked ask,
                                    bool complex_values, int threads)
{
    return (struct pm_planner){
        .ask.want = ask.want,
        .ask.bits = ask.bits,
        .ask.complex_values = complex_values,
        .policy.engine = engine,
        .ask.prime = UINT64_C(1000003),
        .ask.epsilon = 1e-12,
        .policy.limits = {.memory = UINT64_C(1) << 30, .threads = threads},
    };
}

static pm_status value_of(struct pm_value *value, const struct pm_matrix *a,
                          const struct pm_planner *planner)
{
    const struct pm_core core = {.a = a};
    struct pm_way way;

    PM_TRY(pm_way_find(&way, &core, planner, NULL));
    const pm_status status = way.cost.steps > 1e8
                                 ? pm_fail(PM_UNABLE, "too slow for a test")
                                 : pm_core_alone(value, a, &way, &planner->policy.limits);
    pm_way_clear(&way);
    return status;
}

/* Larger matrices: all engines must agree with the first one that can compute the answer.  Frees
 * `a`. */
static void check_agreement(struct test *t, struct pm_matrix *a, const char *what)
{
    struct pm_value first, value;
    bool have = false;

    pm_value_init(&first);
    pm_value_init(&value);
    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++) {
        const struct pm_planner planner = planner_of(*e, asked[0], a->im != NULL, 2);
        const struct pm_core core = {.a = a};
        struct pm_way way;
        if (pm_way_find(&way, &core, &planner, NULL) != PM_OK)
            continue;
        if (way.seconds < 0.5 && pm_core_alone(&value, a, &way, &planner.policy.limits) == PM_OK) {
            if (have)
                CHECK(t, pm_gauss_equal(&value.centre, &first.centre), "%s agrees, n = %d, %s",
                      (*e)->name, a->rows, what);
            else
                pm_value_set(&first, &value);
            have = true;
        }
        pm_way_clear(&way);
    }
    pm_value_clear(&first);
    pm_value_clear(&value);
    pm_matrix_free(a);
}

static void check_random(struct test *t, int n, int percent, enum brute_entries kind)
{
    uint64_t state = 1234567 + (uint64_t)n;

    check_agreement(t, brute_random(&state, n, n, percent, kind), "random");
}

/* Two matrices of low rank: one has three different rows; in the other no two rows are
 * proportional. */
static long entry_of_three(int i, int j, int n)
{
    return (long)(i % 3 + 1) * (j * j % 11 - 4) + (i % 3 == 1 ? j % n - 2 : 3);
}

static long entry_of_products(int i, int j, int n)
{
    return (long)(i - 3) * (j * j % n - 5) + (long)(i * i % n) * (2 - j) + (i % 4) * (j % 5);
}

/* Floating answers for matrices of low rank are right in all digits. */
static void check_digits(struct test *t, int n)
{
    struct pm_matrix *const a = brute_from(n, n, entry_of_products);
    const struct pm_engine *const rank = pm_engine_find("rank");
    const struct pm_planner exactly = planner_of(rank, asked[0], false, 1);
    const struct pm_planner floating = planner_of(rank, asked[1], false, 1);
    struct pm_value exact, value;

    pm_value_init(&exact);
    pm_value_init(&value);
    test_need(value_of(&exact, a, &exactly));
    test_need(value_of(&value, a, &floating));
    CHECK(t, brute_contains(&value, &exact.centre) && pm_value_within(&value, 1e-30),
          "rank, n = %d: a floating answer is right to the last digit", n);
    pm_value_clear(&exact);
    pm_value_clear(&value);
    pm_matrix_free(a);
}

/* The bits are the same for any number of threads. */
static void check_threads(struct test *t, const struct pm_engine *engine, struct asked ask)
{
    const int n = test_effort() == TEST_SHORT ? 13 : 15;
    uint64_t state = 42;
    struct pm_matrix *const a = brute_random(&state, n, n, 30, BRUTE_INTEGER);
    struct pm_value one, two;

    pm_value_init(&one);
    pm_value_init(&two);
    const struct pm_planner alone = planner_of(engine, ask, false, 1);
    const struct pm_planner more = planner_of(engine, ask, false, 3);
    if (value_of(&one, a, &alone) == PM_OK && value_of(&two, a, &more) == PM_OK)
        CHECK(t, brute_same_bits(&one, &two), "%s, %s: same bits with 1 and 3 threads",
              engine->name, ask.name);
    pm_value_clear(&one);
    pm_value_clear(&two);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++) {
        if (!((*e)->kinds & PM_PERMANENT_BIT))
            continue; /* tests/hafnian.c tests it */
        for (int k = 0; k < ASKED; k++)
            check_threads(&t, *e, asked[k]);
    }
    check_random(&t, 12, 50, BRUTE_INTEGER);
    check_random(&t, 15, 30, BRUTE_PATTERN);
    check_random(&t, 13, 40, BRUTE_GAUSSIAN);
    check_random(&t, 18, 22, BRUTE_INTEGER);
    check_agreement(&t, brute_from(16, 16, entry_of_three), "three different rows");
    check_agreement(&t, brute_from(14, 14, entry_of_products), "rank 3");
    check_digits(&t, 40);
    return test_done(&t);
}
