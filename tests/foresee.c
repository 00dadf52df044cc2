/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A way foresees whether its floating answer will have too few digits.  The test compares that with
 * the answer itself: random matrices whose terms cancel, and one whose terms do not.  Ways on
 * devices are compared with ways on threads. */
#include "brute.h"
#include "plan/foresee.h"
#include "run/core.h"

#include <math.h>
#include <string.h>

/* The predicted time of the engine.  It only has to be long. */
static const double SECONDS = 10;

static const struct pm_planner planner = {
    .ask = {.want = PM_WANT_FLOATING, .bits = 53, .complex_values = true},
    .policy = {.limits = {.memory = UINT64_C(1) << 30, .threads = 1}}};

static struct pm_way way_of(const char *engine, const struct pm_core *core)
{
    struct pm_way way = {.engine = pm_engine_find(engine), .rings = 1, .number = PM_COMPLEX};

    test_need(way.engine->cost(&way.cost, core, way.number, &planner.policy.limits));
    way.seconds = SECONDS;
    return way;
}

static void check_matrix(struct test *t, const char *engine, const struct pm_matrix *a,
                         const char *what)
{
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    struct pm_way way = way_of(engine, &core);
    struct pm_value value;

    pm_value_init(&value);
    test_need(pm_foresee_way(&way, &core, &planner));
    test_need(pm_core_alone(&value, a, &way, &planner.policy.limits));
    CHECK(t, way.foreseen, "%s: %s is foreseen", engine, what);
    const bool vague = way.error > log2(PM_VAGUE);
    CHECK(t, vague == !pm_value_within(&value, PM_VAGUE), "%s: %s is %s", engine, what,
          vague ? "vague" : "clear");
    pm_value_clear(&value);
    pm_way_clear(&way);
}

/* Few units on many threads take whole rounds, and share the threads that are left. */
static void check_units(struct test *t)
{
    static const struct {
        double bytes, units, part;
        int threads;
    } cases[] = {
        {0, 1, 1, 1},       {0, 1, 1.0 / 16, 16}, {0, 16, 1.0 / 16, 16},   {0, 17, 2.0 / 17, 16},
        {0, 3, 2 / 3.0, 2}, {0, 3, 1 / 15.0, 16}, {0, 1e12, 1.0 / 16, 16}, {1e9, 1, 1.0 / 16, 16},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const struct pm_way way = {
            .leaves = cases[k].units, .cost.bytes = cases[k].bytes, .seconds = 16};
        const double found = pm_way_reference(&way, cases[k].threads);
        const double arithmetic = pow(cases[k].part, 0.8),
                     shared = cases[k].bytes > 0 ? 1 / 9.0 : 0;
        CHECK(t, fabs(found - 16 * (shared + (1 - shared) * arithmetic)) < 1e-6,
              "16 s in %g units on %d threads: %g s", cases[k].units, cases[k].threads, found);
    }
}

/* Tables in memory: 16 threads are not 16 times as fast as one, and so devices win that take 7 s
 * where one thread takes 96. */
static void check_devices(struct test *t)
{
    const struct pm_planner many = {.policy.limits.threads = 16},
                            one = {.policy.limits.threads = 1};
    const struct pm_way device = {.engine = pm_engine_find("dense"), .gpus = 1, .seconds = 16 * 7},
                        threads = {.engine = pm_engine_find("sweep"),
                                   .rings = 1,
                                   .cost = {.units = 1, .bytes = 1e9},
                                   .seconds = 96};

    CHECK(t,
          pm_way_against(&threads, &device, &many) > pm_way_against(&device, &threads, &many) &&
              pm_way_against(&threads, &device, &one) >
                  10 * pm_way_against(&device, &threads, &many),
          "devices against threads that share the memory");
    CHECK(t, pm_way_against(&threads, &threads, &many) == 96, "threads against threads");
}

/* Two exact ways are compared by the threads that will run; not if the answer may be an estimate,
 * which would then depend on their number. */
static void check_estimates(struct test *t)
{
    const struct pm_way way = {.engine = pm_engine_find("dense"),
                               .exact = true,
                               .rings = 1,
                               .cost.units = 1 << 10,
                               .seconds = 96};
    struct pm_planner planner[2] = {{.ask.want = PM_WANT_EXACT, .policy.limits.threads = 1},
                                    {.ask.want = PM_WANT_EXACT, .policy.limits.threads = 64}};

    CHECK(t, pm_way_against(&way, &way, &planner[1]) < 96, "exact ways on 64 threads");
    for (int k = 0; k < 2; k++) {
        planner[k].ask.accuracy.epsilon = 0.1;
        CHECK(t, pm_way_against(&way, &way, &planner[k]) == 96, "... beside an estimate");
    }
    CHECK(t, pm_way_worth(&way, &planner[0]) == pm_way_worth(&way, &planner[1]),
          "what searches save, too, is of a fixed number of threads");
}

int main(void)
{
    struct test t = {0, 0};
    uint64_t state = 1;
    struct pm_matrix *const gaps = brute_random(&state, 27, 27, 70, BRUTE_GAUSSIAN);
    struct pm_matrix *const ones = brute_random(&state, 27, 27, 90, BRUTE_PATTERN);

    check_matrix(&t, "dense", gaps, "a matrix of complex numbers");
    check_matrix(&t, "sparse", gaps, "the same");
    check_matrix(&t, "dense", ones, "a matrix of ones");
    PM_EACH(pm_matrix_free, gaps, ones);
    check_units(&t);
    check_devices(&t);
    check_estimates(&t);
    return test_done(&t);
}
