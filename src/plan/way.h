/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A way to compute a core, or to answer a query about it: an engine, its numbers and their cost.  A
 * way contains everything that is needed to carry it out, except the core. */
#pragma once

#include "engine/abilities.h"
#include "num/crt.h"
#include "plan/fixed.h"

struct pm_planner;

/* A floating value is vague if its error bound is more than this fraction of it.  Ways with such
 * answers are avoided. */
static const double PM_VAGUE = 0x1p-20;

struct pm_way {
    const struct pm_engine *engine; /* NULL: the core is split */
    const struct pm_engine_query
        *query;        /* how the engine answers the query; NULL: a value is asked */
    enum pm_kind kind; /* kind of the core */
    struct pm_cost cost;
    /* a rounded matrix that is used instead of the core; NULL: the core is used */
    struct pm_fixed *fixed;
    bool exact;            /* computed by residues and the Chinese remainder theorem */
    enum pm_number number; /* number type of the rings */
    bool gaussian;         /* the answer has a real and an imaginary part */
    /* the engine's floating numbers with this many bits are used (engine->more->any); 0: numbers of
     * type `number` */
    int any;
    /* the answer is computed modulo this prime, in one ring; 0: no residue is wanted */
    uint64_t prime;
    double bits;    /* for an exact way: |answer| < 2^bits */
    double rings;   /* number of rings */
    double epsilon; /* relative error that the engine may allow itself, as in struct pm_limits */
    struct pm_accuracy accuracy; /* likewise, for estimates */
    bool foreseen;               /* `error` has been determined (foresee.h) */
    double error;                /* log2 of the expected relative error of a floating answer */
    /* predicted for one thread; for devices, see pm_way_reference() */
    double seconds;
    double planning; /* seconds that it took to find this way, by counted steps */
    double each;     /* of draws: seconds of each, besides those */
    int gpus;        /* number of devices that compute the core; 0: none, or a split */
    /* for a split: number of leaves; in a plan that was not read from a file, also their mean order
     * and number of entries */
    double leaves, leaf_order, leaf_entries;
    /* for a split: the planner of its nodes and leaves (branch.h); otherwise NULL */
    struct pm_planner *leaf;
    /* the best of the others, an engine or "split", and its seconds for one thread; NULL: none */
    const char *second;
    double second_seconds;
    /* the way that is taken if the error is above epsilon, or, of a query, if this way is not able
     * after all; NULL: none */
    struct pm_way *fallback;
};

void pm_way_clear(struct pm_way *way);

/* Notes a way that was not chosen, if it is better than the one noted before.  NULL: none. */
void pm_way_second(struct pm_way *way, const char *name, double seconds);

/* Makes `next` the fallback of `way`.  The previous fallback of `way` becomes that of `next`, which
 * has none. */
pm_status pm_way_add_fallback(struct pm_way *way, struct pm_way *next);

/* Replaces *best by *way.  *best is noted in it, and cleared. */
void pm_way_replace(struct pm_way *best, struct pm_way *way);

/* The name of a way's numbers, such as "real" or "200-bit real". `text` is memory for it. */
const char *pm_way_numbers(char text[64], const struct pm_way *way);

/* *rings = the rings of a way. */
pm_status pm_way_rings(struct pm_crt_rings *rings, const struct pm_way *way);

/* The primes of an engine are below 2 to this power. */
int pm_way_prime_bits(const struct pm_engine *engine);

/* True if the wanted residue is modulo a prime that is too large for the engine. */
bool pm_way_is_wide(const struct pm_way *way);

/* The predicted wall-clock time with this many threads, without that of each draw, on the reference
 * machine: all choices are made by it, so that they are the same everywhere.  way->seconds is the
 * time of one thread.  For a way on devices, way->seconds is SUPPOSED_THREADS (way.c) times the
 * time of the devices, and the number of threads does not matter. */
double pm_way_reference(const struct pm_way *way, int threads);

/* The same on this machine, by the rates that are known (rates.h); a way on devices takes as long.
 * This is only printed, and compared with the user's limit of time once, after all choices. */
double pm_way_seconds(const struct pm_way *way, int threads);

/* The same of a way that has been chosen: before, the rates of this machine are found if this takes
 * long (pm_rates_prepare()). */
double pm_way_predicted(const struct pm_way *way, int threads, bool wanted);

/* The same of the best of the others; 0: there is none. */
double pm_way_second_seconds(const struct pm_way *way, int threads);

/* The relative error of a floating answer above which the fallback is needed. */
double pm_way_epsilon(const struct pm_way *way);

/* True if the answer of the way is expected to have a larger relative error. */
bool pm_way_lacks_digits(const struct pm_way *way, double epsilon);

/* The seconds of a way and of those fallbacks that are expected to be needed, by one of the two
 * functions above. */
double pm_way_expected(const struct pm_way *way, int threads,
                       double (*seconds_of)(const struct pm_way *way, int threads));

/* The seconds of a way and of all its fallbacks on this machine. */
double pm_way_most(const struct pm_way *way, int threads);

/* The seconds of a way that is compared with another one.  If one of both is for devices, they are
 * those of all threads.  Otherwise they are those of one thread: parts need the same plan, and the
 * bits of a floating answer may not depend on the number of threads.  Two exact ways are compared
 * by all threads, but only where no floating answer and no estimate is allowed, since the better of
 * both is compared with such ways next. */
double pm_way_against(const struct pm_way *way, const struct pm_way *other,
                      const struct pm_planner *planner);

/* The wall-clock time that a search for something better may save: that of the threads that will
 * run.  It is that of one thread for parts, which all need the same plan, and of a fixed number of
 * threads for floating answers, whose bits do not depend on the number, and where an estimate is
 * allowed. */
double pm_way_worth(const struct pm_way *way, const struct pm_planner *planner);

/* The predicted wall-clock time on this many devices that have already started; and the value of
 * way->seconds for this time. */
double pm_way_gpu_wall_seconds(const struct pm_way *way, int gpus);
double pm_way_gpu_seconds(const struct pm_way *way, int gpus);

/* It takes so long to open GPUs: .1 s for the driver, .12 to .15 for a context, and .05 to .08 at
 * the end of the process, measured on the host of an NVIDIA H200. */
static const double PM_GPU_OPEN_SECONDS = 0.3;

/* True if threads are predicted to take so long that devices are considered. */
bool pm_way_is_long(const struct pm_way *way);

/* True if devices have a kernel for this way, and the way has enough units for them. */
bool pm_way_is_for_gpus(const struct pm_way *way);

/* True if devices would be considered for the way, if there are any. */
bool pm_way_gpus_pay(const struct pm_way *way);

/* Moves the way to `gpus` devices.  Adds the time until they start: the kernel is loaded from the
 * cache, or compiled. */
pm_status pm_way_to_gpus(struct pm_way *way, const struct pm_core *core,
                         const struct pm_limits *limits, const struct pm_gpu *gpu, int gpus);
