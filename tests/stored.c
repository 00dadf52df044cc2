/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of stored plans: written lines are read again; a table of lines that are refused.  Plans of
 * random problems for every engine: carried out from a file, they give the bits that they give in
 * memory, and every instruction set makes the same plan. */
#include "base/stored.h"
#include "base/text.h"
#include "brute.h"
#include "engine/isa/isa.h"
#include "plan/choice.h"
#include "plan/plan.h"
#include "solve/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 20 };

static void test_back(struct test *t)
{
    uint64_t state = 1;
    int wrong = 0;

    for (int round = 0; round < test_rounds(200); round++) {
        const int count = test_between(&state, 0, MOST);
        int order[MOST], other[MOST], found[MOST] = {0}, again[MOST] = {0};
        struct pm_text text;
        char *written;
        for (int k = 0; k < count; k++) {
            const int at = test_between(&state, 0, k);
            order[k] = order[at];
            order[at] = k;
            other[k] = test_between(&state, -7, 7);
        }
        test_need(pm_text_open(&text));
        pm_stored_put_ints(text.file, "order", order, (size_t)count);
        pm_stored_put_ints(text.file, "other", other, (size_t)count);
        test_need(pm_text_close(&written, &text, PM_OK));
        char *rest = written;
        test_need(pm_stored_order(found, count, &rest, "order"));
        test_need(pm_stored_ints(again, (size_t)count, &rest, "other", -7, 7));
        const bool back = memcmp(order, found, (size_t)count * sizeof *order) == 0 &&
                          memcmp(other, again, (size_t)count * sizeof *other) == 0;
        if (!back || pm_stored_next(&rest) != NULL) {
            printf("# round %d: %s\n", round, written);
            wrong++;
        }
        free(written);
    }
    CHECK(t, wrong == 0, "written lines are read again: %d wrong", wrong);
}

enum wanted { ORDER, INTS };

static const struct {
    const char *text;
    enum wanted wanted;
    const char *reason; /* a part of the message; NULL: the line is right */
} lines[] = {
    {"x 2 0 1\n", ORDER, NULL},
    {"x 2 0 1", ORDER, NULL},
    {"x 2 0 1\ny", ORDER, NULL},
    {"", ORDER, "is missing"},
    {"x\n", ORDER, "number 1"},
    {"y 2 0 1\n", ORDER, "where 'x' is expected"},
    {"xx 2 0 1\n", ORDER, "where 'x' is expected"},
    {"x 2 0\n", ORDER, "number 3"},
    {"x 2 0 1 2\n", ORDER, "more than 3"},
    {"x 2 0 1 \n", ORDER, "more than 3"},
    {"x 2 0 2\n", ORDER, "has 2 twice"},
    {"x 2 0 3\n", ORDER, "number 3"},
    {"x 2 -1 0\n", ORDER, "number 2"},
    {"x 2  0 1\n", ORDER, "number 2"},
    {"x 2 0 1z\n", ORDER, "number 3"},
    {"x 2 0 99999999999999999999\n", ORDER, "number 3"},
    {"x -5 0 5\n", INTS, NULL},
    {"x -6 0 5\n", INTS, "number 1"},
};

static void test_refused(struct test *t)
{
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        char *const copy = strdup(lines[k].text), *rest = copy;
        int list[3];
        const pm_status status = lines[k].wanted == ORDER
                                     ? pm_stored_order(list, 3, &rest, "x")
                                     : pm_stored_ints(list, 3, &rest, "x", -5, 5);
        if (lines[k].reason == NULL)
            CHECK(t, status == PM_OK, "line %zu", k);
        else
            CHECK(t, status == PM_INPUT && strstr(pm_message(), lines[k].reason) != NULL,
                  "line %zu: %s", k, pm_message());
        free(copy);
    }
}

/* --------------------------------------------------------------- bits of plans */

enum { LEAST_ORDER = 6, MOST_ORDER = 11, ROUNDS = 100, SETS_ROUNDS = 24, WIDE = 100, ENGINES = 32 };

static const double SECONDS = 0.02; /* longer runs are left out */

/* A random matrix of decimals; or one with few different columns, a circulant, a random graph, or a
 * path with some more edges, which is planar.  Entries are multiplied by powers of two up to
 * 2^`wide`, so that exact answers take longer than rounded ones. */
static pm_problem *problem_draw(uint64_t *state, int wide)
{
    const int n = test_between(state, LEAST_ORDER, MOST_ORDER), form = test_between(state, 0, 4);
    const int percent = test_between(state, 30, 100);
    double entry[MOST_ORDER][MOST_ORDER], a[MOST_ORDER * MOST_ORDER] = {0};
    pm_problem *matrix, *graph;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            entry[i][j] = test_between(state, 1, 100) <= percent || j == i || j == i + 1
                              ? ldexp(test_real(state), test_between(state, -wide, wide))
                              : 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = form == 0   ? entry[i][j]
                           : form == 1 ? entry[i][j % 3]
                           : form == 2 ? entry[0][(i + j) % n]
                           : form == 3 ? entry[i < j ? i : j][i < j ? j : i]
                           : j == i + 1 || i == j + 1 || abs(i - j) == n / 2
                               ? entry[0][j < i ? j : i] + 2
                               : 0;
    const pm_stack stack = TEST_STACK(PM_ENTRIES_REAL, a, n, n);
    test_need(pm_problem_dense(&matrix, &stack, 0));
    if (form < 3)
        return matrix;
    test_need(pm_problem_hafnian(&graph, matrix));
    pm_problem_free(matrix);
    return graph;
}

/* Carries out the plan that is in the file. */
static bool gives_bits_of(const pm_answer *first, const pm_problem *problem, const char *path)
{
    const pm_options carrying = {.plan_file = path, .threads = 2};
    pm_answer *second = NULL;
    const pm_status status = pm_solve(&second, problem, &carrying);
    const bool same = status == PM_OK && brute_same_bits(&first->value, &second->value);

    if (status != PM_OK)
        printf("# %s\n", pm_message());
    pm_answer_free(second);
    return same;
}

/* 1: the same bits from memory and from a file; 0: the engine is unable or takes too long; -1:
 * other bits. */
static int ask_twice(const pm_problem *problem, const struct pm_engine *engine, pm_precision bits)
{
    char path[] = "plan-XXXXXX";
    const int file = mkstemp(path);
    pm_options options = {.precision = bits,
                          .engine = engine->name,
                          .no_reduce = "all",
                          .threads = 1,
                          .plan_only = true,
                          .plan_to = path};
    pm_answer *planned = NULL, *first = NULL;
    int found = 0;

    close(file);
    unlink(path); /* a plan that is written over a file keeps a copy of it */
    if (pm_solve(&planned, problem, &options) == PM_OK && planned->predicted < SECONDS) {
        options.plan_only = false;
        options.plan_to = NULL;
        test_need(pm_solve(&first, problem, &options));
        found = gives_bits_of(first, problem, path) ? 1 : -1;
    }
    PM_EACH(pm_answer_free, planned, first);
    unlink(path);
    return found;
}

static void test_bits(struct test *t)
{
    static const pm_precision precision[] = {PM_PRECISION_DOUBLE, PM_PRECISION_DOUBLE,
                                             PM_PRECISION_DD, PM_PRECISION_EXACT,
                                             (pm_precision)100};
    int same[ENGINES] = {0}, other[ENGINES] = {0};
    uint64_t state = 2;

    for (int round = 0; round < test_rounds(ROUNDS); round++) {
        pm_problem *const problem = problem_draw(&state, 0);
        for (int k = 0; pm_engines[k] != NULL; k++) {
            const int found = ask_twice(problem, pm_engines[k], precision[round % 5]);
            same[k] += found > 0;
            other[k] += found < 0;
        }
        pm_problem_free(problem);
    }
    for (int k = 0; pm_engines[k] != NULL; k++)
        CHECK(t, other[k] == 0 && (same[k] > 0 || pm_engines[k]->figures.draws),
              "%s: %d stored plans with the same bits, %d with others", pm_engines[k]->name,
              same[k], other[k]);
}

/* --------------------------------------------------------------- instruction sets */

/* *way = the best way of a query about the problem with integer entries. */
static pm_status choose_query(struct pm_way *way, enum pm_query query, const pm_problem *problem,
                              const struct pm_planner *planner)
{
    struct pm_matrix *whole;

    test_need(pm_matrix_integers(&whole, problem->a));
    const pm_status status =
        pm_choice_query(way, query, &(struct pm_core){.a = whole, .kind = problem->kind}, planner);
    pm_matrix_free(whole);
    return status;
}

/* Writes the way of a query, and how it was found. */
static void write_query(FILE *file, enum pm_query query, const pm_problem *problem,
                        const pm_options *options)
{
    struct pm_planner planner;
    struct pm_way way;

    test_need(pm_plan_options(&planner, problem, options));
    const pm_status status = choose_query(&way, query, problem, &planner);
    fprintf(file, "query %d: %d\n", query, status);
    for (const struct pm_way *w = &way; status == PM_OK && w != NULL; w = w->fallback)
        fprintf(file, "%s %d %d %g %a\n", w->engine->name, w->number, w->any, w->rings, w->seconds);
    if (status == PM_OK)
        pm_way_clear(&way);
}

/* The plan of the problem with an instruction set, and the ways of all queries. */
static char *plan_by(const struct pm_isa *isa, const pm_problem *problem, const pm_options *options)
{
    struct pm_text text;
    struct pm_plan *plan;
    char *written;

    setenv("PM_ISA", isa->name, 1);
    test_need(pm_text_open(&text));
    test_need(pm_plan_new(&plan, problem, options));
    fprintf(text.file, "%d\n", plan->status);
    if (plan->status == PM_OK)
        test_need(pm_plan_write(text.file, plan));
    pm_plan_free(plan);
    for (enum pm_query query = PM_VALUE + 1; query < PM_QUERIES; query++)
        write_query(text.file, query, problem, options);
    test_need(pm_text_close(&written, &text, PM_OK));
    unsetenv("PM_ISA");
    return written;
}

/* True if all instruction sets make the same plan. */
static bool is_planned_alike(const pm_problem *problem, const pm_options *options)
{
    const struct pm_isa *const *const isa = pm_isa_list();
    char *const first = plan_by(isa[0], problem, options);
    bool alike = true;

    for (int k = 1; isa[k] != NULL && alike; k++) {
        char *const other = plan_by(isa[k], problem, options);
        alike = strcmp(first, other) == 0;
        if (!alike)
            printf("# %s:\n%s# %s:\n%s", isa[0]->name, first, isa[k]->name, other);
        free(other);
    }
    free(first);
    return alike;
}

/* The reference seconds of all ways of the plan, or of the best way of a query; 0: there is none.
 */
static double seconds_of(enum pm_query query, const pm_problem *problem, const pm_options *options)
{
    struct pm_way way = {.engine = NULL};
    struct pm_planner planner;
    struct pm_plan *plan;
    double seconds = 0;

    if (query != PM_VALUE) {
        test_need(pm_plan_options(&planner, problem, options));
        if (choose_query(&way, query, problem, &planner) == PM_OK)
            seconds = pm_way_reference(&way, 1);
        pm_way_clear(&way);
        return seconds;
    }
    test_need(pm_plan_new(&plan, problem, options));
    for (const struct pm_way *w = plan->reduction.cores > 0 ? plan->way : NULL;
         w != NULL && w->engine != NULL; w = w->fallback)
        seconds += pm_way_reference(w, 1);
    pm_plan_free(plan);
    return seconds;
}

/* Time limits lie between the times of different instruction sets. */
static void test_sets(struct test *t)
{
    static const pm_precision precision[] = {PM_PRECISION_DOUBLE, PM_PRECISION_DD,
                                             PM_PRECISION_EXACT, (pm_precision)30};
    int other[ENGINES] = {0};
    uint64_t state = 3;

    for (int round = 0; round < test_rounds(SETS_ROUNDS); round++) {
        pm_problem *const problem = problem_draw(&state, WIDE);
        for (int k = 0; k == 0 || pm_engines[k - 1] != NULL; k++) {
            pm_options options = {.precision = precision[round % 4],
                                  .engine = pm_engines[k] != NULL ? pm_engines[k]->name : NULL,
                                  .no_reduce = "all",
                                  .threads = 1,
                                  .gpus = PM_GPUS_NONE,
                                  .memory = UINT64_C(1) << 30};
            const enum pm_query query = (enum pm_query)(round / 4 % PM_QUERIES);
            options.seconds =
                (1 + test_between(&state, 0, 1) * 2) * 1.2 * seconds_of(query, problem, &options);
            other[k] += !is_planned_alike(problem, &options);
        }
        pm_problem_free(problem);
    }
    for (int k = 0; k == 0 || pm_engines[k - 1] != NULL; k++)
        CHECK(t, other[k] == 0, "%s: %d plans depend on the instruction set",
              pm_engines[k] != NULL ? pm_engines[k]->name : "any engine", other[k]);
}

int main(void)
{
    struct test t = {0, 0};

    test_back(&t);
    test_refused(&t);
    test_bits(&t);
    test_sets(&t);
    return test_done(&t);
}
