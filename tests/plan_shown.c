/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans that a caller sees: without an answer, and before they are carried out. */
#include "permatch.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The matrix of ones without the diagonal; of order 1, that of one. */
static pm_problem *not_diagonal(int n)
{
    int64_t *const entry = malloc((size_t)n * (size_t)n * sizeof *entry);
    const pm_stack stack = {.size = sizeof stack,
                            .entries = PM_ENTRIES_INTEGER,
                            .data = entry,
                            .count = 1,
                            .rows = n,
                            .cols = n};
    pm_problem *problem = NULL;

    for (int k = 0; k < n * n; k++)
        entry[k] = n == 1 || k % (n + 1) != 0;
    test_need(pm_problem_dense(&problem, &stack, 0));
    free(entry);
    return problem;
}

/* A plan has no value, and so no text, bound or logarithm of one. */
static void check_no_value(struct test *t, const pm_answer *answer)
{
    char *text = NULL;
    double re;

    CHECK(t,
          pm_answer_text(&text, answer, 0) == PM_DOMAIN &&
              pm_answer_bound(&text, answer) == PM_DOMAIN &&
              pm_answer_text_bound(&text, answer, 0) == PM_DOMAIN &&
              pm_answer_log(&re, NULL, answer) == PM_DOMAIN && text == NULL,
          "a plan has no value: %s", pm_message());
    pm_answer_double(answer, &re, NULL);
    CHECK(t, isnan(re) && !pm_answer_within(answer, 0.5), "... and no double");
}

/* A plan without an answer, and a plan for a problem that cannot be solved. */
static void check_plan(struct test *t)
{
    pm_problem *problem = not_diagonal(20);
    pm_options options = {.plan_only = true};
    pm_answer *answer = NULL;

    if (pm_solve(&answer, problem, &options) == PM_OK)
        CHECK(t, strstr(pm_answer_plan(answer), "=> ") != NULL, "a plan names its choice");
    check_no_value(t, answer);
    pm_answer_free(answer);
    answer = NULL;
    options.engine = "multiplicity";
    CHECK(t,
          pm_solve(&answer, problem, &options) == PM_UNABLE && answer != NULL &&
              strstr(pm_answer_plan(answer), "no equal lines") != NULL,
          "a plan says why an engine cannot");
    pm_answer_free(answer);
    pm_problem_free(problem);
}

/* The plan that a caller was shown; and whether the caller stops there. */
struct shown {
    char *plan;
    int before, plans, after; /* calls before the plan, with a plan, and after the first plan */
    bool decline;
};

static pm_request see_plan(void *watcher, const pm_progress *progress)
{
    struct shown *const shown = watcher;

    shown->before += shown->plans == 0 && progress->plan == NULL;
    shown->after += shown->plans > 0;
    if (progress->plan == NULL)
        return PM_GO_ON;
    shown->plans++;
    free(shown->plan);
    shown->plan = strdup(progress->plan);
    return shown->decline ? PM_STOP : PM_GO_ON;
}

/* The plan is shown once, before it is carried out, also if it cannot be carried out.  The caller
 * may stop there. */
static void check_shown(struct test *t)
{
    pm_problem *problem = not_diagonal(20);
    struct shown shown = {.plan = NULL};
    pm_options options = {.watch = see_plan, .watcher = &shown};
    pm_answer *answer = NULL;

    CHECK(t,
          pm_solve(&answer, problem, &options) == PM_OK && shown.plans == 1 &&
              strcmp(shown.plan, pm_answer_plan(answer)) == 0,
          "the plan is shown once");
    pm_answer_free(answer);
    answer = NULL;
    shown = (struct shown){.plan = shown.plan, .decline = true};
    CHECK(t,
          pm_solve(&answer, problem, &options) == PM_STOPPED && shown.plans == 1 &&
              shown.after == 0 && answer == NULL,
          "who sees the plan may decline: %s", pm_message());
    shown = (struct shown){.plan = shown.plan};
    options.engine = "multiplicity";
    CHECK(t,
          pm_solve(&answer, problem, &options) == PM_UNABLE && shown.plans == 1 &&
              strstr(shown.plan, "no equal lines") != NULL,
          "a plan that cannot be carried out is shown, too: %s", pm_message());
    free(shown.plan);
    pm_problem_free(problem);
}

/* If the rules leave nothing to plan, the caller is still called before the plan and with it. */
static void check_heard(struct test *t)
{
    pm_problem *problem = not_diagonal(1);
    struct shown shown = {.plan = NULL};
    pm_answer *answer = NULL;

    const pm_status status =
        pm_solve(&answer, problem, &(pm_options){.watch = see_plan, .watcher = &shown});
    CHECK(t, status == PM_OK && shown.before == 1 && shown.plans == 1 && shown.after == 0,
          "a problem that reduces to nothing: %d calls before the plan, %d with it", shown.before,
          shown.plans);
    free(shown.plan);
    pm_answer_free(answer);
    pm_problem_free(problem);
}

int main(void)
{
    struct test t = {0, 0};

    check_plan(&t);
    check_shown(&t);
    check_heard(&t);
    return test_done(&t);
}
