/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A way to compute a core: an engine, its numbers and their cost.  A way contains everything that
 * is needed to carry it out, except the core. */
#ifndef PM_PLAN_WAY_H
#define PM_PLAN_WAY_H

#include "engine/engine.h"
#include "num/crt.h"
#include "plan/fixed.h"

struct pm_planner;

/* A floating value is vague if its error bound is a larger fraction of it; it is computed again. */
static const double PM_VAGUE = 0x1p-20;

struct pm_way {
    const struct pm_engine *engine; /* NULL: split */
    enum pm_kind kind;              /* kind of the core */
    struct pm_cost cost;
    struct pm_fixed *fixed;  /* the matrix to compute with instead of the core; NULL: the core */
    bool exact;              /* by residues and the Chinese remainder theorem */
    enum pm_number number;   /* number type of the rings */
    bool gaussian;           /* exact: the answer has two parts */
    int any;                 /* floating numbers with this many bits, by engine->any; 0: `number` */
    uint64_t prime;          /* compute the answer modulo it, in one ring; 0: no residue */
    double bits;             /* exact: |answer| < 2^bits */
    double rings;            /* number of rings */
    double epsilon;          /* as in pm_limits */
    bool vague;              /* predicted (foresee.h): the answer will be vague */
    bool foreseen;           /* `vague` has been predicted */
    double seconds;          /* predicted for one thread, or for the described machine; on devices
                              * see pm_way_seconds() */
    int gpus;                /* devices that compute the core, or the leaves of a split; 0: none */
    double leaves;           /* split: number of leaves */
    struct pm_planner *leaf; /* split: the planner of nodes and leaves (branch.h); else NULL */
    struct pm_way *fallback; /* the way to take if the answer is vague; NULL: none */
};

void pm_way_clear(struct pm_way *way);

/* The name of its numbers: "real", "200-bit real", ... */
const char *pm_way_numbers(char text[64], const struct pm_way *way);

/* The rings of a way. */
pm_status pm_way_images(struct pm_images *images, const struct pm_way *way);

/* Primes of an engine are below 2^this. */
int pm_way_prime_bits(const struct pm_engine *engine);

/* True where the wanted residue is modulo a prime too large for the engine. */
bool pm_way_is_wide(const struct pm_way *way);

/* Predicted wall-clock time with this many threads.  way->seconds is for one thread.  For a way on
 * devices, it is the time of GPU_THREADS threads that would be equally fast, added up. */
double pm_way_seconds(const struct pm_way *way, int threads);

/* Predicted wall-clock time on this many devices that have already started; and the value of
 * `seconds` for it. */
double pm_way_gpu_wall_seconds(const struct pm_way *way, int gpus);
double pm_way_gpu_seconds(const struct pm_way *way, int gpus);

/* True where threads are predicted to take so long that devices are considered. */
bool pm_way_is_long(const struct pm_way *way);

/* True where devices have a kernel for this way, and enough work. */
bool pm_way_is_for_gpus(const struct pm_way *way);

/* The same for a leaf of a split, which also needs to take longer than a launch. */
bool pm_way_leaf_is_for_gpus(const struct pm_way *way);

/* True where devices would be considered for it, if there are any. */
bool pm_way_gpus_pay(const struct pm_way *way);

/* Moves the way to this many devices, and adds their time to start and to compile. */
void pm_way_to_gpus(struct pm_way *way, int gpus);

#endif
