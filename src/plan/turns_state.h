/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the searches for one core, for turns.c and turns_devices.c. */
#pragma once

#include "engine/search_steps.h"
#include "plan/trial.h"

/* A kind of numbers for the answer. */
struct pm_kind_of_ways {
    bool exact;
    double bits; /* an exact answer is below 2^bits, as in pm_trial_begin() */
};

/* How a search ended. */
enum pm_turns_end {
    PM_TURNS_NONE,  /* the engine has no search */
    PM_TURNS_FOUND, /* the search has a result; ask cost() about it */
    /* the search did not begin, or cost() has refused its result; the message says why */
    PM_TURNS_REFUSED,
    PM_TURNS_BEATEN, /* the engine takes longer than the best way */
};

enum { PM_TURNS_KINDS = 2 };

struct pm_turns_search {
    const struct pm_engine *engine;
    /* seconds of a step, for all rings, on a thread; the same on a thread or a device, whichever
     * is faster */
    double step, least;
    double fixed;  /* seconds of a thread besides these steps, for the rings of `step` */
    double wall;   /* seconds of a step on one device; INFINITY: devices cannot compute it */
    double priced; /* the steps of the result by which cost() told `wall`; INFINITY: none */
    double floor;  /* lower bound of the engine's number of steps */
    void *state;   /* NULL: the search did not begin */
    struct pm_found found;
    struct pm_failure refusal;
    enum pm_turns_end end;
    bool refuted;   /* cost() has refused what was found */
    bool confirmed; /* cost() has accepted a result of this search, perhaps an earlier one */
    bool fits;      /* it has been told to make its result fit the memory */
    bool pays;      /* its last turn has saved more of the best way's time than it took */
};

struct pm_turns {
    struct pm_turns_search *search; /* for each engine, as in pm_engines */
    int engines;
    int gpus;        /* devices of this machine; -1: not asked yet */
    uint64_t memory; /* of each device, in bytes */
    double known;    /* seconds of the best way before the searches */
    double worth;    /* the same of the threads that will run (pm_way_worth()) */
    double seconds;  /* seconds of the best way so far */
    double used;
    /* the part of it that is not counted: of those that find nothing before their end, or before a
     * search was told to fit */
    double before;
    const struct pm_core *core; /* belongs to the caller, like *planner */
    const struct pm_planner *planner;
    struct pm_kind_of_ways kind[PM_TURNS_KINDS];
    int kinds;
};

/* Begins a way of a search's engine for one of the kinds of numbers, as pm_trial_begin(). */
static inline struct pm_way pm_turns_way(const struct pm_turns_search *search,
                                         const struct pm_turns *turns, int kind, bool together)
{
    return pm_trial_begin(search->engine, &turns->planner->ask, turns->kind[kind].exact,
                          turns->kind[kind].bits, together);
}

/* The wall-clock time of the best way.  What is found has tables, so threads share the bandwidth of
 * memory.  If devices will carry it out, their time counts, since they wait until the search is
 * finished. */
double pm_turns_soonest(struct pm_turns *turns);

/* Asks cost() how long a device takes with the result of a search, if devices may carry it out;
 * once more each time when the result has become twice as good. */
pm_status pm_turns_price_device(struct pm_turns *turns, struct pm_turns_search *search);
