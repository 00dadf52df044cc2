/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A memory limit of 0 means everywhere that no limit was given: an engine then costs what it costs
 * under a limit that is never reached. */
#include "brute.h"
#include "test.h"

#include "engine/limits.h"
#include "engine/abilities.h"
#include "schedule/units.h"

/* Adds 1 to *able if the engine can solve this core with these numbers. */
static void check(struct test *t, int *able, const struct pm_engine *engine,
                  const struct pm_core *core, enum pm_number number)
{
    const struct pm_limits none = {.threads = 1}, far = {.threads = 1, .memory = UINT64_C(1) << 50};
    struct pm_cost cost[2] = {{.steps = 0}, {.steps = 0}};
    const pm_status without = engine->cost(&cost[0], core, number, &none);
    const pm_status with = engine->cost(&cost[1], core, number, &far);

    CHECK(t, without == with, "%s: status %d without a limit, %d with a far one", engine->name,
          without, with);
    if (without == PM_OK && with == PM_OK) {
        ++*able;
        CHECK(t, cost[0].steps == cost[1].steps && cost[0].bytes == cost[1].bytes,
              "%s: %g steps and %g bytes without a limit, %g and %g with a far one", engine->name,
              cost[0].steps, cost[0].bytes, cost[1].steps, cost[1].bytes);
    }
    for (int k = 0; k < 2 && engine->more->forget != NULL; k++)
        if (cost[k].choice != NULL)
            engine->more->forget(cost[k].choice);
}

static long band(int i, int j, int n)
{
    return n > 0 && i - j < 3 && j - i < 3;
}

static void test_engines(struct test *t)
{
    struct pm_matrix *const a = brute_from(14, 14, band);
    int able = 0;

    for (int k = 0; pm_engines[k] != NULL; k++) {
        const struct pm_core core = {
            .a = a, .kind = pm_engines[k]->kinds & PM_PERMANENT_BIT ? PM_PERMANENT : PM_HAFNIAN};
        check(t, &able, pm_engines[k], &core,
              pm_engines[k]->numbers & PM_MOD_BIT ? PM_MOD : PM_REAL);
    }
    CHECK(t, able >= 6, "%d engines are able", able);
    pm_matrix_free(a);
}

static void test_limits(struct test *t)
{
    const struct pm_limits none = {.threads = 3};
    struct pm_limits limits = none;

    CHECK(t, pm_limits_allow(&none, 0, 0x1p60) == PM_OK, "2^60 bytes are allowed");
    CHECK(t, pm_limits_allow(&(struct pm_limits){.memory = 7}, 0, 8) == PM_UNABLE, "%s",
          pm_message());
    const int most = pm_units_at_once(&limits, 0x1p60, 100);
    CHECK(t, most == 3 && limits.memory == 0, "three threads, %d units at once", most);
}

int main(void)
{
    struct test t = {0, 0};

    test_engines(&t);
    test_limits(&t);
    return test_done(&t);
}
