/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One deal shared by the ranks of a team.  The first rank has the deal; the others have one of
 * their own that is empty (pm_deal_empty()), into which the first rank puts what they ask for, and
 * which sends back what is done.  Messages are lines:
 *
 *     want N              to the first rank: that many units
 *     RECORD              as pm_deal_write() has them: done
 *     return RING F N     not done, and not going to be
 *     wish REQUEST        a pm_request: somebody asks this rank to save, or to stop
 *     fail STATUS TEXT    this rank cannot go on
 *     rest                nothing is under way here any more
 *     bye                 the answer to over
 *     offer RING F N      from the first rank: units to compute
 *     stop                finish what is being computed, return the rest
 *     over                all is done, or given up
 *
 * Where memory runs out what is returned may be lost on its way.  So the first rank keeps account
 * of what each of the others has, and at rest takes that off what is out. */
#ifndef PM_MPI_RANKS_H
#define PM_MPI_RANKS_H

#include "schedule/deal.h"
#include "mpi/team.h"

struct pm_ranks {
    pm_team *team;
    uint64_t before; /* units that were done when the workers began */
    struct pm_rank {
        uint64_t wanted;    /* units that it waits for */
        uint64_t has, done; /* that it was offered and has not given back; has computed */
        bool bye;
    } * rank;        /* NULL: there was no memory, and the deal has failed */
    int byes;        /* that were heard */
    bool told;       /* that they are to stop */
    pm_request wish; /* what the others were asked for since the caller looked last */
};

/* The first rank's, with `team` and `before` set: lead is to be called every few milliseconds until
 * the deal is at rest, then end, which adds to units[] what each rank has computed. */
void pm_ranks_begin(struct pm_ranks *ranks, struct pm_deal *deal);
void pm_ranks_lead(struct pm_ranks *ranks, struct pm_deal *deal);
void pm_ranks_end(uint64_t *units, struct pm_ranks *ranks, struct pm_deal *deal);

/* What the others do meanwhile; now and then they call `ask`, and pass on what it answers. */
void pm_ranks_follow(pm_team *team, struct pm_deal *deal, pm_request (*ask)(void *asked),
                     void *asked);

#endif
