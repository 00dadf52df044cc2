/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a problem and options to an answer. */
#include "solve/solve.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/given.h"
#include "base/sized.h"
#include "checkpoint/session.h"
#include "cuda/gpu.h"
#include "model/problem.h"
#include "mpi/team.h"
#include "num/mag.h"
#include "run/run.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST_SECONDS = 10; /* reducing and planning may always take this long */

/* Checks that there are as many devices as the user asked for. */
static pm_status check_gpus(int wanted)
{
    struct pm_gpus *gpus;

    const pm_status status = pm_gpus_usable(&gpus, wanted);
    if (status != PM_OK)
        return pm_fail_at(status, "%d GPU%s asked for, and none can be used", wanted,
                          wanted == 1 ? " is" : "s are");
    const int count = gpus->count;
    pm_gpus_close(gpus);
    if (count < wanted)
        return pm_fail(PM_UNABLE, "%d GPUs are asked for, and there %s %d", wanted,
                       count == 1 ? "is" : "are", count);
    return PM_OK;
}

/* ------------------------------------------------------------------ answers */

/* Appends a word to a comma-separated list, unless the list has it. */
static pm_status list_add(char **list, const char *word)
{
    const size_t length = *list != NULL ? strlen(*list) : 0, more = strlen(word);

    for (const char *at = *list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, more) == 0 && (at[more] == ',' || at[more] == '\0'))
            return PM_OK;
    }
    char *const longer = pm_alloc(length + more + 2, 1);
    if (longer == NULL)
        return PM_NOMEM;
    if (length > 0) {
        memcpy(longer, *list, length);
        longer[length] = ',';
    }
    memcpy(longer + length + (length > 0), word, more + 1);
    free(*list);
    *list = longer;
    return PM_OK;
}

static pm_status answer_lists(struct pm_answer *answer, const struct pm_plan *plan)
{
    for (size_t k = 0; k < plan->reduction.cores; k++)
        PM_TRY(list_add(&answer->engines,
                        plan->way[k].engine != NULL ? plan->way[k].engine->name : "split"));
    for (size_t k = 0; k < plan->reduction.steps; k++)
        PM_TRY(list_add(&answer->reductions, plan->reduction.step[k].rule));
    if (answer->engines == NULL)
        PM_TRY(list_add(&answer->engines, ""));
    if (answer->reductions == NULL)
        PM_TRY(list_add(&answer->reductions, ""));
    return PM_OK;
}

static const char *type_name(const struct pm_problem *problem, const struct pm_ask *ask,
                             const struct pm_options *options)
{
    if (options->modulus != NULL)
        return "modular";
    if (ask->want == PM_WANT_FLOATING)
        return ask->complex_values || problem->field == PM_FIELD_COMPLEX ? "complex" : "real";
    if (ask->complex_values || problem->field == PM_FIELD_COMPLEX)
        return "gaussian";
    return problem->field == PM_FIELD_REAL ? "rational" : "integer";
}

/* x mod modulus, in 0 .. modulus - 1 (both parts). */
static pm_status reduce_fmpq(fmpq_t x, const fmpz_t modulus)
{
    fmpz_t residue;

    fmpz_init(residue);
    const int invertible = fmpq_mod_fmpz(residue, x, modulus);
    if (invertible)
        fmpq_set_fmpz(x, residue);
    fmpz_clear(residue);
    return invertible
               ? PM_OK
               : pm_fail(PM_DOMAIN, "the answer is a fraction whose denominator has a common "
                                    "factor with the modulus: it has no residue");
}

static pm_status reduce_answer(struct pm_answer *answer, const char *text)
{
    fmpz_t modulus;
    pm_status status;

    fmpz_init(modulus);
    PM_TRY_GOTO(status, pm_ask_modulus(modulus, text), done);
    PM_TRY_GOTO(status, reduce_fmpq(answer->value.centre.re, modulus), done);
    status = reduce_fmpq(answer->value.centre.im, modulus);
done:
    fmpz_clear(modulus);
    return status;
}

void pm_answer_numbers(struct pm_answer *answer, const struct pm_problem *problem,
                       const struct pm_ask *ask, const pm_options *options)
{
    answer->bits = ask->want == PM_WANT_FLOATING ? ask->bits : 0;
    answer->digits = ask->want == PM_WANT_FLOATING ? pm_number_digits(ask->bits) : 0;
    answer->type = type_name(problem, ask, options);
}

bool pm_options_are_simple(const pm_options *o)
{
    return o->engine == NULL && o->reduce == NULL && o->no_reduce == NULL && !o->paper &&
           o->gpus <= 0 && o->seconds == 0 && !o->plan_only && o->audit == 0 &&
           o->checkpoint == NULL && o->plan_to == NULL && o->plan_file == NULL && o->parts <= 1 &&
           (o->team == NULL || pm_team_size(o->team) == 1);
}

pm_status pm_answer_texts(struct pm_answer *answer, const char *engine, const char *note)
{
    const size_t room = strlen(engine) + strlen(note) + sizeof "engine : \n";

    PM_NEW(answer->reductions, 1);
    PM_TRY(list_add(&answer->engines, engine));
    PM_NEW(answer->plan, room);
    snprintf(answer->plan, room, "engine %s: %s\n", engine, note);
    return PM_OK;
}

/* The relative error of an estimate becomes part of the bound: |value - answer| <= epsilon answer
 * <= epsilon / (1 - epsilon) value.  If entries are negative or complex, the engine has put its
 * error into the bound. */
static void take_accuracy(struct pm_answer *answer, const struct pm_plan *plan)
{
    const double epsilon = plan->ask.accuracy.epsilon;
    bool draws = false, additive = false;

    for (size_t k = 0; k < plan->reduction.cores; k++)
        if (plan->way[k].engine != NULL && plan->way[k].engine->figures.draws) {
            draws = true;
            additive = additive || !pm_matrix_is_nonnegative(plan->reduction.core[k]);
        }
    if (!draws)
        return;
    answer->accuracy = plan->ask.accuracy;
    answer->type = additive ? "additive" : "estimate";
    answer->digits = 2 + (int)ceil(-log10(epsilon));
    if (!additive)
        answer->value.error =
            pm_mag_add(answer->value.error, pm_mag_mul(pm_mag_fmpq(answer->value.centre.re),
                                                       pm_mag_up(epsilon / (1 - epsilon), 0)));
}

double pm_answer_estimate(const pm_answer *answer, double *delta, bool *proved)
{
    if (delta != NULL)
        *delta = answer->accuracy.delta;
    if (proved != NULL)
        *proved = !answer->accuracy.unproved;
    return answer->accuracy.epsilon;
}

double pm_answer_estimate_least(const pm_answer *answer)
{
    const bool estimate = answer->accuracy.epsilon > 0 && answer->accuracy.unproved;

    return estimate ? answer->least * M_LN2 : -HUGE_VAL;
}

pm_status pm_answer_finish(struct pm_answer *answer, const pm_options *options,
                           const struct pm_ask *ask)
{
    char *bound;

    if (options->strict && !pm_answer_within(answer, ask->epsilon)) {
        PM_TRY(pm_answer_bound(&bound, answer));
        pm_fail(PM_UNABLE,
                "the proved error, %s, is above epsilon = %g of the answer; a higher "
                "precision helps",
                bound, ask->epsilon);
        free(bound);
        return PM_UNABLE;
    }
    return options->modulus != NULL ? reduce_answer(answer, options->modulus) : PM_OK;
}

/* Reads the plan in the session's state, which is carried out unchanged. */
static pm_status read_plan(struct pm_plan **plan, const struct pm_problem *problem,
                           const pm_options *options, const struct pm_session *session)
{
    const char *const path = session->plan_path != NULL ? session->plan_path : session->path;
    const pm_status status = pm_plan_read(plan, problem, options, session->state.plan);

    return status == PM_INPUT
               ? pm_fail_at(status, "%s: the plan is refused", path != NULL ? path : "a part")
               : status;
}

/* Ends reducing and planning: if the caller wants it, or if they alone take longer than allowed. */
struct deadline {
    const struct pm_poll *poll; /* the caller's */
    double end;
    bool late;
};

static bool is_over(void *asked)
{
    struct deadline *const d = asked;

    d->late = pm_clock() > d->end;
    return d->late || (d->poll != NULL && d->poll->stop(d->poll->asked));
}

static pm_status make_plan(struct pm_plan **plan, const struct pm_problem *problem,
                           const pm_options *options, struct pm_session *session)
{
    const double allowed = fmax(options->seconds, LEAST_SECONDS);
    struct deadline deadline = {pm_session_poll(session), pm_clock() + allowed, false};
    const struct pm_poll poll = {is_over, &deadline};
    const pm_status status =
        pm_plan_new(plan, problem, options, options->seconds > 0 ? &poll : deadline.poll);

    return status == PM_STOPPED && deadline.late
               ? pm_fail(PM_UNABLE, "planning alone takes longer than the time limit, %g s",
                         options->seconds)
               : status;
}

/* Finds or makes the plan and shows it.  If the caller stops this, nothing is kept. */
static pm_status find_plan(struct pm_plan **plan, const struct pm_problem *problem,
                           const pm_options *options, struct pm_session *session)
{
    pm_status status = session->state.plan != NULL ? read_plan(plan, problem, options, session)
                                                   : make_plan(plan, problem, options, session);

    if (status == PM_OK)
        status = pm_session_show(session, *plan);
    return status == PM_STOPPED ? pm_fail(status, "stopped while planning; nothing new is "
                                                  "saved, and the same command begins again")
                                : status;
}

pm_status pm_answer_check(struct pm_answer *answer, const struct pm_problem *problem,
                          const struct pm_ask *ask, const struct pm_plan *plan,
                          struct pm_session *session)
{
    unsigned made = 0;

    PM_TRY(pm_check_answer(&made, &answer->value, problem, ask));
    if (plan != NULL && !(made & PM_CHECK_EXPANSION))
        PM_TRY(pm_check_order(&made, &answer->value, plan, session));
    pm_check_names(answer->checks, made);
    return PM_OK;
}

static pm_status carry_out(struct pm_answer *answer, const struct pm_problem *problem,
                           const struct pm_plan *plan, const pm_options *options,
                           struct pm_session *session)
{
    PM_TRY(pm_session_plan(session, plan));
    PM_TRY(pm_run_plan(&answer->value, &answer->least, plan, session));
    if (!pm_session_is_part(session))
        PM_TRY(pm_answer_check(answer, problem, &plan->ask, plan, session));
    take_accuracy(answer, plan);
    PM_TRY(pm_session_finish(&answer->part, session));
    return pm_answer_finish(answer, options, &plan->ask);
}

static pm_status answer_run(struct pm_answer *answer, const struct pm_problem *problem,
                            const pm_options *options, struct pm_session *session)
{
    struct pm_plan *plan = NULL;
    pm_status status;

    const double begin = pm_clock();
    PM_TRY_GOTO(status, find_plan(&plan, problem, options, session), done);
    answer->spent[PM_PLANNING] = pm_clock() - begin;
    answer->plan = plan->text;
    answer->summary = plan->summary;
    answer->reasons = plan->reasons;
    plan->text = plan->summary = plan->reasons = NULL;
    pm_answer_numbers(answer, problem, &plan->ask, options);
    PM_TRY_GOTO(status, plan->status, done);
    PM_TRY_GOTO(status, answer_lists(answer, plan), done);
    status = options->plan_only ? pm_session_keep_plan(session, plan)
                                : carry_out(answer, problem, plan, options, session);
done:
    if (options->plan_only)
        answer->planned = plan;
    else
        pm_plan_free(plan);
    return status;
}

pm_status pm_solve_session(pm_answer **out, const pm_problem *problem, const pm_options *options,
                           struct pm_session *session)
{
    const double begin = pm_clock();
    struct pm_answer *answer;

    PM_NEW(answer, 1);
    pm_value_init(&answer->value);
    answer->threads = session->limits.threads;
    const pm_status status = answer_run(answer, problem, options, session);
    const struct pm_gpu_spent spent = pm_gpus_spent(session->gpus);
    answer->spent[PM_OPENING] = spent.opening;
    answer->spent[PM_COMPILING] = spent.compiling;
    answer->spent[PM_LAUNCHES] = spent.launches;
    answer->gpus = session->used;
    answer->ranks = pm_team_size(session->team);
    answer->shares = session->shares;
    answer->units = session->units;
    session->units = NULL;
    answer->seconds = pm_clock() - begin;
    if (status == PM_OK || (status == PM_UNABLE && options->plan_only && answer->plan != NULL)) {
        *out = answer;
        return status;
    }
    pm_answer_free(answer);
    return status;
}

bool pm_answer_within(const pm_answer *answer, double epsilon)
{
    return pm_value_within(&answer->value, epsilon);
}

pm_status pm_solve(pm_answer **answer, const pm_problem *problem, const pm_options *options)
{
    PM_GIVEN(answer, problem);
    struct pm_session session;
    pm_options asked, planned;

    PM_TRY(pm_options_take(&asked, options));
    const double begin = pm_clock();
    if (asked.gpus > 0)
        PM_TRY(check_gpus(asked.gpus));
    const double opening = pm_clock() - begin;
    PM_TRY(pm_session_open(&session, &planned, problem, &asked));
    pm_answer *solved = NULL;
    pm_status status = pm_solve_session(&solved, problem, &planned, &session);
    status = pm_session_ended(&session, pm_session_agree(&session, status));
    pm_session_clear(&session);
    if (solved != NULL) {
        solved->spent[PM_OPENING] += opening;
        solved->seconds += opening;
    }
    if (status == PM_OK || (asked.plan_only && solved != NULL))
        *answer = solved;
    else
        pm_answer_free(solved);
    return status;
}

void pm_answer_free(pm_answer *answer)
{
    if (answer == NULL)
        return;
    pm_value_clear(&answer->value);
    free(answer->engines);
    free(answer->reductions);
    free(answer->plan);
    free(answer->summary);
    free(answer->reasons);
    pm_plan_free(answer->planned);
    free(answer->part);
    free(answer->units);
    free(answer);
}
