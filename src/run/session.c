/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening a session: first the options are checked, then files are read and compared with the
 * problem, then the ranks are told.  GPUs are opened when a stage first needs them. */
#include "run/session.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/sized.h"
#include "base/text.h"
#include "base/threads.h"
#include "cuda/gpu.h"
#include "plan/machine.h"
#include "checkpoint/progress.h"
#include "mpi/team.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double SAVE_SECONDS = 300;

bool pm_session_is_part(const struct pm_session *session)
{
    return session->state.parts > 1;
}

/* ------------------------------------------------------------------ open and clear */

struct pm_session pm_session_alone(const struct pm_limits *limits)
{
    return (struct pm_session){.limits = *limits, .state = {.part = 1, .parts = 1}};
}

void pm_session_clear(struct pm_session *session)
{
    PM_EACH(pm_checkpoint_clear, &session->state, &session->plan);
    pm_lock_release(session->lock);
    session->lock = NULL;
    pm_gpus_close(session->gpus);
    session->gpus = NULL;
    free(session->units);
    session->units = NULL;
}

static pm_status check_options(const pm_options *options)
{
    if (options->plan_to != NULL && !options->plan_only)
        return pm_fail(PM_INPUT, "a plan can be stored only if nothing is computed");
    if (options->parts > 1 && (options->part < 1 || options->part > options->parts))
        return pm_fail(PM_INPUT, "there is no part %llu of %llu", (unsigned long long)options->part,
                       (unsigned long long)options->parts);
    return PM_OK;
}

static pm_status problem_text(char **out, const struct pm_problem *problem)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    return pm_text_close(out, &text, pm_statement_write_problem(text.file, problem));
}

/* True if both texts begin with the same fingerprint. */
static bool same_name(const char *a, const char *b)
{
    return strncmp(a, b, strlen("problem 0123456789abcdef")) == 0;
}

/* Reads the file at `path` and checks that it is for this problem; messages call it `what`. */
static pm_status read_state(struct pm_checkpoint *state, const char *path, const char *what,
                            const char *problem)
{
    PM_TRY(pm_checkpoint_read(state, path));
    if (strcmp(state->problem, problem) == 0)
        return PM_OK;
    if (same_name(state->problem, problem))
        return pm_fail(PM_INPUT, "%s: the %s is refused: it has another embedding of the graph",
                       path, what);
    return pm_fail(
        PM_INPUT, "%s: the %s is refused: it belongs to another problem (%.16s, and this is %.16s)",
        path, what, state->problem + strlen("problem "), problem + strlen("problem "));
}

/* A question in words. */
static const char *words_of(const char *question)
{
    return question != NULL ? question : "the answer itself";
}

/* Continues with the state of the file. */
static pm_status resume(struct pm_session *session, const pm_options *options, const char *problem,
                        const char *question)
{
    struct pm_checkpoint *const state = &session->state;

    PM_TRY(read_state(state, session->path, "checkpoint", problem));
    if (strcmp(words_of(state->question), words_of(question)) != 0)
        return pm_fail(PM_INPUT,
                       "%s: the checkpoint is refused: it belongs to another question (%s, and "
                       "this is %s)",
                       session->path, words_of(state->question), words_of(question));
    const char *const other = pm_statement_difference(&state->options, options);
    if (other != NULL)
        return pm_fail(PM_INPUT, "%s: the checkpoint is refused: it was made with another '%s'",
                       session->path, other);
    if (options->parts > 1 && (state->part != options->part || state->parts != options->parts))
        return pm_fail(PM_INPUT, "%s: the checkpoint is refused: it is part %llu of %llu",
                       session->path, (unsigned long long)state->part,
                       (unsigned long long)state->parts);
    return PM_OK;
}

/* Reads the file of a plan; options that are not given are taken from it. */
static pm_status read_plan(struct pm_session *session, pm_options *planned, const char *problem)
{
    struct pm_checkpoint *const plan = &session->plan;

    PM_TRY(read_state(plan, session->plan_path, "plan", problem));
    const char *const other = pm_statement_adopt(planned, &plan->options);
    if (other != NULL)
        return pm_fail(PM_INPUT, "%s: the plan is refused: it was made with another '%s'",
                       session->plan_path, other);
    if (plan->plan == NULL)
        return pm_fail(PM_INPUT, "%s: the plan is refused: there is none in it",
                       session->plan_path);
    return PM_OK;
}

/* Copies the plan of the file into the state.  If the state has a plan (a run that continues), both
 * must be the same. */
static pm_status take_plan(struct pm_session *session)
{
    struct pm_checkpoint *const state = &session->state;
    char *copy;

    if (state->plan == NULL)
        return (copy = strdup(session->plan.plan)) != NULL ? pm_checkpoint_plan(state, copy)
                                                           : pm_no_memory();
    return pm_checkpoint_same_plan(state, &session->plan)
               ? PM_OK
               : pm_fail(PM_INPUT, "%s: the plan is refused: %s has another one",
                         session->plan_path, session->path);
}

/* Writes the problem into the state: from the files if there are any, else anew. */
static pm_status state_problem(struct pm_session *session, pm_options *planned,
                               const struct pm_problem *problem, const char *question)
{
    struct pm_checkpoint *const state = &session->state;
    char *text = NULL;
    pm_status status = PM_OK;

    PM_TRY(problem_text(&text, problem));
    if (session->plan_path != NULL)
        status = read_plan(session, planned, text);
    if (status == PM_OK && session->path != NULL && access(session->path, F_OK) == 0)
        status = resume(session, planned, text, question);
    if (status == PM_OK && session->plan_path != NULL)
        status = take_plan(session);
    if (state->problem == NULL) {
        state->problem = text;
        state->options = *planned;
        if (question != NULL && (state->question = strdup(question)) == NULL)
            status = pm_no_memory();
    } else {
        free(text);
    }
    state->part = planned->parts > 1 ? planned->part : 1;
    state->parts = planned->parts > 1 ? planned->parts : 1;
    return status;
}

/* Parts of one run need one plan, which must not depend on what memory happens to be free. */
static pm_status check_part(const struct pm_session *session, const pm_options *options)
{
    if (options->parts <= 1 || options->memory > 0 || session->state.plan != NULL)
        return PM_OK;
    if (session->plan_to != NULL)
        return pm_fail(
            PM_INPUT,
            "the plan of a part needs a limit of the memory, as by --memory=1G: the plan "
            "depends on it, and all parts must have the same one; with --plan, %s is "
            "written and not read",
            session->plan_to);
    return pm_fail(PM_INPUT, "a part needs a limit of the memory, or the file of a plan: "
                             "the plan depends on it, and all parts must have the same one");
}

/* Tells the other ranks that planning begins, and whether finished work is kept. */
static pm_status announce(const struct pm_session *session)
{
    char *text;

    if (asprintf(&text, PM_SESSION_PLANNING "%d", session->path != NULL) < 0)
        return pm_no_memory();
    const pm_status status = pm_team_tell(session->idle, &text);
    free(text);
    return status;
}

/* True if the problem must be written into the state, since others will carry out the plan: ranks,
 * or a later call, perhaps on another machine. */
static bool is_stated(const pm_options *options)
{
    return options->checkpoint != NULL || options->plan_file != NULL || options->plan_to != NULL ||
           options->team != NULL || options->parts > 1;
}

pm_status pm_session_open(struct pm_session *session, pm_options *planned,
                          const struct pm_problem *problem, const char *question,
                          const pm_options *options)
{
    pm_status status = PM_OK;

    PM_TRY(check_options(options));
    *session = (struct pm_session){
        .limits = {.threads = pm_threads(options->threads)},
        .wish = options->threads,
        .devices = pm_sized_options_gpus(options),
        .audit = options->audit,
        .idle = options->plan_only ? NULL : options->team,
        .path = options->checkpoint,
        .plan_path = options->plan_file,
        .plan_to = options->plan_to,
        .every = options->checkpoint_every > 0 ? options->checkpoint_every : SAVE_SECONDS,
        .allowed = options->seconds,
        .watch = options->watch,
        .watcher = options->watcher,
        .state = {.part = 1, .parts = 1},
        .stated = is_stated(options),
        .begun = pm_clock(),
    };
    *planned = *options;
    if (options->memory == 0 && options->team != NULL)
        planned->memory = pm_machine_memory(0, pm_matrix_lines(problem->a)) /
                          (uint64_t)pm_team_local_size(options->team);
    if (session->plan_to != NULL)
        PM_TRY_GOTO(status, pm_file_check(session->plan_to, "plan"), done);
    if (session->path != NULL && !options->plan_only) { /* the owner of the lock writes beside it */
        PM_TRY_GOTO(status, pm_lock_take(&session->lock, session->path), done);
        PM_TRY_GOTO(status, pm_file_check(session->path, "checkpoint"), done);
    }
    if (session->stated)
        PM_TRY_GOTO(status, state_problem(session, planned, problem, question), done);
    PM_TRY_GOTO(status, check_part(session, options), done);
    if (session->idle != NULL)
        status = announce(session);
done:
    if (status != PM_OK)
        pm_session_clear(session);
    return status;
}

pm_status pm_session_join(struct pm_session *session, pm_team *team)
{
    session->team = team;
    PM_NEW(session->units, pm_team_size(team));
    return PM_OK;
}

struct pm_session pm_session_adopt(pm_options *planned, struct pm_checkpoint *state)
{
    const struct pm_session session = {
        .limits = {.threads = pm_threads(0)}, .state = *state, .stated = true, .begun = pm_clock()};

    *planned = state->options;
    *state = (struct pm_checkpoint){.part = 1, .parts = 1};
    return session;
}

pm_status pm_session_gpus(struct pm_gpus **gpus, struct pm_session *session)
{
    if (session->devices == 0)
        return pm_fail(PM_UNABLE, "no GPU is allowed");
    if (session->gpus == NULL)
        PM_TRY(pm_gpus_open(&session->gpus, session->devices));
    *gpus = session->gpus;
    session->used = session->gpus->count;
    return PM_OK;
}

bool pm_session_wants_gpus(const struct pm_session *session, const struct pm_way *way)
{
    return way->gpus > 0 || (session->spare_gpus && pm_way_gpus_pay(way));
}

/* ------------------------------------------------------------------ stages */

/* Writes the plan into the state, if it has none. */
static pm_status state_plan(struct pm_checkpoint *state, const struct pm_plan *plan)
{
    struct pm_text text;
    char *written;

    if (state->plan != NULL)
        return PM_OK;
    PM_TRY(pm_text_open(&text));
    PM_TRY(pm_text_close(&written, &text, pm_plan_write(text.file, plan)));
    return pm_checkpoint_plan(state, written);
}

pm_status pm_session_keep_plan(struct pm_session *session, const struct pm_plan *plan)
{
    char *text;

    if (session->plan_to == NULL)
        return PM_OK;
    PM_TRY(state_plan(&session->state, plan));
    PM_TRY(pm_checkpoint_text(&text, &session->state, NULL, NULL));
    const pm_status status = pm_file_replace(session->plan_to, text, "plan", true);
    free(text);
    return status;
}

/* Sends the other ranks their settings and the head of a checkpoint, with the plan.  From here on a
 * failure of one rank is a failure of all (mpi/team.h). */
static pm_status tell_ranks(struct pm_session *session)
{
    char *text, *all;

    PM_TRY(pm_checkpoint_text(&text, &session->state, NULL, NULL));
    const int length = asprintf(&all, "%d %d %a %d\n%s", session->wish, session->devices,
                                session->audit, session->path != NULL, text);
    free(text);
    if (length < 0)
        return pm_no_memory();
    pm_status status = pm_session_join(session, session->idle);
    PM_THEN(status, pm_team_tell(session->idle, &all));
    if (status != PM_OK) /* the others have not joined */
        session->team = NULL;
    free(all);
    return status;
}

/* True if GPUs may compute what was planned for threads: the plan uses no device, perhaps because
 * it was made on a machine without any. */
static bool has_spare_gpus(const struct pm_session *session, const struct pm_plan *plan)
{
    bool gpus;

    pm_plan_seconds(&gpus, plan, 1);
    return session->stated && !gpus;
}

pm_status pm_session_agree(struct pm_session *session, pm_status status)
{
    if (session->team != NULL)
        return pm_team_agree(session->team, status);
    if (session->idle == NULL || session->agreed)
        return status;
    session->agreed = true;
    for (int rank = 1; rank < pm_team_size(session->idle); rank++)
        if (!pm_team_has_failed(session->idle))
            pm_team_send(session->idle, rank, "planned");
    return pm_team_agree(session->idle, status);
}

pm_status pm_session_plan(struct pm_session *session, const struct pm_plan *plan)
{
    session->limits.memory = plan->limits.memory;
    session->spare_gpus = has_spare_gpus(session, plan);
    PM_TRY(state_plan(&session->state, plan));
    if (session->idle != NULL) {
        PM_TRY(pm_session_agree(session, PM_OK));
        PM_TRY(tell_ranks(session));
    }
    pm_progress_of(&session->first, &session->state, NULL, (struct pm_tally){0});
    session->saved = session->planned = pm_clock();
    return PM_OK;
}

/* Less work is not worth the start of threads. */
static const double THREADS_SECONDS = 0.004;

bool pm_session_deals(const struct pm_session *session, double seconds)
{
    const bool alone = session->team == NULL && !pm_session_is_part(session);

    if (session->audit > 0 || (alone && session->limits.threads > 1 && seconds >= THREADS_SECONDS))
        return true;
    return pm_checkpoint_keeps(seconds) && (session->limits.threads > 1 || session->stated ||
                                            session->watch != NULL || session->allowed > 0);
}
