/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks of a team share one deal.  The first rank has the deal.  Each other rank has an empty deal
 * of its own (pm_deal_empty()); the first rank offers it the units that it asks for, and it sends
 * back what is done.  Messages are lines:
 *
 *     want N              to the first rank: this rank wants so many units
 *     RECORD              finished work, as pm_deal_write() writes it
 *     return RING F N     not done, and will not be done here
 *     wish REQUEST        a pm_request: someone asks this rank to save, or to stop
 *     fail STATUS TEXT    this rank cannot continue
 *     rest                nothing is under way here any more
 *     bye                 the answer to `over`
 *     offer RING F N      from the first rank: units to compute
 *     stop                finish the current units, return the rest
 *     over                all is done, or given up
 *
 * If memory runs out, returned units may be lost.  So the first rank counts the units that each
 * other rank has; when that rank rests, it subtracts them from those that are out. */
#pragma once

#include "schedule/deal.h"
#include "mpi/team.h"

struct pm_ranks {
    pm_team *team;
    uint64_t before; /* number of units that were done when the workers began */
    struct pm_rank {
        uint64_t wanted;    /* number of units that it waits for */
        uint64_t has, done; /* number of units offered and not returned; computed */
        bool bye;
    } * rank;        /* NULL: there was no memory, and the deal has failed */
    int byes;        /* number of `bye` messages received */
    bool told;       /* the ranks have been told to stop */
    pm_request wish; /* requests that other ranks received since the caller last looked */
};

/* For the first rank, with `team` and `before` set.  Call begin, then lead every few milliseconds
 * until nothing is out, then end, which adds to units[] the number that each rank has computed. */
void pm_ranks_begin(struct pm_ranks *ranks, struct pm_deal *deal);
void pm_ranks_lead(struct pm_ranks *ranks, struct pm_deal *deal);
void pm_ranks_end(uint64_t *units, struct pm_ranks *ranks, struct pm_deal *deal);

/* For all other ranks.  Calls `ask` now and then, and passes its answers on. */
void pm_ranks_follow(pm_team *team, struct pm_deal *deal, pm_request (*ask)(void *asked),
                     void *asked);
