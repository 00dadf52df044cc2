/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches.  Some engines must search for something, such as an order of vertices, before cost()
 * can tell the cost of a core.  A search can be interrupted and continued.  It counts steps instead
 * of using a clock, so the same number of steps finds the same result on every machine.  Engines
 * without a search have a quick cost().
 *
 * The best way known so far limits the time of a search: searching takes at most 10 ms or 10 % of
 * the time of that way, whichever is larger, or more as long as it pays (plan/turns.c).
 *
 * At first a search does not look at the memory, so its result does not depend on the memory that
 * is free.  Only if the best result of all searches does not fit, the search is told to make it
 * fit. */
#pragma once

#include "engine/engine.h"

/* The state of a search. */
struct pm_found {
    double used;  /* number of steps so far; a step takes about half a nanosecond */
    double steps; /* estimated steps of the engine for one ring with the best result; INFINITY:
                   * nothing feasible was found yet */
    double hope;  /* if nothing is found before the end: the steps that are expected then */
    bool large;   /* the tables of the best result do not fit the memory */
    bool done;    /* there is nothing more to try */
};

struct pm_engine_search {
    /* Begins a search.  The core must exist until end().  PM_UNABLE: the engine cannot solve this
     * core. */
    pm_status (*begin)(void **search, const struct pm_core *core, const struct pm_limits *limits);
    /* Continues for about `steps` steps and updates *found.  One long call is better than several
     * short ones. */
    pm_status (*go_on)(struct pm_found *found, void *search, double steps);
    /* From now on, tables that exceed the memory given to begin() cost more, since they need
     * slices. Called once at most, if the best result is large.  Updates found->steps.  NULL: no
     * result is ever large. */
    pm_status (*fit)(struct pm_found *found, void *search);
    void (*end)(void *search); /* NULL is fine */
    /* It finds nothing before its end.  What needs no search is found by cost() with limits.look,
     * before all searches. */
    bool whole;
};

/* Rounds of annealing, each of which starts from the best result so far. */
struct pm_rounds {
    int count;
    double steps;  /* of all rounds */
    double gained; /* `steps` after the last round that gained something */
};

/* The round that has just been added to `steps` has changed the cost of the best result. */
void pm_search_rounds_end(struct pm_rounds *rounds, double before, double after);

/* Whether the latest rounds, most of all steps, have gained nothing. */
bool pm_search_rounds_are_vain(const struct pm_rounds *rounds);

/* The number of steps that all searches for one core may take together, if the best known way takes
 * `seconds`; INFINITY: no way is known.  A way that takes too long counts as if no way were known.
 */
double pm_search_allowed(double seconds);

/* The number of steps that a search may take that finds nothing before its end, if the best known
 * way takes `seconds`; 0: no way is known.  INFINITY: any number. */
double pm_search_share(double seconds);

/* The time in seconds that so many steps of a search take. */
double pm_search_seconds(double steps);

/* The number of steps of the next turn of a search that has taken `used` steps and may take `left`
 * more steps.  Turns become longer and longer, and a turn takes all steps that are left if fewer
 * than 5e5 would remain.  The first one has 5e5 steps or more, even if fewer are left. */
double pm_search_turn(double used, double left);

/* True if a search has nothing more to try, or too little hope: few entries are 0, so all orders
 * are almost alike; or all `allowed` steps are not hoped to make its result, of so many seconds, as
 * quick as the best known way (0: there is none). */
bool pm_search_is_over(const struct pm_found *found, const struct pm_core *core, double allowed,
                       double seconds, double known);

/* Continues a search of this kind for a core as long as its best result so far, a way of another
 * engine (limits->known), and the time limit allow.  `rate`: the engine's steps per second.  It is
 * for queries: a result that does not fit is of no use to them, so a search has been told to make
 * it fit before. */
pm_status pm_search_alone(void *search, const struct pm_engine_search *kind,
                          const struct pm_core *core, double rate, const struct pm_limits *limits);
