/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches in turns: all searches together take no more steps than the best known way allows.  A
 * search that cannot win is not made.  The same steps find the same ways. */
#include "brute.h"
#include "drawn.h"
#include "plan/turns.h"
#include "plan/way.h"
#include "engine/abilities.h"
#include "engine/tree/tree_search.h"

#include <math.h>
#include <string.h>

/* The steps by which the last trial of a search may exceed its limit, for each entry. */
static const double BEYOND = 2e4;

static const struct pm_planner exact = {
    .policy = {.limits = {.memory = UINT64_C(1) << 30, .threads = 1}}};

static struct pm_turns *search_all(const struct pm_core *core, const struct pm_planner *planner,
                                   double seconds)
{
    const struct pm_kind_of_ways kind = {true, 100};
    const double worth = pm_way_worth(&(struct pm_way){.seconds = seconds}, planner);
    struct pm_turns *turns;

    test_need(pm_turns_new(&turns, core, planner, seconds, worth, &kind, 1));
    return turns;
}

/* A random square matrix with so many percent of its entries. */
static struct pm_core random_core(uint64_t seed, int order, int percent, enum brute_entries entries)
{
    return (struct pm_core){.a = brute_random(&seed, order, order, percent, entries),
                            .kind = PM_PERMANENT};
}

static void clear(const struct pm_core *core)
{
    pm_matrix_free((struct pm_matrix *)core->a);
}

/* Random matrices, dense and sparse.  A known way takes between no time and hours, or there is
 * none. */
static void check_bounds(struct test *t)
{
    static const double known[] = {1e-5, 1e-3, 0.05, 1, INFINITY};
    static const int order[] = {6, 20, 40, 160}, percent[] = {100, 30, 12, 15};
    uint64_t state = 1;

    for (int k = 0; k < 4; k++) {
        struct pm_matrix *const a =
            brute_random(&state, order[k], order[k], percent[k], BRUTE_INTEGER);
        const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
        for (int s = 0; s < 5; s++) {
            struct pm_turns *const turns = search_all(&core, &exact, known[s]);
            const double most = pm_search_allowed(known[s]) + BEYOND * pm_matrix_nnz(a);
            CHECK(t, pm_turns_used(turns) <= most, "order %d, %g s: %g steps of %g", order[k],
                  known[s], pm_turns_used(turns), most);
            pm_turns_free(turns);
        }
        pm_matrix_free(a);
    }
}

/* The steps of a search for a tree alone, with these limits. */
static double steps_alone(const struct pm_core *core, struct pm_limits limits)
{
    struct pm_tree_search *search;

    test_need(pm_tree_search_alone(&search, core, INFINITY, false, PM_MOD, &limits));
    const double used = pm_tree_search_used(search);
    pm_tree_search_free(search);
    return used;
}

/* A search of a query keeps to the steps that a known way, or half of the time limit, allows; one
 * whose trees are far behind the known way ends long before, and sooner if many rings need them. */
static void check_alone(struct test *t)
{
    const struct pm_core sparse = random_core(1, 52, 12, BRUTE_INTEGER);
    const struct pm_core dense = random_core(2, 30, 60, BRUTE_INTEGER);
    const double beyond = BEYOND * pm_matrix_nnz(dense.a);
    const double more = steps_alone(&sparse, (struct pm_limits){.known = 60, .seconds = 6});
    const double known = steps_alone(&sparse, (struct pm_limits){.known = 1});
    const double limit = steps_alone(&sparse, (struct pm_limits){.seconds = 1});
    const double one = steps_alone(&dense, (struct pm_limits){.known = 5});
    const double many = steps_alone(&dense, (struct pm_limits){.known = 5, .rings = 100});

    CHECK(t, known <= pm_search_allowed(1) + beyond && known < more,
          "%g steps beside a second, %g beside a minute", known, more);
    CHECK(t, limit <= pm_search_allowed(1) / 2 + beyond, "%g steps for a limit of a second", limit);
    CHECK(t, one <= pm_search_allowed(5) / 4, "%g steps far behind", one);
    CHECK(t, many < one, "%g steps for many rings, %g for one", many, one);
    PM_EACH(clear, &sparse, &dense);
}

/* The steps of all searches beside a way that takes a second on one thread. */
static double steps_beside_second(const struct pm_core *core, int threads, bool part, bool floats)
{
    struct pm_planner planner = exact;

    planner.policy.limits.threads = threads;
    planner.policy.part = part;
    planner.ask.want = floats ? PM_WANT_FLOATING : PM_WANT_EXACT;
    struct pm_turns *const turns = search_all(core, &planner, 1);
    const double used = pm_turns_used(turns);
    pm_turns_free(turns);
    return used;
}

/* Searches on many threads end sooner, since the way takes less time; those of parts do not, which
 * all need the same plan, nor those for floating answers, which need the same bits. */
static void check_threads(struct test *t)
{
    const struct pm_core core = random_core(3, 40, 12, BRUTE_INTEGER);
    const double one = steps_beside_second(&core, 1, false, false);
    const double many = steps_beside_second(&core, 16, false, false);
    const double floats = steps_beside_second(&core, 1, false, true);

    CHECK(t, many < one, "%g steps for 16 threads, %g for one", many, one);
    CHECK(t, steps_beside_second(&core, 16, true, false) == one,
          "a part takes the steps of one thread");
    CHECK(t, steps_beside_second(&core, 16, false, true) == floats && floats < one,
          "%g steps for floating answers, whatever the threads", floats);
    clear(&core);
}

/* What a search has found has tables, so it gets the steps of a way with tables. */
static void check_tables(struct test *t)
{
    const struct pm_core core = random_core(3, 52, 12, BRUTE_INTEGER);
    struct pm_planner planner = exact;
    struct pm_way best = {.seconds = INFINITY, .cost.bytes = exact.policy.limits.memory};

    planner.policy.limits.threads = 16;
    struct pm_turns *const turns = search_all(&core, &planner, INFINITY);
    for (int k = 0; pm_engines[k] != NULL; k++)
        best.seconds = fmin(best.seconds, pm_turns_seconds(turns, k));
    const double allowed = pm_search_allowed(pm_way_worth(&best, &planner));
    CHECK(t, pm_turns_used(turns) >= 0.9 * allowed, "%g steps for a way of %g s with tables, of %g",
          pm_turns_used(turns), best.seconds, allowed);
    pm_turns_free(turns);
    clear(&core);
}

/* The memory changes nothing if what is found fits. */
static void check_memory(struct test *t)
{
    const struct pm_core core = random_core(3, 52, 10, BRUTE_INTEGER);
    struct pm_planner planner = exact;
    struct pm_turns *turns[2];

    planner.policy.limits.memory = UINT64_C(1) << 28;
    turns[0] = search_all(&core, &planner, 1e4);
    planner.policy.limits.memory = UINT64_C(1) << 38;
    turns[1] = search_all(&core, &planner, 1e4);
    const int best = pm_turns_next(turns[1], 0);
    CHECK(t, pm_turns_seconds(turns[0], best) == pm_turns_seconds(turns[1], best),
          "%s takes %g s with little memory, %g with much", pm_engines[best]->name,
          pm_turns_seconds(turns[0], best), pm_turns_seconds(turns[1], best));
    CHECK(t, pm_turns_used(turns[0]) == pm_turns_used(turns[1]),
          "%g steps with little memory, %g with much", pm_turns_used(turns[0]),
          pm_turns_used(turns[1]));
    PM_EACH(pm_turns_free, turns[0], turns[1]);
    clear(&core);
}

/* A search that makes its result fit keeps the result that takes the fewest steps, slices
 * counted. */
static void check_fit(struct test *t)
{
    const struct pm_limits limits = {.memory = UINT64_C(1) << 24, .threads = 1};

    for (uint64_t state = 3; state < 20; state++) {
        uint64_t seed = state;
        struct pm_matrix *const a = brute_random(&seed, 44, 44, 12, BRUTE_INTEGER);
        const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
        const struct pm_engine_search *const tree = pm_engine_tree.more->search;
        struct pm_found found = {.steps = INFINITY};
        void *search;
        test_need(tree->begin(&search, &core, &limits));
        test_need(tree->go_on(&found, search, 1e7));
        if (found.large) {
            test_need(tree->fit(&found, search));
            const double before = found.steps;
            test_need(tree->go_on(&found, search, 1e7));
            CHECK(t, found.steps <= before,
                  "a tree whose tables do not fit takes %g steps, then %g", before, found.steps);
        }
        tree->end(search);
        pm_matrix_free(a);
    }
}

/* A problem that takes longer than the time limit costs 5 % of the limit, even if its result does
 * not fit the memory. */
static void check_refused(struct test *t)
{
    const struct pm_core core = random_core(3, 56, 12, BRUTE_INTEGER);
    struct pm_planner planner = exact;

    planner.policy.limits.seconds = 2;
    planner.policy.limits.memory = UINT64_C(1) << 24;
    struct pm_turns *const turns = search_all(&core, &planner, INFINITY);
    const double least = pm_turns_seconds(turns, pm_turns_next(turns, 0));
    const double most = 0.05 * 2 * 2e9 + BEYOND * pm_matrix_nnz(core.a);
    CHECK(t, least > 2 && pm_turns_used(turns) <= most, "%g steps of %g for a way of %g s",
          pm_turns_used(turns), most, least);
    pm_turns_free(turns);
    clear(&core);
}

static void check_allowed(struct test *t)
{
    CHECK(t, pm_search_allowed(10) <= 0.1 * 10 * 2e9, "searches for 10 s may take %g steps",
          pm_search_allowed(10));
    CHECK(t, pm_search_allowed(0.1) <= 2e7, "... for 0.1 s: %g", pm_search_allowed(0.1));
    CHECK(t, pm_search_allowed(1e-4) < 2e5, "... for 0.1 ms: %g", pm_search_allowed(1e-4));
    CHECK(t, pm_search_allowed(INFINITY) <= 1e9, "... if no engine is able: %g",
          pm_search_allowed(INFINITY));
    CHECK(t, pm_search_allowed(1e9) < 1e10, "... for years: %g", pm_search_allowed(1e9));
}

/* A search is given up if the others find much better ways. */
static void check_beaten(struct test *t)
{
    const struct pm_core core = random_core(3, 28, 100, BRUTE_INTEGER);
    struct pm_turns *const turns = search_all(&core, &exact, 0.2);
    const void *search;

    for (int k = 0; pm_engines[k] != NULL; k++) {
        const enum pm_turns_end end = pm_turns_of(&search, turns, k);
        if (pm_engines[k]->more->search == NULL)
            CHECK(t, end == PM_TURNS_NONE, "%s: no search", pm_engines[k]->name);
        else
            CHECK(t, end == PM_TURNS_BEATEN || end == PM_TURNS_REFUSED,
                  "%s cannot win against 0.2 s: %s", pm_engines[k]->name, pm_message());
    }
    pm_turns_free(turns);
    clear(&core);
}

/* A search whose result is thousands of times as slow ends long before its limit, also if no other
 * search is left. */
static void check_vain(struct test *t)
{
    const struct pm_core core = random_core(3, 40, 25, BRUTE_INTEGER);
    struct pm_turns *const turns = search_all(&core, &exact, 10);

    CHECK(t, pm_turns_used(turns) < pm_search_allowed(10) / 2, "vain searches take %g steps of %g",
          pm_turns_used(turns), pm_search_allowed(10));
    pm_turns_free(turns);
    clear(&core);
}

/* Where few steps are allowed, every search that can win gets one turn. */
static void check_begun(struct test *t)
{
    uint64_t state = 9;
    struct pm_matrix *const a = brute_band(&state, PM_PERMANENT, 60, 0, 4);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    struct pm_turns *const turns = search_all(&core, &exact, 1e-3);

    for (int k = 0; pm_engines[k] != NULL; k++)
        if (pm_engines[k] == &pm_engine_sweep || pm_engines[k] == &pm_engine_tree)
            CHECK(t, pm_turns_seconds(turns, k) < HUGE_VAL, "%s has a turn: %g s",
                  pm_engines[k]->name, pm_turns_seconds(turns, k));
    pm_turns_free(turns);
    pm_matrix_free(a);
}

/* If a known way turns out to be impossible, it no longer counts: another engine, which was far
 * behind it, is searched and becomes the first. */
static void check_refuted(struct test *t)
{
    const struct pm_core core = random_core(5, 40, 12, BRUTE_PATTERN);
    struct pm_turns *const turns = search_all(&core, &exact, INFINITY);
    const int first = pm_turns_next(turns, 0);
    const int second = pm_turns_next(turns, UINT64_C(1) << first);
    const double used = pm_turns_used(turns);
    const void *search;

    CHECK(t, first >= 0 && second >= 0 && first != second, "two engines search: %d, %d", first,
          second);
    test_need(pm_turns_refute(turns, first));
    CHECK(t, pm_turns_next(turns, 0) == second, "%s comes first where %s cannot",
          pm_engines[second]->name, pm_engines[first]->name);
    CHECK(t, pm_turns_of(&search, turns, second) == PM_TURNS_FOUND, "... and gives a way: %s",
          pm_message());
    CHECK(t, pm_turns_used(turns) >= used, "steps only grow");
    pm_turns_free(turns);
    clear(&core);
}

/* A search that finds nothing before its end finds a short way beside the others, which is the
 * best; if it finds none, it gets what another way allows and a test more.  The others get as many
 * steps together as without it. */
static void check_whole(struct test *t)
{
    static struct drawn g;

    for (int far = 2; far <= 6; far += 4) {
        drawn_grid(&g, 20, 20, 0, NULL);
        for (int k = 0; k < far; k++) /* each joins the two colours */
            drawn_join(&g, 20 * (k % 10) + k / 10, 20 * (19 - k % 10) + 19 - k / 20 * 3);
        struct pm_matrix *const a = drawn_adjacency(&g);
        const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};
        struct pm_turns *const turns = search_all(&core, &exact, 0.05);
        const int best = pm_turns_next(turns, 0);
        CHECK(t, pm_engines[best] == (far == 2 ? &pm_engine_planar : &pm_engine_sweep),
              "%d far edges: %s takes %g s", far, pm_engines[best]->name,
              pm_turns_seconds(turns, best));
        CHECK(t,
              (far == 2 || pm_turns_used(turns) >= 1.9 * pm_search_allowed(0.05)) &&
                  pm_turns_used(turns) <= 2 * pm_search_allowed(0.05) + BEYOND * pm_matrix_nnz(a),
              "... %g steps", pm_turns_used(turns));
        pm_turns_free(turns);
        pm_matrix_free(a);
    }
}

/* Such a search comes to its end where a limit of time allows the steps of all searches, of which
 * the others may take half. */
static void check_whole_limit(struct test *t)
{
    struct pm_planner planner = exact;
    struct pm_turns *turns;
    static struct drawn g;
    int planar = 0;

    drawn_grid(&g, 20, 20, 0, NULL);
    for (int k = 0; k < 8; k++)
        drawn_join(&g, 20 * (2 * k) + k, 20 * (19 - 2 * k) + 18 - k);
    struct pm_matrix *const a = drawn_adjacency(&g);
    const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};
    while (pm_engines[planar] != &pm_engine_planar)
        planar++;
    turns = search_all(&core, &planner, INFINITY);
    const double seconds = pm_turns_seconds(turns, planar), used = pm_turns_used(turns);
    pm_turns_free(turns);
    planner.policy.limits.seconds = pm_search_seconds(10 * used);
    turns = search_all(&core, &planner, INFINITY);
    CHECK(t, pm_turns_seconds(turns, planar) == seconds && !isinf(seconds),
          "a limit of %g s leaves a way of %g s: %g", planner.policy.limits.seconds, seconds,
          pm_turns_seconds(turns, planar));
    CHECK(t, pm_turns_used(turns) <= pm_search_share(planner.policy.limits.seconds),
          "... %g steps of %g", pm_turns_used(turns), used);
    pm_turns_free(turns);
    pm_matrix_free(a);
}

/* The same core, planner and seconds give the same steps, and the same result of cost(). */
static void check_same(struct test *t)
{
    const struct pm_core core = random_core(5, 40, 12, BRUTE_PATTERN);
    struct pm_turns *const turns[2] = {search_all(&core, &exact, 2), search_all(&core, &exact, 2)};

    CHECK(t, pm_turns_used(turns[0]) == pm_turns_used(turns[1]), "steps of searches: %g, %g",
          pm_turns_used(turns[0]), pm_turns_used(turns[1]));
    for (int k = 0; pm_engines[k] != NULL; k++) {
        struct pm_limits limits = exact.policy.limits;
        struct pm_cost cost[2];
        int found = 0;
        for (int i = 0; i < 2; i++) {
            const void *search;
            if (pm_turns_of(&search, turns[i], k) != PM_TURNS_FOUND)
                continue;
            limits.search = search;
            test_need(pm_engines[k]->cost(&cost[i], &core, PM_MOD, &limits));
            pm_engines[k]->more->forget(cost[i].choice);
            found++;
        }
        CHECK(t, found == 0 || (found == 2 && cost[0].steps == cost[1].steps),
              "%s finds the same each time", pm_engines[k]->name);
    }
    PM_EACH(pm_turns_free, turns[0], turns[1]);
    clear(&core);
}

int main(void)
{
    struct test t = {0, 0};

    check_allowed(&t);
    check_bounds(&t);
    check_alone(&t);
    check_beaten(&t);
    check_vain(&t);
    check_begun(&t);
    check_refuted(&t);
    check_whole(&t);
    check_whole_limit(&t);
    check_same(&t);
    check_threads(&t);
    check_tables(&t);
    check_memory(&t);
    check_fit(&t);
    check_refused(&t);
    return test_done(&t);
}
