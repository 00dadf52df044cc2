/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pm_solve() returns, and solving in a session. */
#ifndef PM_SOLVE_SOLVE_H
#define PM_SOLVE_SOLVE_H

#include "num/value.h"
#include "plan/plan.h"

struct pm_answer {
    struct pm_value value;
    int digits; /* 0: an exact answer; else floating, exact or not, printed with so many at most */
    int bits;   /* 0: exact; else the precision of a floating answer */
    const char *type;
    char *engines, *reductions;
    char *plan;
    struct pm_plan *planned; /* where nothing but the plan was asked for; else NULL */
    char *part;              /* of a run for a part: what pm_sum() adds up; else NULL */
    double seconds, spent[PM_PHASES];
    int threads, gpus, ranks;
    uint64_t *units; /* that each rank has computed; NULL: there is but one */
};

struct pm_session;

/* pm_solve() in a session; the options are those to plan with. */
pm_status pm_solve_session(pm_answer **answer, const pm_problem *problem, const pm_options *options,
                           struct pm_session *session);

#endif
