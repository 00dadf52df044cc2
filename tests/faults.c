/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every engine with a fault: one wrong residue, entries in a wrong order, a bound that is too small
 * for the answer, and a bound that is no number.  Its answers are refused by run/check.h, or have a
 * wide bound. */
#include "brute.h"
#include "ways.h"
#include "run/session.h"
#include "run/check.h"
#include "run/core.h"
#include "run/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Proves the permanent or hafnian of a matrix of integers, as an engine computed it. */
static pm_status prove(const struct pm_matrix *a, enum pm_kind kind, const struct pm_value *value)
{
    pm_problem *const matrix = brute_problem(a, PM_FIELD_INTEGER), *hafnian = NULL;
    char *const number = fmpq_get_str(NULL, 10, value->centre.re), *proof = NULL;

    if (kind == PM_HAFNIAN)
        test_need(pm_problem_hafnian(&hafnian, matrix));
    const pm_status status = pm_prove(&proof, hafnian != NULL ? hafnian : matrix, PM_PROVE_VALUE,
                                      (const char *const *)&number, 1, NULL);
    free(proof);
    flint_free(number);
    PM_EACH(pm_problem_free, hafnian, matrix);
    return status;
}

/* A way of an engine to an answer of at most 20 bits, modulo one prime. */
static struct pm_way one_prime(const struct pm_engine *engine, enum pm_kind kind)
{
    return (struct pm_way){
        .engine = engine, .kind = kind, .exact = true, .number = PM_MOD, .bits = 20, .rings = 1};
}

/* One wrong residue in any engine gives an answer that is refused, and that has no proof. */
static void check_faults(struct test *t)
{
    const struct pm_limits limits = {.threads = 1, .memory = UINT64_C(1) << 28};
    int tried = 0;

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++)
        for (int kind = 0; kind < PM_KINDS; kind++) {
            struct pm_way way = one_prime(*e, (enum pm_kind)kind);
            struct pm_engine bad = **e;
            struct pm_value value;
            unsigned made;
            if (!((*e)->kinds & 1u << kind) || !((*e)->numbers & PM_MOD_BIT))
                continue;
            struct pm_matrix *const a = core_for(&way.cost, *e, way.kind, &limits);
            if (a == NULL && strstr(pm_message(), "igraph") != NULL) {
                test_skip(t, "%s", pm_message());
                continue;
            }
            CHECK(t, a != NULL, "%s: there is a core", (*e)->name);
            if (a == NULL)
                continue;
            pm_value_init(&value);
            const pm_status good = pm_core_alone(&value, a, &way, &limits);
            const pm_status right = ways_check(&made, &value, a, way.kind);
            const pm_status proved = prove(a, way.kind, &value);
            whole = *e;
            bad.work = work_badly;
            way.engine = &bad;
            test_need(pm_core_alone(&value, a, &way, &limits));
            CHECK(t,
                  good == PM_OK && right == PM_OK &&
                      ways_check(&made, &value, a, way.kind) == PM_WRONG,
                  "%s, kind %d: one wrong residue is refused", (*e)->name, kind);
            CHECK(t, proved == PM_OK && prove(a, way.kind, &value) == PM_WRONG,
                  "%s: ... and has no proof", (*e)->name);
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
    PM_EACH_ENTRY(a, i, e) {
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

    PM_EACH(pm_gauss_init, &right, &wrong);
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
    PM_EACH(pm_gauss_clear, &right, &wrong);
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
        *found = ways_check(&made, &value, asked, way->kind);
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
            struct pm_way way = one_prime(*e, (enum pm_kind)kind);
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
            PM_EACH(pm_matrix_free, a, b);
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

/* Works of an engine that make floating answers wrong: by 2^-20 of each part; by the bound, which
 * becomes 0 or a part of itself. */
static double bound_left;
static pm_status work_off(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    PM_TRY(whole->work(job, first, count, part));
    for (uint64_t k = 0; k < count; k++)
        part[k].re[0] += part[k].re[0] * 0x1p-20;
    return PM_OK;
}
static pm_status work_proudly(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    PM_TRY(whole->work(job, first, count, part));
    for (uint64_t k = 0; k < count; k++) {
        part[k].re[0] += part[k].err;
        part[k].err *= bound_left;
    }
    return PM_OK;
}

/* What the checks say of the answer by an engine that works like this.  *right: its bound holds,
 * and is not 0. */
static pm_status floating_answer(unsigned *made, bool *right, struct pm_plan *plan,
                                 const struct pm_gauss *truth,
                                 pm_status (*work)(void *, uint64_t, uint64_t, struct pm_part *))
{
    struct pm_session session = pm_session_alone(&plan->limits);
    struct pm_engine bad = *whole;
    struct pm_value value;

    bad.work = work;
    plan->way[0].engine = &bad;
    *made = 0;
    pm_value_init(&value);
    pm_status status = pm_run_plan(&value, NULL, plan, NULL);
    PM_THEN(status, pm_check_order(made, &value, plan, &session));
    *right = brute_contains(&value, truth) && !pm_mag_is_zero(value.error);
    plan->way[0].engine = whole;
    pm_value_clear(&value);
    pm_session_clear(&session);
    return status;
}

/* A floating answer that is wrong is refused, also with a bound that is too small, unless the bound
 * was made wider. */
static void check_floating_answers(struct test *t)
{
    const struct pm_limits limits = {.threads = 1, .memory = UINT64_C(1) << 28};
    int tried = 0;

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++)
        for (int kind = 0; kind < PM_KINDS; kind++) {
            const struct pm_ask ask = {
                .kind = (enum pm_kind)kind, .want = PM_WANT_FLOATING, .bits = 53};
            struct pm_way way = {.kind = ask.kind, .number = PM_REAL, .rings = 1, .engine = *e};
            struct pm_matrix *const a =
                brute_from(8, 8, kind == PM_HAFNIAN ? graph_entry : brute_weight);
            struct pm_gauss truth;
            bool right, fine[3];
            struct pm_plan *plan = NULL;
            unsigned made, other;

            struct pm_matrix *const full = brute_from(8, 8, full_entry); /* no rule applies */
            pm_gauss_init(&truth);
            const struct pm_planner planner = {
                .ask = ask, .policy = {.rules = PM_EVERY_RULE, .limits = limits}};
            test_need(pm_plan_matrix(&plan, full, &planner));
            CHECK(t, plan->reduction.cores == 1, "kind %d: one core", kind);
            pm_matrix_free(plan->reduction.core[0]);
            plan->reduction.core[0] = a; /* it belongs to the plan */
            pm_gauss_set_si(&plan->reduction.factor, 1);
            const struct pm_core core = {.a = a, .kind = ask.kind};
            if ((*e)->kinds & 1u << kind && (*e)->numbers & PM_REAL_BIT && !(*e)->figures.draws &&
                (*e)->cost(&way.cost, &core, PM_REAL, &limits) == PM_OK) {
                pm_way_clear(&plan->way[0]);
                plan->way[0] = way;
                whole = *e;
                brute_value(&truth, a, ask.kind);
                const pm_status good = floating_answer(&made, &right, plan, &truth, (*e)->work);
                const pm_status off = floating_answer(&other, &fine[0], plan, &truth, work_off);
                bound_left = 0x1p-30;
                const pm_status proud =
                    floating_answer(&other, &fine[1], plan, &truth, work_proudly);
                bound_left = 0;
                const pm_status sure =
                    floating_answer(&other, &fine[2], plan, &truth, work_proudly);
                CHECK(t,
                      good == PM_OK && right && made == PM_CHECK_BALLS && off == PM_WRONG &&
                          (proud == PM_WRONG || fine[1]) && (sure == PM_WRONG || fine[2]),
                      "%s, kind %d: a wrong floating answer is refused (%d %d %d %d): %s",
                      (*e)->name, kind, good, off, proud, sure, pm_message());
                tried++;
            }
            pm_plan_free(plan);
            pm_matrix_free(full);
            pm_gauss_clear(&truth);
        }
    CHECK(t, tried > 5, "%d engines and kinds with floating answers", tried);
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

int main(void)
{
    struct test t = {0, 0};

    check_faults(&t);
    check_other_faults(&t);
    check_faulty_bounds(&t);
    check_floating_answers(&t);
    check_memory(&t);
    return test_done(&t);
}
