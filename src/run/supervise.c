/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stage of a session.  Its deal is filled from the checkpoint, supervised while workers compute,
 * and saved now and then.  At the end all ranks have the same result. */
#include "run/session.h"

#include "base/budget.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/refusal.h"
#include "base/stored.h"
#include "base/text.h"
#include "base/watched.h"
#include "checkpoint/progress.h"
#include "mpi/ranks.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ saving */

/* Seconds between checks: without ranks, and with ranks, which may want work. */
static const double TICK_SECONDS = 0.05, RANKS_TICK_SECONDS = 0.004;

static bool leads(const struct pm_session *session)
{
    return pm_team_rank(session->team) == 0;
}

/* Writes the state, with the contents of the deal of stage `name` (NULL: no deal). */
static pm_status save(struct pm_session *session, const char *name, struct pm_deal *deal)
{
    const double spent = session->state.spent;
    char *text;

    session->saved = pm_clock();
    if (session->path == NULL)
        return PM_OK;
    session->state.spent += pm_clock() - session->begun;
    const pm_status made = pm_checkpoint_text(&text, &session->state, name, deal);
    session->state.spent = spent;
    PM_TRY(made);
    const pm_status status = pm_file_replace(session->path, text, "checkpoint", true);
    free(text);
    return status;
}

pm_status pm_session_store(struct pm_session *session, const char *name, const char *text,
                           struct pm_tally tally)
{
    PM_TRY(pm_checkpoint_keep(&session->state, name, text, tally));
    return save(session, NULL, NULL);
}

/* *out = the finished work of a deal as text. */
static pm_status records_text(char **out, struct pm_deal *deal)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    pm_deal_write(text.file, deal, false);
    return pm_text_close(out, &text, PM_OK);
}

/* Stores the records of a finished stage in the state. */
static pm_status keep(struct pm_session *session, const char *name, struct pm_deal *deal)
{
    char *text = NULL;

    if (session->stated)
        PM_TRY(records_text(&text, deal));
    const pm_status status =
        pm_checkpoint_keep(&session->state, name, text != NULL ? text : "", pm_deal_tally(deal));
    free(text);
    return status;
}

/* ------------------------------------------------------------------ a stage */

static pm_status check_complete(const char *name, struct pm_deal *deal)
{
    const struct pm_tally tally = pm_deal_tally(deal);

    if (tally.done == tally.total)
        return PM_OK;
    return pm_fail(PM_INPUT, "%llu of %llu units of stage %s are missing",
                   (unsigned long long)(tally.total - tally.done), (unsigned long long)tally.total,
                   name);
}

static bool is_due(const struct pm_session *session)
{
    return pm_clock() - session->saved >= session->every;
}

/* Fills the deal of the first rank. */
static pm_status fill_deal(struct pm_session *session, const char *name, struct pm_deal *deal)
{
    if (pm_session_is_part(session))
        pm_deal_keep_part(deal, session->state.part, session->state.parts);
    const pm_status status = pm_checkpoint_give(deal, &session->state, name);
    if (status != PM_OK)
        return session->path != NULL ? pm_fail_at(status, "%s", session->path) : status;
    if (session->complete)
        return check_complete(name, deal);
    /* an error in writing should be known now, not after some hours; there may be many pieces */
    return session->state.question == NULL || session->saved == 0 || is_due(session)
               ? save(session, name, deal)
               : PM_OK;
}

pm_status pm_session_begin(struct pm_session *session, const char *name, struct pm_deal *deal,
                           pm_status status)
{
    if (name == NULL)
        return status;
    if (status == PM_OK && !leads(session))
        pm_deal_empty(deal);
    else if (status == PM_OK)
        status = fill_deal(session, name, deal);
    session->before = status == PM_OK ? pm_deal_tally(deal).done : 0;
    return pm_team_agree(session->team, status);
}

/* Tells the caller the progress; `status` says whether saving succeeded.  Returns the caller's
 * request. */
static pm_request call_watch(struct pm_session *session, const char *name, struct pm_deal *deal,
                             pm_status status)
{
    const double now = pm_clock(), spent = now - session->begun;
    struct pm_progress progress;
    char warning[512];

    if (pm_stop_wanted(session->limits.stop))
        return PM_STOP;
    if (session->watch == NULL)
        return PM_GO_ON;
    pm_progress_of(&progress, &session->state, name, pm_deal_tally(deal));
    /* the time of planning says nothing about the speed of the work */
    pm_progress_since(&progress, &session->first,
                      session->planned > 0 ? now - session->planned : spent);
    progress.spent += spent;
    if (status != PM_OK) {
        snprintf(warning, sizeof warning, "%s", pm_message());
        progress.warning = warning;
    } else if (session->news[0] != '\0') {
        snprintf(warning, sizeof warning, "%s", session->news);
        session->news[0] = '\0';
        progress.warning = warning;
    }
    return session->watch(session->watcher, &progress);
}

/* Planning may use up the time; what it promises is tried for a moment in any case. */
static bool is_late(struct pm_session *session)
{
    static const double MOMENT = 0.5;
    const double s = session->allowed, planned = session->planned;

    session->late |=
        s > 0 && planned > 0 &&
        pm_clock() > fmax(session->begun + pm_budget_late(s), planned + fmin(s, MOMENT));
    return session->late;
}

pm_status pm_session_ended(const struct pm_session *session, pm_status status)
{
    return status == PM_STOPPED && session->late
               ? pm_refusal_of_lateness(NULL, pm_budget_late(session->allowed), session->allowed,
                                        session->path)
               : status;
}

/* Saves now and then, tells the caller the progress, and carries out the caller's request, or
 * `wish`, the request of another rank. */
static void look_up(struct pm_session *session, const char *name, struct pm_deal *deal,
                    pm_request wish)
{
    pm_status status = PM_OK;

    if (name != NULL && is_due(session))
        status = save(session, name, deal);
    for (int again = 0; again < 2; again++, wish = PM_GO_ON) {
        pm_request request = call_watch(session, name, deal, status);
        request = is_late(session) ? PM_STOP : wish > request ? wish : request;
        if (request == PM_GO_ON || pm_deal_is_over(deal))
            return;
        if (request == PM_STOP)
            pm_deal_stop(deal);
        if (name != NULL)
            status = save(session, name, deal);
        if (status == PM_OK)
            return;
    }
}

/* Tells the caller that the plan is being made, or its contents and predicted time, or that short
 * work is done.  Returns whether the caller wants to stop.  Nothing is saved. */
static bool is_declined(const struct pm_session *session, const struct pm_plan *plan,
                        const char *warning)
{
    const struct pm_progress progress = {.warning = warning,
                                         .planning = session->planned == 0,
                                         .plan = plan != NULL ? plan->text : NULL,
                                         .spent = pm_clock() - session->begun,
                                         .left = plan != NULL ? plan->seconds : HUGE_VAL,
                                         .part = session->state.part,
                                         .parts = session->state.parts};

    return session->watch != NULL && session->watch(session->watcher, &progress) == PM_STOP;
}

/* True if the caller, or that of another rank, wants to stop, or if the time is over. */
static bool unwanted(void *asked)
{
    struct pm_session *const session = asked;
    const double now = pm_clock();

    session->unwanted |= pm_stop_wanted(session->limits.stop);
    if (session->unwanted || now - session->asked < TICK_SECONDS)
        return session->unwanted;
    session->asked = now;
    session->unwanted = is_late(session) || is_declined(session, NULL, NULL) ||
                        (session->planned == 0 && pm_team_has_failed(session->idle));
    return session->unwanted;
}

pm_status pm_session_show(struct pm_session *session, const struct pm_plan *plan,
                          const char *warning)
{
    return is_declined(session, plan, warning) ? pm_fail(PM_STOPPED, "stopped") : PM_OK;
}

struct pm_budget pm_session_budget(struct pm_session *session, uint64_t memory)
{
    return (struct pm_budget){.stop = unwanted, .asked = session, .memory = memory};
}

static void watch_alone(struct pm_session *session, const char *name, struct pm_deal *deal)
{
    while (!pm_deal_wait(deal, TICK_SECONDS))
        look_up(session, name, deal, PM_GO_ON);
}

static void watch_ranks(struct pm_session *session, const char *name, struct pm_deal *deal)
{
    struct pm_ranks ranks = {.team = session->team, .before = session->before};
    double looked = 0;

    pm_ranks_begin(&ranks, deal);
    while (!pm_deal_wait(deal, RANKS_TICK_SECONDS)) {
        pm_ranks_lead(&ranks, deal);
        if (pm_clock() - looked >= TICK_SECONDS) {
            look_up(session, name, deal, ranks.wish);
            ranks.wish = PM_GO_ON;
            looked = pm_clock();
        }
    }
    pm_ranks_end(session->units, &ranks, deal);
}

/* On a rank other than the first: what its caller wants. */
struct follower {
    struct pm_session *session;
    const char *name;
    struct pm_deal *deal;
};

static pm_request ask_follower(void *asked)
{
    const struct follower *const f = asked;
    const double now = pm_clock();

    if (now - f->session->asked < TICK_SECONDS)
        return PM_GO_ON;
    f->session->asked = now;
    return call_watch(f->session, f->name, f->deal, PM_OK);
}

void pm_session_watch(struct pm_session *session, const char *name, struct pm_deal *deal)
{
    if (session->team == NULL || name == NULL)
        watch_alone(session, name, deal);
    else if (leads(session))
        watch_ranks(session, name, deal);
    else
        pm_ranks_follow(session->team, deal, ask_follower, &(struct follower){session, name, deal});
}

/* Sends the records of the first rank to the others. */
static pm_status spread(struct pm_session *session, struct pm_deal *deal)
{
    char *text = NULL;
    pm_status status =
        pm_team_agree(session->team, leads(session) ? records_text(&text, deal) : PM_OK);

    PM_THEN(status, pm_team_tell(session->team, &text));
    if (status == PM_OK && !leads(session)) {
        char *rest = text;
        pm_deal_reset(deal);
        for (char *line; status == PM_OK && (line = pm_stored_next(&rest)) != NULL;)
            status = pm_deal_read(NULL, deal, line);
    }
    free(text);
    return pm_team_agree(session->team, status);
}

/* Saves the state when a run ends early, once, unless its results are in doubt. */
static pm_status save_last(struct pm_session *session, const char *name, struct pm_deal *deal,
                           pm_status status)
{
    struct pm_failure failure = {.status = PM_OK};

    if (status == PM_WRONG || session->path == NULL || session->left || !leads(session))
        return status;
    session->left = status == PM_STOPPED;
    pm_failure_keep(&failure, status);
    const pm_status saved = save(session, name, deal);
    if (saved != PM_OK && status == PM_STOPPED)
        return pm_fail_at(saved, "stopped");
    pm_failure_raise(&failure);
    return status != PM_STOPPED
               ? status
               : pm_fail(status, "stopped; the same command continues from %s", session->path);
}

pm_status pm_session_end(struct pm_session *session, const char *name, struct pm_deal *deal)
{
    pm_status status = leads(session) || name == NULL ? pm_deal_status(deal) : PM_OK;

    if (name == NULL)
        return status;
    if (leads(session))
        status =
            status == PM_OK ? keep(session, name, deal) : save_last(session, name, deal, status);
    PM_TRY(pm_team_agree(session->team, status));
    return session->team != NULL && !pm_session_is_part(session) ? spread(session, deal) : PM_OK;
}

pm_status pm_session_work(struct pm_session *session, const char *name, struct pm_deal *deal,
                          pm_unit *unit, void *self, int count)
{
    PM_TRY(pm_session_begin(session, name, deal, PM_OK));
    struct pm_workers *const workers = pm_workers_start(deal, unit, self, count);
    pm_session_watch(session, name, deal);
    pm_workers_end(workers);
    return pm_session_end(session, name, deal);
}

pm_status pm_session_leave(struct pm_session *session, pm_status status)
{
    if (status != PM_OK)
        return save_last(session, NULL, NULL, status);
    save(session, NULL, NULL); /* an answer needs no checkpoint */
    return PM_OK;
}

pm_status pm_session_finish(char **part, struct pm_session *session)
{
    *part = NULL;
    if (!leads(session))
        return PM_OK;
    if (pm_session_is_part(session)) {
        const double begun = session->begun;
        session->begun = pm_clock();
        session->state.spent += session->begun - begun;
        PM_TRY(pm_checkpoint_text(part, &session->state, NULL, NULL));
    }
    const pm_status status = save(session, NULL, NULL);
    if (status != PM_OK && pm_session_is_part(session)) {
        free(*part);
        *part = NULL;
        return status;
    }
    return PM_OK; /* an answer needs no checkpoint */
}
