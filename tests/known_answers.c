/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks against known answers.  Every engine has such checks for all its numbers, and they detect
 * an engine that is wrong by a little. */
#include "brute.h"
#include "run/core.h"

#include <string.h>

static bool is_floating(enum pm_number number)
{
    return PM_FLOATING_BITS >> number & 1;
}

static pm_status check(const struct pm_engine *engine, enum pm_kind kind, enum pm_number number,
                       uint64_t prime)
{
    const bool complex_values = number == PM_COMPLEX || number == PM_COMPLEX_DD;
    const struct pm_way way = {.engine = engine,
                               .kind = kind,
                               .number = number,
                               .exact = !is_floating(number),
                               .gaussian = complex_values,
                               .prime = prime,
                               .epsilon = 1e-9};
    const struct pm_limits limits = {.memory = UINT64_C(1) << 28, .threads = 2};

    return pm_known_answers(&way, &limits);
}

static void test_engines(struct test *t)
{
    int kinds = 0;

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++)
        for (int kind = 0; kind < PM_KINDS; kind++) {
            if (!((*e)->kinds & 1u << kind) || (*e)->figures.draws) /* no estimate is exact */
                continue;
            kinds++;
            for (int number = 0; number < PM_NUMBERS; number++) {
                if (!((*e)->numbers & 1u << number))
                    continue;
                pm_status status = check(*e, (enum pm_kind)kind, (enum pm_number)number, 0);
                if (status == PM_UNABLE && strstr(pm_message(), "igraph") != NULL) {
                    test_skip(t, "%s", pm_message());
                    continue;
                }
                CHECK(t, status == PM_OK, "%s, kind %d, %s%s%s", (*e)->name, kind,
                      pm_number_name((enum pm_number)number), status == PM_OK ? "" : ": ",
                      status == PM_OK ? "" : pm_message());
                if (number != PM_MOD)
                    continue;
                status = check(*e, (enum pm_kind)kind, PM_MOD, 31);
                CHECK(t, status == PM_OK, "... modulo 31");
                status = check(*e, (enum pm_kind)kind, PM_MOD, (UINT64_C(1) << 48) - 59);
                CHECK(t, status == PM_OK, "... modulo 2^48 - 59");
            }
        }
    CHECK(t, kinds > 10, "%d engines and kinds", kinds);
}

/* An engine whose first unit is too large by one part in 2^20. */
static pm_status work_badly(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    PM_TRY(pm_engine_find("ryser")->work(job, first, count, part));
    for (uint64_t k = 0; k < count; k++)
        if (first + k == 0) {
            part[k].re[0] *= 1 + 0x1p-20;
            part[k].word[0]++;
        }
    return PM_OK;
}

static void test_faults(struct test *t)
{
    static const enum pm_number numbers[] = {PM_REAL, PM_MOD};
    struct pm_engine bad = *pm_engine_find("ryser");

    bad.name = "faulty";
    bad.work = work_badly;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        CHECK(t,
              check(&bad, PM_PERMANENT, numbers[k], 0) == PM_WRONG &&
                  strstr(pm_message(), "engine faulty computes a known answer wrongly") != NULL,
              "a fault over %s numbers: %s", pm_number_name(numbers[k]), pm_message());
}

static long diagonal_entry(int i, int j, int n)
{
    (void)n;
    return i == j;
}

/* With a wrong engine a long run does not begin; a short run, which has no check, does. */
static void test_run(struct test *t)
{
    const struct pm_limits limits = {.memory = UINT64_C(1) << 28, .threads = 1};
    struct pm_engine bad = *pm_engine_find("ryser");
    struct pm_way way = {.engine = &bad, .number = PM_REAL, .rings = 1, .seconds = 0.1};
    struct pm_matrix *const a = brute_from(2, 2, diagonal_entry);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    struct pm_value value;

    bad.work = work_badly;
    pm_value_init(&value);
    CHECK(t, bad.cost(&way.cost, &core, PM_REAL, &limits) == PM_OK, "a cost");
    CHECK(t, pm_core_alone(&value, a, &way, &limits) == PM_OK, "a short run needs no known answer");
    way.seconds = 10;
    CHECK(t, pm_core_alone(&value, a, &way, &limits) == PM_WRONG, "a long run does");
    pm_matrix_free(a);
    pm_value_clear(&value);
}

int main(void)
{
    struct test t = {0, 0};

    test_engines(&t);
    test_faults(&t);
    test_run(&t);
    return test_done(&t);
}
