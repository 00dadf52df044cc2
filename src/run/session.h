/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session: what belongs to one call of pm_solve() and not to the problem: who computes, and who
 * is told. */
#ifndef PM_RUN_SESSION_H
#define PM_RUN_SESSION_H

#include "run/deal.h"

struct pm_session {
    int threads;  /* that compute here */
    double audit; /* share of the units that are computed twice */
};

/* Looks after a deal until it is over. */
void pm_session_watch(const struct pm_session *session, struct pm_deal *deal);

#endif
