/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_solve().  The sum over the matchings that leave exactly K lines free has two ways, of which
 * the quicker one is taken: as the one number of pm_problem_unmatched(), whose cost grows with K,
 * or as one of the sums of pm_matchings().  The first way is looked at with limits of time, which
 * also make its planning short: first a small one, then the time of the second way. */
#include "base/budget.h"
#include "base/clock.h"
#include "base/refusal.h"
#include "base/status.h"
#include "base/argument.h"
#include "base/sized.h"
#include "base/threads.h"
#include "model/variant.h"
#include "query/call.h"
#include "query/values.h"
#include "solve/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The second way is not planned if the first one takes no longer than this; and the first one is
 * not planned again if the second one takes no longer than ENOUGH_SECONDS. */
static const double QUICK_SECONDS = 1, ENOUGH_SECONDS = 5;

/* Both ways are looked at with limits that become WIDER, since planning takes a part of what is
 * allowed; at last without limits. */
static const double WIDER = 8, MOST_SECONDS = 5000;

/* A floating answer of the first way with a larger error is computed again without that limit,
 * which may have forbidden a better one. */
static const double VAGUE = 1e-12;

struct asked {
    const struct pm_problem *problem, *wider; /* of the second way, and of the first */
    pm_options options;
    int size; /* edges of a matching */
};

/* Only the first way has complex entries, and what these options ask for. */
static bool has_one_way(const struct asked *asked)
{
    pm_options others = asked->options;

    others.seconds = 0;
    others.plan_only = false;
    return asked->problem->a->im != NULL || others.estimate > 0 ||
           !pm_solve_options_are_simple(&others);
}

/* The edges of a matching that leaves so many lines free. */
static int size_of(const struct pm_problem *problem, int free_vertices)
{
    const struct pm_matrix *const a = problem->a;
    const int lines = problem->kind == PM_HAFNIAN ? a->rows : a->rows + a->cols;
    int vertices = 0;

    for (int line = 0; line < lines; line++)
        vertices += pm_problem_line_vertex(problem, line) >= 0;
    return (vertices - free_vertices) / 2;
}

/* The first way, if it takes at most so many seconds; else PM_UNABLE, without an answer. */
static pm_status first_way(pm_answer **out, const struct asked *asked, double most)
{
    bool declined = false;
    pm_options options = asked->options;
    pm_answer *answer = NULL;

    options.seconds = options.seconds > 0 ? fmin(options.seconds, most) : most;
    const pm_status status = pm_solve_below(&answer, &declined, asked->wider, &options, most);
    if (status == PM_OK && !options.plan_only && answer->digits > 0 &&
        !pm_answer_within(answer, VAGUE)) {
        pm_answer_free(answer);
        return pm_solve_problem(out, asked->wider, &asked->options);
    }
    PM_GIVE(out, answer, status, pm_answer_free);
}

/* The options of both functions of the second way, whose sums are exact. */
static pm_options for_sizes(const struct asked *asked)
{
    pm_options options = asked->options;

    options.modulus = NULL;
    options.strict = options.plan_only = options.logarithm = false;
    return options;
}

/* Makes an answer of the value, which is only rounded if the first way would give a floating one.
 */
static pm_status take(struct pm_answer *answer, const struct asked *asked,
                      const struct pm_values *sums)
{
    struct pm_ask ask;

    PM_TRY(pm_ask_of(&ask, asked->wider, &asked->options));
    pm_answer_numbers(answer, asked->wider, &ask, &asked->options);
    if ((size_t)asked->size < sums->count)
        fmpq_set(answer->value.centre.re, sums->value[asked->size].centre.re);
    memcpy(answer->checks, sums->checks, sizeof answer->checks);
    return pm_answer_finish(answer, &asked->options, &ask);
}

/* Completes the plan of the second way. */
static pm_status second_way(struct pm_answer *plan, const struct asked *asked)
{
    const pm_options options = for_sizes(asked);
    const double begin = pm_clock();
    pm_values *sums = NULL;

    PM_TRY(pm_matchings(&sums, asked->problem, &options));
    const pm_status status = take(plan, asked, sums);
    pm_values_free(sums);
    pm_plan_free(plan->planned);
    plan->planned = NULL;
    plan->only_texts = false;
    plan->threads = pm_threads(options.threads);
    plan->seconds = pm_clock() - begin;
    return status;
}

static double seconds_of(const struct pm_answer *plan)
{
    return plan->planned != NULL ? plan->planned->reference : plan->reference;
}

/* The first way after a refusal of the second one; if it is refused, too, the message has both. */
static pm_status alone(pm_answer **out, const struct asked *asked)
{
    char *const sizes = strdup(pm_message());

    if (sizes == NULL)
        return pm_no_memory();
    const pm_status status = pm_solve_problem(out, asked->wider, &asked->options);
    if (status == PM_UNABLE)
        pm_fail_at(status, "all sizes at once: %s; this size alone", sizes);
    free(sizes);
    return status;
}

/* *plan = the second way, if one is found within these limits, which are widened step by step; the
 * first way answers where it is found sooner.  PM_UNABLE: neither. */
static pm_status find_sooner(pm_answer **out, pm_answer **plan, const struct asked *asked)
{
    pm_options options = for_sizes(asked);
    const double limit = options.seconds > 0 ? options.seconds : MOST_SECONDS;
    pm_status status = PM_UNABLE;

    for (double most = QUICK_SECONDS; status == PM_UNABLE && *plan == NULL; most *= WIDER) {
        status = first_way(out, asked, fmin(most, limit));
        if (status != PM_UNABLE)
            return status;
        if (most >= limit)
            break;
        options.seconds = fmin(most, limit);
        status = pm_matchings_plan(plan, 0, asked->problem, &options);
    }
    return status;
}

static pm_status answer_sooner(pm_answer **out, const struct asked *asked)
{
    const pm_options options = for_sizes(asked);
    pm_answer *plan = NULL;

    pm_status status = find_sooner(out, &plan, asked), sizes = PM_OK;
    if (plan == NULL && status != PM_UNABLE)
        return status;
    if (plan == NULL)
        sizes = pm_matchings_plan(&plan, 0, asked->problem, &options);
    status = PM_UNABLE;
    if (sizes == PM_OK && seconds_of(plan) > ENOUGH_SECONDS)
        status = first_way(out, asked, seconds_of(plan));
    if (sizes != PM_OK || status != PM_UNABLE) {
        pm_answer_free(plan);
        return sizes == PM_UNABLE ? alone(out, asked) : sizes != PM_OK ? sizes : status;
    }
    status = asked->options.plan_only ? PM_OK : second_way(plan, asked);
    PM_GIVE(out, plan, status, pm_answer_free);
}

/* Both ways together obey the limits of the question. */
static pm_status answer_in_time(pm_answer **out, const struct asked *asked)
{
    const double begun = pm_clock(), seconds = asked->options.seconds;
    struct pm_budget budget = {.until = pm_solve_until(begun, seconds),
                               .memory = asked->options.memory};

    pm_budget_open(&budget);
    const pm_status status = pm_budget_close(&budget, answer_sooner(out, asked));
    return status == PM_STOPPED && budget.late
               ? pm_refusal_of_lateness("the question", budget.until - begun, seconds, NULL)
               : status;
}

pm_status pm_solve(pm_answer **answer, const pm_problem *problem, const pm_options *options)
{
    PM_ARGUMENTS(answer, problem);
    if (problem->base == NULL || problem->free_vertices == PM_FREE_ANY)
        return pm_solve_problem(answer, problem, options);
    struct asked asked = {.problem = problem->base,
                          .wider = problem,
                          .size = size_of(problem->base, problem->free_vertices)};

    PM_TRY(pm_sized_options(&asked.options, options));
    return has_one_way(&asked) ? pm_solve_problem(answer, problem, &asked.options)
                               : answer_in_time(answer, &asked);
}
