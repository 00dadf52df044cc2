/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines whose units may be long stop when they are asked to, also within a unit.  Each gets a
 * flag that asks to stop from the start: an engine that looks at it only between units would finish
 * its only unit.  Planning asks its budget, and stops at any of its questions. */
#include "base/budget.h"
#include "base/clock.h"
#include "brute.h"
#include "estimate/bounds.h"
#include "run/session.h"
#include "plan/choice.h"
#include "plan/plan.h"
#include "reduce/reduce.h"
#include "run/core.h"
#include "run/run.h"

#include <limits.h>
#include <string.h>

enum { BOARD = 18, ORDER = 12, WIDE = 24, LATE = 30 };

static void check_engine(struct test *t, const char *name, enum pm_want want,
                         const struct pm_matrix *a)
{
    int stop = 0;
    struct pm_planner planner = {
        .ask.want = want,
        .ask.bits = want == PM_WANT_FLOATING ? 53 : 0,
        .policy.engine = pm_engine_find(name),
        .ask.epsilon = 1e-6,
        .policy.limits = {.memory = 1 << 28, .threads = 1, .stop = &stop},
    };
    struct pm_value value;
    struct pm_way way;

    test_need(pm_choice_find(&way, &(struct pm_core){.a = a}, &planner, NULL));
    pm_value_init(&value);
    const pm_status free_run = pm_core_alone(&value, a, &way, &planner.policy.limits);
    stop = 1;
    const pm_status stopped = pm_core_alone(&value, a, &way, &planner.policy.limits);
    CHECK(t, free_run == PM_OK && stopped == PM_STOPPED, "%s, %s: %s; if asked to stop: %s", name,
          pm_number_name(way.number), pm_status_name(free_run), pm_status_name(stopped));
    pm_value_clear(&value);
    pm_way_clear(&way);
}

/* ------------------------------------------------------------------ planning */

struct countdown {
    int asked, left; /* asks to stop after this many calls that did not */
};

static bool count_down(void *asked)
{
    struct countdown *const c = asked;

    return ++c->asked > c->left;
}

/* Four entries in each line, so that planning searches for a tree and tries a split. */
static long four_entries(int i, int j, int n)
{
    const int apart = (j - i + n) % n;

    return apart == 0 || apart == 1 || apart == 5 || apart == 11;
}

/* Makes a plan and stops it at the question after the first `left` ones; returns the status. */
static pm_status plan(struct countdown *c, const struct pm_problem *problem,
                      const pm_options *options, int left)
{
    struct pm_budget budget = {.stop = count_down, .asked = c};
    struct pm_plan *made = NULL;

    *c = (struct countdown){.left = left};
    pm_budget_open(&budget);
    const pm_status status = pm_budget_close(&budget, pm_plan_new(&made, problem, options));
    pm_plan_free(made);
    return status;
}

/* `memory` is so little that the tree must be sliced, or it is plenty. */
static void check_planning(struct test *t, const char *engine, const char *rules, uint64_t memory,
                           int least)
{
    const pm_options options = {
        .engine = engine, .reduce = rules, .memory = memory, .threads = 1, .gpus = PM_GPUS_NONE};
    struct pm_problem *problem;
    struct countdown c;
    int stopped = 0;

    test_need(pm_problem_wrap(&problem, PM_FIELD_INTEGER, brute_from(WIDE, WIDE, four_entries)));
    const pm_status status = plan(&c, problem, &options, INT_MAX);
    const int questions = c.asked;
    /* Stops at each of the first questions, then at ever fewer: each is another place in the
     * search. */
    for (int left = 0; left < questions; left += 1 + left / 8)
        if (plan(&c, problem, &options, left) != PM_STOPPED || c.asked != left + 1) {
            CHECK(t, false, "stopped at question %d of %d", left + 1, questions);
            break;
        } else {
            stopped++;
        }
    CHECK(t, status == PM_OK && questions >= least && stopped > 0,
          "planning, %s: %s, %d questions (at least %d), stopped at %d of them", engine,
          pm_status_name(status), questions, least, stopped);
    pm_problem_free(problem);
}

/* An estimate of a large graph asks between the draws of its pilot, each of which takes long. */
static void check_pilot(struct test *t)
{
    enum { VERTICES = 500, LEFT = 12 };
    const pm_options options = {.engine = "estimate",
                                .reduce = "none",
                                .estimate = 0.05,
                                .unproved = true,
                                .threads = 1,
                                .gpus = PM_GPUS_NONE};
    struct pm_problem *problem;
    struct countdown c;

    test_need(
        pm_problem_wrap(&problem, PM_FIELD_INTEGER, brute_from(VERTICES, VERTICES, four_entries)));
    const pm_status status = plan(&c, problem, &options, LEFT);
    CHECK(t, status == PM_STOPPED && c.asked == LEFT + 1,
          "the pilot of an estimate: %s after %d questions", pm_status_name(status), c.asked);
    pm_problem_free(problem);
}

/* A caller that asks to stop during planning, or after it. */
struct caller {
    int planned, computed;
    bool stops;
};

static pm_request hear(void *watcher, const pm_progress *progress)
{
    struct caller *const c = watcher;

    *(progress->planning ? &c->planned : &c->computed) += 1;
    return progress->planning && c->stops ? PM_STOP : PM_GO_ON;
}

static void check_caller(struct test *t)
{
    const int rows[] = {0, 0, 1, 1}, cols[] = {0, 1, 0, 1};
    struct caller c = {.stops = true};
    pm_options options = PM_OPTIONS_DEFAULT;
    pm_problem *problem;
    pm_answer *answer;

    test_need(pm_problem_new(&problem, PM_FIELD_PATTERN, 2, 2, 4, rows, cols, NULL));
    options.no_reduce = "all";
    options.threads = 1;
    options.gpus = PM_GPUS_NONE;
    options.watch = hear;
    options.watcher = &c;
    const pm_status status = pm_solve(&answer, problem, &options);
    CHECK(t,
          status == PM_STOPPED && c.planned == 1 && c.computed == 0 &&
              strstr(pm_message(), "while planning") != NULL,
          "the caller stops a plan: %s, asked %d and %d times: %s", pm_status_name(status),
          c.planned, c.computed, pm_message());
    c = (struct caller){.stops = false};
    const pm_status other = pm_solve(&answer, problem, &options);
    CHECK(t, other == PM_OK && c.planned >= 1, "another caller does not: %s",
          pm_status_name(other));
    if (other == PM_OK)
        pm_answer_free(answer);
    pm_problem_free(problem);
}

/* A run that passes twice its limit of time, here since it began long ago, stops.  With a
 * checkpoint it can be continued. */
static void check_late(struct test *t)
{
    const struct pm_limits limits = {.threads = 1, .memory = UINT64_C(1) << 30};
    const struct pm_planner planner = {.ask = {.want = PM_WANT_EXACT},
                                       .policy = {.rules = PM_EVERY_RULE, .limits = limits}};
    struct pm_session session = pm_session_alone(&limits);
    struct pm_value value;
    struct pm_plan *plan;
    uint64_t state = 9;
    struct pm_matrix *const a = brute_positive(&state, LATE, 100, false);

    test_need(pm_plan_matrix(&plan, a, &planner));
    test_need(plan->status);
    pm_value_init(&value);
    session.allowed = 1;
    session.planned = pm_clock() - 10;
    const pm_status status = pm_run_plan(&value, NULL, plan, &session);
    const pm_status alone = pm_session_ended(&session, status);
    CHECK(t,
          status == PM_STOPPED && alone == PM_UNABLE &&
              strstr(pm_message(), "stopped after 2 s") != NULL,
          "a late run: %s", pm_message());
    session.path = "a file";
    const pm_status kept = pm_session_ended(&session, status);
    CHECK(t, kept == PM_STOPPED && strstr(pm_message(), "continues from a file") != NULL, "... %s",
          pm_message());
    session.path = NULL;
    pm_value_clear(&value);
    pm_plan_free(plan);
    pm_session_clear(&session);
    pm_matrix_free(a);
}

/* A caller that stops at the first warning, and keeps it. */
static pm_request heed(void *watcher, const pm_progress *progress)
{
    char *const warning = watcher;

    if (progress->warning != NULL)
        snprintf(warning, 160, "%s", progress->warning);
    return *warning != '\0' ? PM_STOP : PM_GO_ON;
}

/* The permanent of a matrix of odd order with a(j,i) = -a(i,j) is 0.  Doubles prove no digit of it,
 * so more work follows, and the caller hears why the progress falls back. */
static void check_falls_back(struct test *t)
{
    enum { ODD = 27 };
    pm_options options = PM_OPTIONS_DEFAULT;
    char warning[160] = "";
    char value[ODD * ODD][24];
    const char *values[ODD * ODD];
    int rows[ODD * ODD], cols[ODD * ODD], count = 0;
    pm_answer *answer = NULL;
    pm_problem *problem;
    uint64_t state = 7;

    for (int i = 0; i < ODD; i++)
        for (int j = 0; j < i; j++, count += 2) {
            const int x = 1 + (int)test_between(&state, 1, 9999999);
            snprintf(value[count], sizeof *value, "0.%07d", x);
            snprintf(value[count + 1], sizeof *value, "-0.%07d", x);
            rows[count] = cols[count + 1] = i;
            cols[count] = rows[count + 1] = j;
        }
    for (int k = 0; k < count; k++)
        values[k] = value[k];
    test_need(pm_problem_new(&problem, PM_FIELD_REAL, ODD, ODD, count, rows, cols, values));
    options.engine = "dense";
    options.threads = 1;
    options.gpus = PM_GPUS_NONE;
    options.watch = heed;
    options.watcher = warning;
    const pm_status status = pm_solve(&answer, problem, &options);
    CHECK(t, status == PM_STOPPED && strstr(warning, "too few digits are proved") != NULL,
          "why the progress falls back: %s, '%s'", pm_status_name(status), warning);
    pm_answer_free(answer);
    pm_problem_free(problem);
}

static bool at_once(void *asked)
{
    (void)asked;
    return true;
}

/* Rules of reduction ask the budget. */
static void check_reducing(struct test *t, const struct pm_matrix *a)
{
    struct pm_budget budget = {.stop = at_once};
    struct pm_reduction reduction;
    unsigned rules;

    test_need(pm_rules_parse(&rules, NULL, NULL));
    pm_budget_open(&budget);
    const pm_status status = pm_reduce(&reduction, a, PM_PERMANENT, rules);
    CHECK(t, pm_budget_close(&budget, status) == PM_STOPPED, "reducing is stopped");
}

/* The Bethe permanent asks for each row of its last bound, when the beliefs are known. */
static void check_bethe(struct test *t)
{
    struct pm_matrix *const a = brute_from(WIDE, WIDE, four_entries);
    struct countdown c = {.left = INT_MAX};
    double ends[2];

    for (int k = 0; k < 2; k++) {
        struct pm_budget budget = {.stop = count_down, .asked = &c};
        double beliefs[4 * WIDE] = {0};
        pm_budget_open(&budget);
        const pm_status status = pm_budget_close(&budget, pm_beliefs_find(ends, beliefs, a));
        CHECK(t, status == (k == 0 ? PM_OK : PM_STOPPED) && beliefs[0] > 0,
              "a Bethe permanent: %s after %d questions, beliefs of %g", pm_status_name(status),
              c.asked, beliefs[0]);
        c = (struct countdown){.left = c.asked - WIDE};
    }
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0};
    uint64_t state = 3;
    struct pm_matrix *const board = brute_from(BOARD, BOARD, brute_board);
    struct pm_matrix *const full = brute_positive(&state, ORDER, 100, false);

    check_engine(&t, "tree", PM_WANT_EXACT, board);
    check_engine(&t, "tree", PM_WANT_FLOATING, board);
    check_engine(&t, "planar", PM_WANT_EXACT, board);
    check_engine(&t, "planar", PM_WANT_FLOATING, board);
    check_engine(&t, "enumerate", PM_WANT_EXACT, board);
    check_engine(&t, "enumerate", PM_WANT_FLOATING, board);
    check_engine(&t, "graded", PM_WANT_FLOATING, full);
    check_reducing(&t, board);
    PM_EACH(pm_matrix_free, board, full);
    check_planning(&t, "tree", "none", 1 << 16, 40);
    check_planning(&t, "ryser", NULL, 1 << 28, 40);
    check_bethe(&t);
    check_pilot(&t);
    check_caller(&t);
    check_late(&t);
    if (test_effort() != TEST_SHORT)
        check_falls_back(&t);
    else
        test_skip(&t, "why the progress falls back: takes long; PM_TESTS=usual runs it");
    return test_done(&t);
}
