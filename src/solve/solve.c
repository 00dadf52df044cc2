/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way from a problem and options to an answer. */
#include "solve/answer.h"
#include "query/request.h"
#include "run/run.h"
#include "checkpoint/session.h"
#include "mpi/team.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "cuda/gpu.h"
#include "model/problem.h"
#include "plan/machine.h"

#include <ctype.h>
#include <flint/fmpz.h>
#include <flint/ulong_extras.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of floating answers, where nothing is said. */
static const double DEFAULT_EPSILON = 1e-12;

static double epsilon_of(const struct pm_options *options)
{
    return options->epsilon == 0 ? DEFAULT_EPSILON : fmax(options->epsilon, 0);
}

/* ------------------------------------------------------------------ options */

static pm_status parse_modulus(fmpz_t modulus, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if (!isdigit((unsigned char)*c))
            return pm_fail(PM_INPUT, "modulus '%s' is no positive integer", text);
    if (*text == '\0' || fmpz_set_str(modulus, text, 10) != 0 || fmpz_cmp_ui(modulus, 2) < 0)
        return pm_fail(PM_INPUT, "modulus '%s': an integer of at least 2 is wanted", text);
    return PM_OK;
}

static pm_status parse_engine(const struct pm_engine **engine, const char *name)
{
    char known[512] = "";

    *engine = NULL;
    if (name == NULL || (*engine = pm_engine_find(name)) != NULL)
        return PM_OK;
    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++) {
        strncat(known, e == pm_engines ? "" : ", ", sizeof known - strlen(known) - 1);
        strncat(known, (*e)->name, sizeof known - strlen(known) - 1);
    }
    return pm_fail(PM_INPUT, "there is no engine '%s'; there are %s", name, known);
}

/* What is wanted.  A modulus that is an odd prime below 2^62 is computed with directly; for any
 * other the exact answer is reduced at the end. */
static pm_status parse_want(struct pm_planner *planner, const struct pm_problem *problem,
                            const struct pm_options *options, const fmpz_t modulus)
{
    planner->complex_values = problem->a->im != NULL;
    planner->bits = pm_request_bits(problem, options->precision);
    planner->want = planner->bits > 0 ? PM_WANT_FLOATING : PM_WANT_EXACT;
    planner->rounded = options->precision == PM_PRECISION_AUTO ||
                       pm_number_floating(planner->bits, false) == PM_NUMBERS;
    if (planner->bits == 1 || planner->bits < 0 || planner->bits > PM_PRECISION_MOST)
        return pm_fail(PM_INPUT, "a precision of %d bits: 2 to %d are wanted", planner->bits,
                       PM_PRECISION_MOST);
    if (options->modulus == NULL)
        return PM_OK;
    if (options->precision > PM_PRECISION_EXACT)
        return pm_fail(PM_INPUT, "a residue is exact: a modulus and a floating precision exclude "
                                 "each other");
    planner->want = PM_WANT_EXACT;
    if (!planner->complex_values && fmpz_is_odd(modulus) && fmpz_bits(modulus) <= 62 &&
        n_is_prime(fmpz_get_ui(modulus))) {
        planner->want = PM_WANT_RESIDUE;
        planner->prime = fmpz_get_ui(modulus);
    }
    return PM_OK;
}

/* Devices that are asked for by number must be there. */
static pm_status check_gpus(int wanted)
{
    struct pm_gpus *gpus;

    PM_TRY(pm_gpus_usable(&gpus, wanted));
    const int count = gpus->count;
    pm_gpus_close(gpus);
    if (count < wanted)
        return pm_fail(PM_UNABLE, "%d GPUs are asked for, and there %s %d", wanted,
                       count == 1 ? "is" : "are", count);
    return PM_OK;
}

static pm_status parse_options(struct pm_planner *planner, const struct pm_problem *problem,
                               const struct pm_options *options, const fmpz_t modulus)
{
    if (options->paper && problem->kind != PM_PERMANENT)
        return pm_fail(PM_UNABLE,
                       "the paper's plan is for permanents, and this graph, which is not "
                       "bipartite, asks for a hafnian");
    *planner = (struct pm_planner){
        .kind = problem->kind,
        .about = problem->note,
        .around = problem->around,
        .paper = options->paper,
    };
    PM_TRY(parse_want(planner, problem, options, modulus));
    PM_TRY(parse_engine(&planner->engine, options->engine));
    if (options->paper && options->reduce == NULL && options->no_reduce == NULL)
        PM_TRY(pm_rules_parse(&planner->rules, "dm,split", NULL));
    else
        PM_TRY(pm_rules_parse(&planner->rules, options->reduce, options->no_reduce));
    planner->limits.threads = options->threads > 0 ? options->threads : pm_machine_threads();
    planner->limits.memory = options->memory > 0 ? options->memory : pm_machine_memory();
    planner->limits.seconds = options->seconds;
    planner->limits.gpus = pm_session_devices(options);
    if (!(options->epsilon < 1))
        return pm_fail(PM_INPUT, "epsilon is %g: a relative error below 1 is wanted",
                       options->epsilon);
    planner->limits.epsilon = epsilon_of(options);
    return PM_OK;
}

/* A described machine is for plans alone, and takes the place of the one at hand. */
static pm_status parse_machine(struct pm_machine **machine, struct pm_planner *planner,
                               const struct pm_options *options)
{
    if (options->machine == NULL)
        return PM_OK;
    if (!options->plan_only)
        return pm_fail(PM_INPUT, "for a machine that is described there are only plans");
    PM_TRY(pm_machine_describe(machine, options->machine));
    planner->machine = *machine;
    planner->limits.threads = (*machine)->cores;
    if (options->memory == 0)
        planner->limits.memory = (*machine)->memory;
    return PM_OK;
}

/* What a session plans with; *modulus and *machine as the options have them. */
static pm_status planner_init(struct pm_planner *planner, fmpz_t modulus,
                              struct pm_machine **machine, const struct pm_problem *problem,
                              const struct pm_options *options, struct pm_session *session)
{
    if (options->modulus != NULL)
        PM_TRY(parse_modulus(modulus, options->modulus));
    PM_TRY(parse_options(planner, problem, options, modulus));
    planner->gpus_counted = session->stated; /* what the statement says is planned for */
    planner->limits.poll = pm_session_poll(session);
    if (!session->stated && !options->plan_only)
        planner->gpus = &session->gpus;
    return parse_machine(machine, planner, options);
}

/* ------------------------------------------------------------------ answers */

/* Appends a word to a comma-separated list unless it is there. */
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

static const char *type_name(const struct pm_problem *problem, const struct pm_planner *planner,
                             const struct pm_options *options)
{
    if (options->modulus != NULL)
        return "modular";
    if (planner->want == PM_WANT_FLOATING)
        return planner->complex_values || problem->field == PM_FIELD_COMPLEX ? "complex" : "real";
    if (planner->complex_values || problem->field == PM_FIELD_COMPLEX)
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
    return invertible ? PM_OK
                      : pm_fail(PM_DOMAIN, "the answer's denominator has no inverse modulo the "
                                           "modulus");
}

static pm_status answer_finish(struct pm_answer *answer, const struct pm_options *options,
                               const fmpz_t modulus)
{
    const double epsilon = epsilon_of(options);
    char *bound;

    if (options->strict && !pm_answer_within(answer, epsilon)) {
        PM_TRY(pm_answer_bound(&bound, answer));
        pm_fail(PM_UNABLE,
                "the proved error, %s, is above epsilon = %g of the answer; a higher "
                "precision helps",
                bound, epsilon);
        free(bound);
        return PM_UNABLE;
    }
    if (options->modulus == NULL)
        return PM_OK;
    PM_TRY(reduce_fmpq(answer->value.centre.re, modulus));
    return reduce_fmpq(answer->value.centre.im, modulus);
}

/* Refuses what is predicted to take too long. */
static pm_status check_time(const struct pm_plan *plan)
{
    const int threads = plan->planner.machine != NULL ? 1 : plan->planner.limits.threads;

    return pm_request_allowed(&plan->planner.limits, plan->seconds / threads, 0);
}

/* The plan; of a graph with an embedding, which reductions may spoil, that without them where it is
 * the quicker one.  A plan that was made before a failure is the caller's, too. */
static pm_status plan_best(struct pm_plan **plan, const struct pm_matrix *a,
                           const struct pm_planner *planner, const struct pm_options *options)
{
    struct pm_planner bare = *planner;
    struct pm_plan *other;

    PM_TRY(pm_poll(planner->limits.poll)); /* so the caller is heard from the beginning */
    PM_TRY(pm_plan_new(plan, a, planner));
    if (planner->around == NULL || options->paper || options->reduce || options->no_reduce)
        return PM_OK;
    struct pm_failure unable = {PM_OK, ""};
    pm_failure_keep(&unable, (*plan)->status);
    bare.rules = 0;
    PM_TRY(pm_plan_new(&other, a, &bare));
    const bool better =
        other->status == PM_OK && ((*plan)->status != PM_OK || other->seconds < (*plan)->seconds);
    pm_plan_free(better ? *plan : other);
    *plan = better ? other : *plan;
    pm_failure_raise(&unable);
    return PM_OK;
}

static pm_status answer_run(struct pm_answer *answer, const struct pm_matrix *a,
                            const struct pm_planner *planner, const pm_options *options,
                            struct pm_session *session)
{
    struct pm_plan *plan = NULL;
    pm_status status = plan_best(&plan, a, planner, options);

    if (status == PM_OK)
        status = pm_session_show(session, plan);
    if (status == PM_STOPPED)
        status = pm_fail(status, "stopped while planning, with nothing new to keep; the same "
                                 "command goes on");
    if (status == PM_OK) {
        answer->plan = plan->text;
        plan->text = NULL;
        status = plan->status;
    }
    if (status == PM_OK)
        status = check_time(plan);
    if (status == PM_OK)
        status = answer_lists(answer, plan);
    if (status == PM_OK && options->plan_only)
        status = pm_session_keep_plan(session, plan);
    if (!options->plan_only)
        status = pm_session_plan(session, plan, status);
    if (status == PM_OK && !options->plan_only)
        status = pm_run_plan(&answer->value, plan, session);
    if (status == PM_OK && !options->plan_only)
        status = pm_session_finish(&answer->part, session);
    pm_plan_free(plan);
    return status;
}

pm_status pm_solve_session(pm_answer **out, const pm_problem *problem, const pm_options *options,
                           struct pm_session *session)
{
    const double begin = pm_clock();
    struct pm_answer *answer = NULL;
    struct pm_matrix *transposed = NULL;
    struct pm_machine *machine = NULL;
    struct pm_planner planner;
    fmpz_t modulus;
    pm_status status = PM_OK;

    fmpz_init(modulus);
    PM_TRY_GOTO(status, planner_init(&planner, modulus, &machine, problem, options, session), done);
    PM_NEW_GOTO(status, answer, 1, done);
    pm_value_init(&answer->value);
    answer->digits = planner.want == PM_WANT_FLOATING ? pm_number_digits(planner.bits) : 0;
    answer->type = type_name(problem, &planner, options);
    answer->threads = session->threads;
    if (problem->kind == PM_PERMANENT && problem->a->rows > problem->a->cols)
        PM_TRY_GOTO(status, pm_matrix_transpose(&transposed, problem->a), done);
    PM_TRY_GOTO(status,
                answer_run(answer, transposed != NULL ? transposed : problem->a, &planner, options,
                           session),
                done);
    if (!options->plan_only)
        PM_TRY_GOTO(status, answer_finish(answer, options, modulus), done);
    answer->gpus = session->used;
    answer->ranks = pm_team_size(session->team);
    answer->units = session->units;
    session->units = NULL;
    answer->seconds = pm_clock() - begin;
done:
    fmpz_clear(modulus);
    pm_matrix_free(transposed);
    pm_machine_free(machine);
    if (status == PM_OK ||
        (status == PM_UNABLE && options->plan_only && answer != NULL && answer->plan != NULL)) {
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
    static const pm_options defaults;
    struct pm_session session;
    pm_options planned;

    if (options == NULL)
        options = &defaults;
    if (options->gpus > 0)
        PM_TRY(check_gpus(options->gpus));
    PM_TRY(pm_session_open(&session, &planned, problem, options));
    pm_answer *solved = NULL;
    const pm_status status =
        pm_team_agree(session.team, pm_solve_session(&solved, problem, &planned, &session));
    pm_session_clear(&session);
    if (status == PM_OK || (options->plan_only && solved != NULL))
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
    free(answer->part);
    free(answer->units);
    free(answer);
}
