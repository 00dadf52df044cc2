/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One way to compute a core: an engine, its numbers, what that costs; and what the planner, who
 * chooses among such ways, is asked for. */
#ifndef PM_PLAN_WAY_H
#define PM_PLAN_WAY_H

#include "engine/engine.h"
#include "num/crt.h"
#include "plan/fixed.h"
#include "plan/machine.h"

#include <stdio.h>

/* What kind of answer is wanted. */
enum pm_want {
    PM_WANT_EXACT,
    PM_WANT_FLOATING,
    PM_WANT_RESIDUE, /* modulo a prime below 2^62 */
};

struct pm_planner {
    enum pm_kind kind;
    bool gpus_counted;                /* plan for limits.gpus devices, whatever this machine has */
    const struct pm_rotation *around; /* of the graph of the whole problem; NULL: none */
    const char *about; /* what the reader noted of the problem, for the text of the plan; or NULL */
    enum pm_want want;
    bool complex_values;
    int bits;       /* of PM_WANT_FLOATING: 53, double; 106, double-double; else fixed.h */
    uint64_t prime; /* of PM_WANT_RESIDUE */
    const struct pm_engine *engine; /* forced; NULL: free choice */
    bool quick;                     /* only engines whose cost() is quick */
    bool rounded;                   /* a floating answer may be an exact one, rounded */
    bool paper;                     /* as the SUPerman paper plans */
    int leaf_gpus;                  /* devices that compute the leaves of a split */
    struct pm_gpus **gpus; /* devices that may be worth it are started, and kept here; NULL: they
                              are only counted */
    unsigned rules;
    struct pm_limits limits;
    const struct pm_machine *machine; /* described, borrowed; NULL: the reference */
};

struct pm_way {
    const struct pm_engine *engine; /* NULL: split */
    enum pm_kind kind;              /* of the core */
    struct pm_cost cost;
    struct pm_fixed *fixed; /* the matrix that is computed with instead; NULL: the core */
    bool exact;             /* by images and the Chinese remainder theorem */
    enum pm_number number;  /* of the rings */
    int any;                /* floating numbers of so many bits, by engine->any; 0: of `number` */
    double bits;            /* exact: |answer| < 2^bits */
    double rings;           /* how many rings */
    double seconds;         /* predicted, one thread, or the machine described */
    int gpus;               /* devices that compute it (`seconds`: see pm_way_seconds()); 0: none */
    double leaves;          /* split: how many */
    struct pm_way *rescue;  /* the next way for when a floating result has too few digits; NULL */
};

void pm_way_clear(struct pm_way *way);

/* The way of an engine that gives a floating answer, or an `exact` one that is below 2^bits: modulo
 * 2^128 where that suffices, else by primes, several at once (packed) where the engine can and
 * `together` allows it.  Not tried yet. */
struct pm_way pm_way_begin(const struct pm_engine *engine, const struct pm_planner *planner,
                           bool exact, double bits, bool together);

/* Completes a way that has engine, number, rings and `any`, for a core; PM_UNABLE with the reason,
 * and then nothing is to be released. */
pm_status pm_way_try(struct pm_way *way, const struct pm_core *core,
                     const struct pm_planner *planner);

/* What it is computed in: "real", "200-bit real", ... */
const char *pm_way_numbers(char text[64], const struct pm_way *way);

/* Predicted wall-clock time with so many threads. */
double pm_way_seconds(const struct pm_way *way, int threads);

/* What a way would take on so many devices that are at work already, as `seconds` has it. */
double pm_way_gpu_seconds(const struct pm_way *way, int gpus);

/* How many devices to plan for. */
int pm_planner_gpus(const struct pm_planner *planner);

/* Devices rather than threads, however short the way: PM_GPU_EAGER is set, for tests. */
bool pm_way_is_eager(void);

/* True where threads are predicted to take so long that devices are looked for. */
bool pm_way_is_long(const struct pm_way *way);

/* True where devices have a kernel for it, and enough to do. */
bool pm_way_is_for_gpus(const struct pm_way *way);

/* True where such devices would be looked for, too, if any is to be had. */
bool pm_way_gpus_pay(const struct pm_way *way);

/* The way moves to so many devices, which take their time to start and to compile. */
void pm_way_to_gpus(struct pm_way *way, int gpus);

/* The cheapest way for a core (rows <= cols, no row empty).  `refusals`, where not NULL, receives
 * a line per engine that was considered, with its prediction or the reason why not.  PM_UNABLE
 * where nothing can.  (choice.c) */
pm_status pm_way_find(struct pm_way *way, const struct pm_core *core,
                      const struct pm_planner *planner, FILE *refusals);

/* The rings of a way. */
pm_status pm_way_images(struct pm_images *images, const struct pm_way *way,
                        const struct pm_planner *planner);

#endif
