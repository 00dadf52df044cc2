/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches: what an engine looks for, as an order of vertices, before cost() can say what a core
 * costs.  A search can be broken off and taken up again, and it is counted in steps and not by a
 * clock: so many steps find the same on every machine.  Engines that need none have quick costs.
 *
 * How long a search may go on depends on the best way that is known: finding a way takes at most
 * the larger of 10 ms and 5 % of what that way takes. */
#ifndef PM_ENGINE_SEARCH_STEPS_H
#define PM_ENGINE_SEARCH_STEPS_H

#include "engine/engine.h"

/* What a search has come to. */
struct pm_found {
    double used;  /* steps so far; one is about a nanosecond of the reference machine */
    double steps; /* of the engine, for one ring, about; INFINITY: nothing that could be done yet */
    bool done;    /* there is no more to try */
};

struct pm_engine_search {
    /* PM_UNABLE where it sees that there is no hope.  The core is borrowed. */
    pm_status (*begin)(void **search, const struct pm_core *core, const struct pm_limits *limits);
    /* Goes on for about so many steps; many at once are worth more than as many in pieces. */
    pm_status (*go_on)(struct pm_found *found, void *search, double steps,
                       const struct pm_poll *poll);
    void (*end)(void *search); /* NULL is fine */
};

/* Steps that searches for one core may take, all together, where the best way known takes so many
 * seconds; INFINITY: none is known, and so it is where nobody would wait for that way. */
double pm_search_allowed(double seconds);

/* Steps for the next turn of a search that has taken `used` so far and may take `left` more: turns
 * grow with what they go on from. */
double pm_search_turn(double used, double left);

/* A search goes on until it has taken what its own best way is worth, at so many of the engine's
 * steps a second. */
pm_status pm_search_alone(void *search, const struct pm_engine_search *kind, double rate,
                          const struct pm_poll *poll);

#endif
