/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One deal shared by the ranks of a team.  The first rank has the deal; the others have one of
 * their own that is empty (pm_deal_empty()), into which the first rank puts what they ask for, and
 * which sends back what is done.  Messages are lines:
 *
 *     want N              to the first rank: that many units
 *     RECORD              as pm_deal_write() has them: done
 *     return RING F N     not done, and not going to be
 *     fail STATUS TEXT    this rank cannot go on
 *     offer RING F N      from the first rank: units to compute
 *     stop                finish what is being computed, return the rest
 *     over                all is done: there will be no more messages */
#ifndef PM_RUN_RANKS_H
#define PM_RUN_RANKS_H

#include "run/deal.h"
#include "run/team.h"

struct pm_ranks {
    pm_team *team;
    uint64_t *hungry; /* units that each rank waits for */
    bool told;        /* that it is to stop */
};

/* The first rank's: to be called every few milliseconds until the deal is at rest, then end. */
pm_status pm_ranks_init(struct pm_ranks *ranks, pm_team *team);
void pm_ranks_lead(struct pm_ranks *ranks, struct pm_deal *deal);
void pm_ranks_end(struct pm_ranks *ranks);

/* What the others do meanwhile; `threads` that compute here. */
void pm_ranks_follow(pm_team *team, struct pm_deal *deal, int threads);

#endif
