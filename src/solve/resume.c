/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that begin with a state instead of a problem: adding up parts, and ranks that work for the
 * first rank. */
#include "solve/solve.h"
#include "checkpoint/progress.h"
#include "run/session.h"
#include "mpi/team.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/argument.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Reads the problem of a state. */
static pm_status state_problem(struct pm_problem **problem, const struct pm_checkpoint *state)
{
    char *const copy = strdup(state->problem);
    char *rest = copy;

    if (copy == NULL)
        return pm_no_memory();
    const pm_status status = pm_statement_read_problem(problem, &rest);
    free(copy);
    return status;
}

/* Solves in a session that has adopted a state. */
static pm_status solve_state(pm_answer **answer, struct pm_session *session,
                             const pm_options *planned)
{
    struct pm_problem *problem = NULL;

    PM_TRY(state_problem(&problem, &session->state));
    const pm_status status = pm_solve_session(answer, problem, planned, session);
    pm_problem_free(problem);
    return status;
}

/* ------------------------------------------------------------------ parts */

/* Which part of a run a file is. */
struct share {
    uint64_t part, parts;
};

/* PM_INPUT: file k is the same part as an earlier one. */
static pm_status check_part(const struct share *share, const char *const *files, size_t k)
{
    for (size_t other = 0; other < k; other++)
        if (share[other].part == share[k].part && share[other].parts == share[k].parts)
            return pm_fail(PM_INPUT,
                           "%s: its work was done twice: it is part %llu of %llu, as %s is",
                           files[k], (unsigned long long)share[k].part,
                           (unsigned long long)share[k].parts, files[other]);
    return PM_OK;
}

static bool has_part(const struct share *share, size_t count, uint64_t part)
{
    for (size_t k = 0; k < count; k++)
        if (share[k].part == part || share[k].parts != share->parts)
            return true;
    return false;
}

/* Adds to the message of a failure which part is not among the files. */
static pm_status name_missing(pm_status status, const struct share *share, size_t count)
{
    for (uint64_t part = 1; status == PM_INPUT && part <= share->parts; part++)
        if (!has_part(share, count, part))
            return pm_fail_at(status, "part %llu of %llu is not among the files",
                              (unsigned long long)part, (unsigned long long)share->parts);
    return status;
}

/* Adds another file of the same run. */
static pm_status add_file(struct pm_checkpoint *all, struct share *share, const char *first,
                          const char *path)
{
    struct pm_checkpoint state;
    const char *other;
    pm_status status = PM_OK;

    PM_TRY(pm_checkpoint_read(&state, path));
    *share = (struct share){state.part, state.parts};
    if (strcmp(state.problem, all->problem) != 0)
        status = pm_fail(PM_INPUT, "%s: belongs to another problem than %s", path, first);
    else if ((other = pm_statement_difference(&state.options, &all->options)) != NULL)
        status = pm_fail(PM_INPUT, "%s: was made with another '%s' than %s", path, other, first);
    else if (!pm_checkpoint_same_plan(&state, all))
        status = pm_fail(PM_INPUT, "%s: its plan differs from that of %s", path, first);
    for (size_t k = 0; status == PM_OK && k < state.kinds; k++)
        status = pm_checkpoint_add(all, &state.records[k]);
    PM_THEN(status, pm_checkpoint_name(all, path));
    all->spent += state.spent;
    pm_checkpoint_clear(&state);
    return status;
}

pm_status pm_sum(pm_answer **answer, const char *const *files, size_t count)
{
    PM_ARGUMENTS(answer);
    PM_ARGUMENTS_IF(count > 0, files);
    for (size_t k = 0; k < count; k++)
        PM_ARGUMENTS(files[k]);
    struct pm_checkpoint all = {0};
    struct share *share;
    pm_options planned;
    pm_status status;

    if (count == 0)
        return pm_fail(PM_INPUT, "there is nothing to add up");
    PM_NEW(share, count);
    PM_TRY_GOTO(status, pm_checkpoint_read(&all, files[0]), done);
    if (all.question != NULL)
        PM_TRY_GOTO(status,
                    pm_fail(PM_INPUT, "%s: it has work for another question (%s), and no plan",
                            files[0], all.question),
                    done);
    PM_TRY_GOTO(status, pm_checkpoint_name(&all, files[0]), done);
    share[0] = (struct share){all.part, all.parts};
    for (size_t k = 1; k < count; k++) {
        PM_TRY_GOTO(status, add_file(&all, &share[k], files[0], files[k]), done);
        PM_TRY_GOTO(status, check_part(share, files, k), done);
    }
    all.part = all.parts = 1;
    struct pm_session session = pm_session_adopt(&planned, &all);
    session.complete = true;
    status = name_missing(solve_state(answer, &session, &planned), share, count);
    pm_session_clear(&session);
done:
    pm_checkpoint_clear(&all);
    free(share);
    return status;
}

pm_status pm_progress_read(pm_progress *progress, const char *file)
{
    PM_ARGUMENTS(progress, file);
    struct pm_checkpoint state;

    PM_TRY(pm_checkpoint_read(&state, file));
    pm_progress_of(progress, &state, NULL, (struct pm_tally){0});
    pm_checkpoint_clear(&state);
    return PM_OK;
}

/* ------------------------------------------------------------------ ranks */

/* The message of the first rank to the others: "THREADS DEVICES AUDIT KEPT", then a checkpoint. */
struct task {
    struct pm_checkpoint state;
    int threads, devices;
    double audit;
    int kept; /* the first rank keeps finished work in a checkpoint */
};

/* Reads a task; owns the text from now on. */
static pm_status read_task(struct task *task, char *text)
{
    char *const line_end = strchr(text, '\n');

    if (line_end == NULL || sscanf(text, "%d %d %la %d", &task->threads, &task->devices,
                                   &task->audit, &task->kept) != 4) {
        free(text);
        return pm_wrong("a rank received a damaged message");
    }
    memmove(text, line_end + 1, strlen(line_end + 1) + 1);
    return pm_checkpoint_parse(&task->state, text, "what a rank was told");
}

static pm_status serve_one(pm_team *team, char *text, pm_watch *watch, void *watcher)
{
    struct task task;
    pm_answer *answer = NULL;
    pm_options planned;

    PM_TRY(read_task(&task, text));
    struct pm_session session = pm_session_adopt(&planned, &task.state);
    session.audit = task.audit;
    session.devices = task.devices;
    session.watch = task.kept ? watch : NULL;
    session.watcher = watcher;
    if (task.threads > 0)
        session.limits.threads = task.threads;
    pm_status status = pm_session_join(&session, team);
    PM_THEN(status, solve_state(&answer, &session, &planned));
    pm_answer_free(answer);
    pm_session_clear(&session);
    return status;
}

/* Seconds between looks of a waiting rank at its messages, and between calls of its caller. */
static const double LOOK_SECONDS = 0.004, ASK_SECONDS = 0.05;

/* Waits for the plan of the first rank; `watch` NULL: nobody can ask to stop here. */
static pm_status wait_for_plan(pm_team *team, pm_watch *watch, void *watcher)
{
    const struct timespec pause = {.tv_nsec = (long)(1e9 * LOOK_SECONDS)};
    const struct pm_progress progress = {.planning = true, .left = HUGE_VAL, .part = 1, .parts = 1};
    double asked = pm_clock();
    char *text;
    int from;

    while (!pm_team_receive(&text, &from, team)) {
        if (pm_team_has_failed(team)) /* the agreement will give the reason */
            return PM_OK;
        if (watch != NULL && pm_clock() - asked >= ASK_SECONDS) {
            asked = pm_clock();
            if (watch(watcher, &progress) == PM_STOP)
                return pm_fail(PM_STOPPED, "stopped while planning; nothing new is saved, and the "
                                           "same command begins again");
        }
        nanosleep(&pause, NULL);
    }
    free(text);
    return PM_OK;
}

/* Carries out one message of the first rank; owns the text from now on. */
static pm_status serve(pm_team *team, char *text, pm_watch *watch, void *watcher)
{
    const size_t word = strlen(PM_SESSION_PLANNING);

    if (strncmp(text, PM_SESSION_PLANNING, word) != 0)
        return serve_one(team, text, watch, watcher);
    const bool kept = text[word] == '1';
    free(text);
    return wait_for_plan(team, kept ? watch : NULL, watcher);
}

pm_status pm_team_serve(pm_team *team, pm_watch *watch, void *watcher)
{
    PM_ARGUMENTS(team);
    for (;;) {
        char *text = NULL;
        const pm_status status = pm_team_tell(team, &text);
        if (status == PM_OK && text == NULL)
            return PM_OK;
        if (status == PM_OK) /* the first rank has the same failure, and reports it */
            pm_team_agree(team, serve(team, text, watch, watcher));
    }
}
