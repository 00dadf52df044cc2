/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session: what belongs to one call of pm_solve() and not to the problem: who computes, who is
 * told, and what is kept.
 *
 * A plan is computed in stages: a core by the engine's way, once more exactly where that left too
 * few digits, or by a split.  Each stage is one deal; the session fills it from the checkpoint,
 * looks after it while it is worked on, and makes sure that all ranks have the same of it. */
#ifndef PM_CHECKPOINT_SESSION_H
#define PM_CHECKPOINT_SESSION_H

#include "checkpoint/checkpoint.h"
#include "checkpoint/lock.h"
#include "plan/plan.h"
#include "schedule/workers.h"

struct pm_session {
    struct pm_limits limits; /* threads that compute here, and their memory */
    int wish;             /* threads that the caller wants on each rank; 0: as many as there are */
    int devices;          /* as many GPUs may compute here, if there are so many */
    int used;             /* GPUs that do, or did */
    double audit;         /* share of the units that are computed twice */
    pm_team *team;        /* that works on this; NULL: nobody else */
    pm_team *idle;        /* that will, once there is a plan */
    const char *path;     /* of the checkpoint; NULL: none */
    struct pm_lock *lock; /* of the checkpoint; NULL: none */
    double every;         /* seconds between its writes */
    const char *plan_path, *plan_to; /* of the plan, and where it is kept; NULL: none */
    struct pm_checkpoint plan;       /* the file of the plan */
    bool complete;                   /* all is done before: nothing may be computed */
    pm_watch *watch;
    void *watcher;
    struct pm_checkpoint state;
    bool stated;          /* the state has the problem and the plan */
    bool spare_gpus;      /* they may do what was planned for threads */
    bool agreed;          /* with the idle ranks, how planning ended */
    struct pm_gpus *gpus; /* once some stage wanted them */
    double begun, saved;
    double planned;           /* when the plan was there; 0: not yet */
    struct pm_progress first; /* when the session began */
    uint64_t before;          /* units of the current stage that were done when it began */
    uint64_t *units;          /* that each rank has computed; NULL without a team */
    struct pm_poll poll;      /* while the plan is made */
    double asked;             /* when the caller was last told about that */
    bool unwanted;            /* there is to be none */
};

/* Begins a session for a problem.  *planned receives the options to plan with; they differ from
 * *options where there is a checkpoint or a team.  On failure there is nothing to clear. */
pm_status pm_session_open(struct pm_session *session, pm_options *planned,
                          const struct pm_problem *problem, const pm_options *options);

/* One that continues a state that was read, which it takes over. */
struct pm_session pm_session_adopt(pm_options *planned, struct pm_checkpoint *state);

/* The session is one of a team. */
pm_status pm_session_join(struct pm_session *session, pm_team *team);

/* A session of those limits, without devices, for no problem in particular. */
struct pm_session pm_session_alone(const struct pm_limits *limits);

void pm_session_clear(struct pm_session *session);

/* What the planner asks, which passes that on to the caller now and then; valid as long as the
 * session. */
const struct pm_poll *pm_session_poll(struct pm_session *session);

/* Shows the plan, as it is made, to the caller.  PM_STOPPED where that wants an end. */
pm_status pm_session_show(struct pm_session *session, const struct pm_plan *plan);

/* What the first rank tells the others while it plans: this word, and 1 where what will be done is
 * kept in a checkpoint, else 0.  Then they wait for a message from it, and all agree. */
#define PM_SESSION_PLANNING "planning "

/* All ranks agree how it ended: planning, or what they were told to do. */
pm_status pm_session_agree(struct pm_session *session, pm_status status);

/* There is a plan: the state has it, and from here on the ranks have it, too. */
pm_status pm_session_plan(struct pm_session *session, const struct pm_plan *plan);

/* Writes the plan to its file, if one is named. */
pm_status pm_session_keep_plan(struct pm_session *session, const struct pm_plan *plan);

/* True where what is predicted to take so long is to be dealt out. */
bool pm_session_deals(const struct pm_session *session, double seconds);

/* The devices that may compute here, which stay open until the session is cleared.  PM_UNABLE with
 * the reason where there is none. */
pm_status pm_session_gpus(struct pm_gpus **gpus, struct pm_session *session);

/* True where devices may compute `way`.  A way that was planned on a machine without devices
 * counts, too, if it takes long enough to look for devices here. */
bool pm_session_wants_gpus(const struct pm_session *session, const struct pm_way *way);

/* A stage of that name (NULL: one that is in no checkpoint and computed by every rank) is about to
 * begin; `status` is that of making its deal.  On failure the stage is over. */
pm_status pm_session_begin(struct pm_session *session, const char *name, struct pm_deal *deal,
                           pm_status status);

/* Looks after the deal until nothing is out any more. */
void pm_session_watch(struct pm_session *session, const char *name, struct pm_deal *deal);

/* After the workers have ended: the same records, or the same failure, on all ranks. */
pm_status pm_session_end(struct pm_session *session, const char *name, struct pm_deal *deal);

/* A stage from its begin to its end, by `count` threads (schedule/workers.h). */
pm_status pm_session_work(struct pm_session *session, const char *name, struct pm_deal *deal,
                          const struct pm_task *task, void *self, size_t size, int count);

/* All stages are over: writes the checkpoint, which is complete now and stays.  Of a part, *part is
 * its text, the caller's; else NULL. */
pm_status pm_session_finish(char **part, struct pm_session *session);

/* True where only a share of each stage is computed, so that stages have no value. */
bool pm_session_is_part(const struct pm_session *session);

#endif
