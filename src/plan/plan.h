/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan: which engine computes each core over which numbers, or how the core is split.
 *
 * Choices come from counted steps and the engines' fixed reference rates, so the same problem
 * under the same options is planned alike everywhere; the seconds that a plan prints are
 * predictions for one reference thread, divided by the number of threads.  A plan for a described
 * machine goes by that machine's rates in both; it is to be read, not carried out. */
#ifndef PM_PLAN_PLAN_H
#define PM_PLAN_PLAN_H

#include "engine/engine.h"
#include "num/crt.h"
#include "plan/fixed.h"
#include "plan/machine.h"
#include "reduce/reduce.h"

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

/* One way to compute a core. */
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

/* What it is computed in: "real", "200-bit real", ... */
const char *pm_way_numbers(char text[64], const struct pm_way *way);

/* Predicted wall-clock time with so many threads. */
double pm_way_seconds(const struct pm_way *way, int threads);

/* What a way would take on so many devices that are at work already, as `seconds` has it. */
double pm_way_gpu_seconds(const struct pm_way *way, int gpus);

/* True where devices have a kernel for it, and enough to do. */
bool pm_way_is_for_gpus(const struct pm_way *way);

/* True where such devices would be looked for, too, if any is to be had. */
bool pm_way_gpus_pay(const struct pm_way *way);

/* The cheapest way for a core (rows <= cols, no row empty).  `refusals`, where not NULL, receives
 * a line per engine that was considered, with its prediction or the reason why not.  PM_UNABLE
 * where nothing can. */
pm_status pm_way_find(struct pm_way *way, const struct pm_core *core,
                      const struct pm_planner *planner, FILE *refusals);

/* How many devices to plan for. */
int pm_planner_gpus(const struct pm_planner *planner);

/* The rings of a way. */
pm_status pm_way_images(struct pm_images *images, const struct pm_way *way,
                        const struct pm_planner *planner);

struct pm_plan {
    struct pm_planner planner;
    struct pm_reduction reduction;
    struct pm_way *way; /* one a core of the reduction */
    double seconds;     /* predicted, one thread, or the machine described; all cores */
    bool gpus;          /* some of them on devices: `seconds` has meaning divided by the threads */
    char *text;         /* for people: several lines */
    pm_status status;   /* PM_OK, or PM_UNABLE: the text says why */
};

/* Plans per(a) (rows <= cols; borrowed while the plan lives).  A plan that cannot be carried out
 * is a plan too: its status is PM_UNABLE, and the message is set.  PM_STOPPED where limits.ask
 * answers so. */
pm_status pm_plan_new(struct pm_plan **plan, const struct pm_matrix *a,
                      const struct pm_planner *planner);
void pm_plan_free(struct pm_plan *plan);

#endif
