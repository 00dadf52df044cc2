/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks the engines for ways to compute a core; choice.c says for which. */
#pragma once

#include "plan/turns.h"
#include "plan/way.h"

#include <stdio.h>

/* Kinds of engines: with a quick cost(), with a slow cost(), and with a search.  They are asked in
 * this order.  If the search finds nothing before its end, the engine is slow, too: then it has a
 * first look (limits.look). */
enum pm_speed { PM_QUICK, PM_SLOW, PM_SEARCHING, PM_SPEEDS };

/* The input of a choice, and what has been found so far. */
struct pm_asking {
    const struct pm_core *core;
    const struct pm_planner *planner;
    /* the searches, which run before engines with a search are asked; NULL before that */
    struct pm_turns *turns;
    /* engines that cannot solve this core and are not asked again; bit k stands for
     * pm_engines[k] */
    uint64_t refused;
    uint64_t looked; /* likewise, those that have refused at their first look */
    /* why the first way that a search found is impossible; PM_OK: none was found */
    struct pm_failure nearest;
    double within;  /* seconds; nothing is looked for as if another way took longer */
    double rounded; /* seconds of a floating way of a query; 0: none is known */
    bool small;     /* slow engines are always asked */
    bool hasty;     /* only quick engines are asked */
    double spent;   /* seconds that slow calls of cost() took */
    bool opened;    /* there are GPUs, and they were opened */
    FILE *refusals; /* a line for each engine asked; may be NULL */
};

/* Whether an engine is asked at this speed, and whether it only looks then. */
bool pm_asking_has_speed(const struct pm_asking *c, int engine, enum pm_speed speed);
bool pm_asking_looks(const struct pm_asking *c, int engine, enum pm_speed speed);

/* Keeps in mind that an engine has refused the core. */
void pm_asking_refuse(struct pm_asking *c, int engine, enum pm_speed speed);

/* *search = the result of an engine's search, or NULL.  Returns how the search has ended. */
enum pm_turns_end pm_asking_found(const void **search, const struct pm_asking *c, int engine);

bool pm_asking_allows(const struct pm_asking *c, const struct pm_engine *engine);

/* Keeps the better of two ways in *best, and clears the other one.  Of a query, the other one
 * becomes a fallback. */
pm_status pm_asking_keep(struct pm_way *best, struct pm_way *way, const struct pm_asking *c);

/* True if both ways, `best` and `rival`, take long enough to ask a slow engine, or if the user has
 * chosen the engine. */
bool pm_asking_pays(const struct pm_engine *engine, const struct pm_way *best,
                    const struct pm_way *rival, const struct pm_asking *c);

/* Runs the searches of the engines for the kinds of ways kind[0 .. kinds - 1].  Does nothing if one
 * of the known ways, `best` and `rival`, takes less time than starting a search. */
pm_status pm_asking_search(struct pm_asking *c, const struct pm_way *best,
                           const struct pm_way *rival, const struct pm_kind_of_ways *kind,
                           int kinds);

/* Asks all allowed engines of one speed for one kind of numbers; PM_SLOW also asks the quick ones
 * for ways on devices.  `rival` is the best way for the other kind.  If no engine has a way,
 * best->engine stays NULL and the message is that of the last refusal. */
pm_status pm_asking_all(struct pm_way *best, const struct pm_way *rival, struct pm_asking *c,
                        enum pm_speed speed, bool exact, double bits);
