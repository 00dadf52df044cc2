/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session: the data of one call of pm_solve() that do not belong to the problem.  They say who
 * computes, who is told about progress, and what is kept.
 *
 * A plan is computed in stages.  A stage computes a core by an engine or by a split; if too few
 * digits are correct, another stage computes it again.  Each stage is one deal.  The session fills
 * the deal from the checkpoint, supervises it while workers compute, and makes all ranks agree on
 * its result. */
#pragma once

#include "base/budget.h"
#include "checkpoint/checkpoint.h"
#include "checkpoint/lock.h"
#include "plan/plan.h"
#include "schedule/workers.h"

struct pm_session {
    struct pm_limits limits; /* threads that compute here, and their memory */
    int wish;             /* threads that the caller wants on each rank; 0: as many as there are */
    int devices;          /* largest number of GPUs that may compute here */
    int used;             /* number of GPUs that were used */
    double audit;         /* fraction of the units that is computed twice */
    pm_team *team;        /* the ranks that work on this; NULL: there are no others */
    pm_team *idle;        /* the ranks that will join when there is a plan */
    const char *path;     /* of the checkpoint; NULL: none */
    struct pm_lock *lock; /* of the checkpoint; NULL: none */
    double every;         /* seconds between writes of the checkpoint */
    double most;          /* seconds; a plan that takes longer is declined; 0: none is */
    bool declined;        /* it was */
    double allowed;       /* seconds that the caller allows; 0: no limit */
    bool late;            /* the run was stopped, since it took too long */
    const char *plan_path, *plan_to; /* files to read the plan from, and to write it to; NULL:
                                      * none */
    struct pm_checkpoint plan;       /* the contents of the file with the plan */
    bool complete;                   /* the checkpoint is complete: nothing may be computed */
    pm_watch *watch;
    void *watcher;
    struct pm_checkpoint state;
    bool stated;          /* the state has the problem and the plan */
    bool spare_gpus;      /* GPUs may compute what was planned for threads */
    bool agreed;          /* the idle ranks have agreed how planning ended */
    struct pm_gpus *gpus; /* opened when a stage first needs them */
    double begun, saved;
    double planned;           /* time when the plan was ready; 0: not yet */
    struct pm_progress first; /* progress at the beginning of the session */
    char news[160];           /* why the progress falls back, for the caller; "": nothing new */
    uint64_t before;          /* units of the current stage that were done when it began */
    uint64_t *units;          /* number of units that each rank has computed; NULL without a team */
    struct pm_shares shares;  /* of the units of this rank */
    double asked;             /* time when the caller was last asked by the budget */
    bool unwanted;            /* the caller does not want the answer any more */
    bool left;                /* the run ended early, and its state is saved */
    int pieces;               /* how many kinds of pieces there were so far (run/pieces.h) */
};

/* Begins a session for a problem, and for a question as text; NULL: the answer itself.  *planned =
 * the options to plan with; they differ from *options if there is a checkpoint or a team.  After a
 * failure there is nothing to clear. */
pm_status pm_session_open(struct pm_session *session, pm_options *planned,
                          const struct pm_problem *problem, const char *question,
                          const pm_options *options);

/* Begins a session that continues a state that was read, and then owns it. */
struct pm_session pm_session_adopt(pm_options *planned, struct pm_checkpoint *state);

/* Makes the session work with a team. */
pm_status pm_session_join(struct pm_session *session, pm_team *team);

/* A session with these limits, without devices, and for no particular problem. */
struct pm_session pm_session_alone(const struct pm_limits *limits);

void pm_session_clear(struct pm_session *session);

/* The budget of the planner, and of work that is not dealt out; it also tells the caller about
 * progress now and then, and ends a run that is late.  Valid as long as the session. */
struct pm_budget pm_session_budget(struct pm_session *session, uint64_t memory);

/* How a run with this status has ended.  If it was stopped since it took twice the time that the
 * caller allows, the message says so: PM_STOPPED if it can be continued, else PM_UNABLE. */
pm_status pm_session_ended(const struct pm_session *session, pm_status status);

/* Shows the plan to the caller, and a warning that may be NULL.  PM_STOPPED: the caller wants to
 * stop. */
pm_status pm_session_show(struct pm_session *session, const struct pm_plan *plan,
                          const char *warning);

/* The message of the first rank to the others while it plans: this word, and 1 if finished work is
 * kept in a checkpoint, else 0.  Then they wait for its next message, and all agree. */
#define PM_SESSION_PLANNING "planning "

/* Makes all ranks agree how planning, or the work that they were told to do, has ended. */
pm_status pm_session_agree(struct pm_session *session, pm_status status);

/* Writes the plan into the state and sends it to the ranks. */
pm_status pm_session_plan(struct pm_session *session, const struct pm_plan *plan);

/* Writes the plan to its file, if there is one. */
pm_status pm_session_keep_plan(struct pm_session *session, const struct pm_plan *plan);

/* True if work with this predicted time should be dealt out. */
bool pm_session_deals(const struct pm_session *session, double seconds);

/* Opens the devices that may compute here, until the session is cleared.  PM_UNABLE with the
 * reason: there is none. */
pm_status pm_session_gpus(struct pm_gpus **gpus, struct pm_session *session);

/* True if devices may compute `way`.  A way that was planned without devices counts, too, if it
 * takes long enough. */
bool pm_session_wants_gpus(const struct pm_session *session, const struct pm_way *way);

/* Begins a stage with that name.  Name NULL: it is in no checkpoint, and every rank computes it.
 * `status` tells whether making its deal succeeded.  After a failure the stage is over. */
pm_status pm_session_begin(struct pm_session *session, const char *name, struct pm_deal *deal,
                           pm_status status);

/* Supervises the deal until no units are out. */
void pm_session_watch(struct pm_session *session, const char *name, struct pm_deal *deal);

/* Ends a stage, after the workers have ended: all ranks get the same records, or the same
 * failure. */
pm_status pm_session_end(struct pm_session *session, const char *name, struct pm_deal *deal);

/* Runs a whole stage with `count` threads (schedule/workers.h). */
pm_status pm_session_work(struct pm_session *session, const char *name, struct pm_deal *deal,
                          pm_unit *unit, void *self, int count);

/* For work that is not dealt out: keeps these records of it and writes the checkpoint. */
pm_status pm_session_store(struct pm_session *session, const char *name, const char *text,
                           struct pm_tally tally);

/* Ends a session without a plan, with that status: writes the checkpoint.  Its message says how a
 * run that was stopped continues. */
pm_status pm_session_leave(struct pm_session *session, pm_status status);

/* Ends the last stage: writes the complete checkpoint, which stays.  If only a part was computed,
 * *part = its text, which the caller must free; else NULL. */
pm_status pm_session_finish(char **part, struct pm_session *session);

/* True if only a part of each stage is computed, so that stages have no value. */
bool pm_session_is_part(const struct pm_session *session);
