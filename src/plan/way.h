/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One way to compute a core: an engine, its numbers, what that costs.  A way has all that carrying
 * it out takes, besides the core itself. */
#ifndef PM_PLAN_WAY_H
#define PM_PLAN_WAY_H

#include "engine/engine.h"
#include "num/crt.h"
#include "plan/fixed.h"

struct pm_planner;

/* A floating value whose bound is a larger share of it is vague, and computed again. */
static const double PM_VAGUE = 0x1p-20;

struct pm_way {
    const struct pm_engine *engine; /* NULL: split */
    enum pm_kind kind;              /* of the core */
    struct pm_cost cost;
    struct pm_fixed *fixed; /* the matrix that is computed with instead; NULL: the core */
    bool exact;             /* by images and the Chinese remainder theorem */
    enum pm_number number;  /* of the rings */
    bool gaussian;          /* exact: the answer has two parts */
    int any;                /* floating numbers of so many bits, by engine->any; 0: of `number` */
    uint64_t prime;         /* the answer modulo it, in one ring; 0: no residue */
    double bits;            /* exact: |answer| < 2^bits */
    double rings;           /* how many rings */
    double epsilon;         /* as of pm_limits */
    bool vague;             /* foreseen (foresee.h) to give a vague answer */
    bool foreseen;          /* that was looked at */
    double seconds;         /* predicted, of one thread, or of the machine described; on devices see
                               pm_way_seconds() */
    int gpus;               /* devices that compute it, or the leaves of a split; 0: none */
    double leaves;          /* split: how many */
    struct pm_planner *leaf; /* split: who plans a node and its leaves (branch.h); else NULL */
    struct pm_way *fallback; /* the way to take where the answer of this one is vague; NULL */
};

void pm_way_clear(struct pm_way *way);

/* What it is computed in: "real", "200-bit real", ... */
const char *pm_way_numbers(char text[64], const struct pm_way *way);

/* The rings of a way. */
pm_status pm_way_images(struct pm_images *images, const struct pm_way *way);

/* Primes of an engine are below 2^this. */
int pm_way_prime_bits(const struct pm_engine *engine);

/* Whether the residue that is wanted is modulo a larger prime. */
bool pm_way_is_wide(const struct pm_way *way);

/* Predicted wall-clock time with so many threads.  `seconds` of ways are those of one thread; a way
 * on devices has as many as a fixed number of threads would have that took the same time. */
double pm_way_seconds(const struct pm_way *way, int threads);

/* What a way would take on so many devices that are at work already, as `seconds` has it. */
double pm_way_gpu_seconds(const struct pm_way *way, int gpus);

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

#endif
