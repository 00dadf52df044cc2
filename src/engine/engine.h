/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines: methods that compute the permanent or hafnian of a core.
 *
 * cost() tells what an engine costs for a core, or returns PM_UNABLE with the reason.  open() is
 * called once for each ring (a number type, or one prime).  work() computes numbered units of work,
 * in any order and in any number of threads at once.  close() ends the job that open() began.  The
 * problem alone decides how work is divided, never the machine: the bits of a unit's part depend
 * only on the core, the ring and the choice that cost() made.  The sum of all parts, in the order
 * of the fold (num/fold.h), is the value of the core.  Floating parts include the power of two by
 * which the image was scaled (pm_image.exp). */
#ifndef PM_ENGINE_ENGINE_H
#define PM_ENGINE_ENGINE_H

#include "base/stop.h"
#include "model/image.h"
#include "model/problem.h"
#include "model/rotation.h"
#include "num/part.h"

#include <flint/fmpz.h>
#include <stdio.h>

/* A matrix that is left after the rules.  PM_PERMANENT: rows <= cols, and every row must be
 * matched.  PM_HAFNIAN: the matrix is symmetric. */
struct pm_core {
    const struct pm_matrix *a;
    enum pm_kind kind;
    const struct pm_rotation *around; /* an embedding of the core's graph; NULL: none is known */
};

/* The largest number of entries in a matching. */
static inline int pm_core_size(const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;

    return core->kind == PM_HAFNIAN ? a->rows / 2 : a->rows < a->cols ? a->rows : a->cols;
}

/* The resources that an engine may use. */
struct pm_limits {
    uint64_t memory; /* bytes that all tables together may take */
    int threads;
    double seconds;  /* the predicted time may not exceed this; 0: no limit.  Only the planner
                      * checks it */
    const int *stop; /* a flag (base/stop.h), which units that take a second or more read; NULL:
                      * never stop */
    const struct pm_poll *poll; /* a poll (base/stop.h), which a cost() that may take a second or
                                 * more calls; NULL: never stop */
    const char *isa;    /* name of the instruction set, for engines that have several; NULL: the
                         * default */
    double epsilon;     /* relative error that an engine may accept in a floating result to save
                         * time; 0: only rounding errors */
    const void *search; /* the result of the engine's search for this core, for cost(); NULL: cost()
                         * searches itself */
};

/* pm_engine.weigh estimates the work for so many equal ranges of units. */
enum { PM_WEIGHTS = 64 };

/* The value of pm_cost.terms for a walk that is too long to be run.  It can only be planned, for a
 * machine that is described. */
static const uint64_t PM_TERMS_BEYOND = UINT64_MAX;

struct pm_cost {
    double steps;   /* number of steps of all units, for one ring; each engine defines its step */
    double peak;    /* number of steps of the longest unit; 0: all units are about equal */
    double each;    /* for random matchings: number of steps for each matching */
    double bytes;   /* memory of the largest unit, in bytes; small amounts are not counted */
    double fresh;   /* how many of these bytes are allocated once, if `steps` does not include the
                     * time for that */
    uint64_t terms; /* number of terms of a walk (walk.h) */
    int strand;     /* log2 of the number of terms in a unit of a walk */
    uint64_t units; /* number of units, at least 1; work() may use limits->threads threads for each
                     * unit */
    void *choice;   /* the engine's own decisions for open(), such as an elimination order; NULL:
                     * there are none */
    char note[384]; /* text that the plan prints after the engine's name, for example "width 17, 4
                     * slices" */
};

struct pm_engine_search;
struct pm_fold;
struct pm_value;
struct pm_gpu;
struct pm_device_walk;
struct pm_recipe_text;

/* An engine's work on a GPU (cuda/gpu.h).  It gives the same bits as on the CPU.  All calls for one
 * device object come from one thread, which has entered the device.  A device is used better by
 * several such threads than by one. */
struct pm_engine_gpu {
    double rate[PM_NUMBERS]; /* steps per second of the reference device, an NVIDIA H200 */
    uint64_t least, most;    /* least and largest number of units of a launch; ranges should be
                              * multiples of `least` */
    uint64_t memory; /* largest memory of a unit on the device, in bytes, as cost() counts it; 0: no
                      * limit */
    bool alone;      /* one unit occupies the whole device, so one thread for each device is
                      * enough */

    /* `job` is from the engine's open() and must exist as long as *device. */
    pm_status (*open)(void **device, const void *job, const struct pm_gpu *gpu);
    pm_status (*work)(void *device, uint64_t first, uint64_t count, struct pm_fold *fold);
    void (*close)(void *device);

    /* Describes the job's walk, so that the walks of many jobs can share launches
     * (engine/gpu_jobs.h).  NULL: they cannot share launches. */
    pm_status (*describe)(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                          const void *job);
};

/* Questions about a core besides its permanent or hafnian. */
enum pm_query {
    PM_SHARES, /* for each entry, the sum over the matchings that contain it */
    PM_DRAWS,  /* random matchings, with probabilities proportional to the products of their
                * entries; integers >= 0 */
    PM_SIZES,  /* the sum over the matchings of each size; integers */
    PM_QUERIES
};

/* How an engine answers a query.  cost() is the cost of this query, in general different from
 * pm_engine.cost().  Of the functions below it, the engine has those that belong to the query.
 * PM_DOMAIN: there is no matching. */
struct pm_engine_query {
    unsigned kinds, numbers; /* as in struct pm_engine */
    pm_status (*cost)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits);
    void (*forget)(void *choice);

    /* part[e] = the sum over the matchings with entry e, and part[nnz] = the sum over all
     * matchings, in `ring`.  The function may use several threads.  For a symmetric matrix, part[e]
     * is set only for entries above the diagonal. */
    pm_status (*shares)(struct pm_part *part, const struct pm_core *core,
                        const struct pm_cost *cost, const struct pm_ring *ring,
                        const struct pm_limits *limits);
    /* share[e] = the quotient of these two sums, in floating-point numbers of any precision.  NULL:
     * the caller computes it from parts. */
    pm_status (*any_shares)(struct pm_value *share, const struct pm_core *core,
                            const struct pm_cost *cost, int bits, const struct pm_limits *limits);

    /* entry[k rows + i] = the entry of row i in random matching k, for k = 0 .. count - 1.  *state
     * is the state of the generator (num/random.h). */
    pm_status (*draw)(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                      const struct pm_cost *cost, const struct pm_limits *limits);

    /* sum[k] = the sum over the matchings with k entries, for k = 0 .. pm_core_size(). */
    pm_status (*sizes)(fmpz *sum, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits);
};

/* How an engine computes with floating-point numbers of any precision, with a proved error
 * bound. */
struct pm_engine_any {
    double (*slower)(int bits); /* the time with so many bits, divided by that of cost() for real or
                                 * complex numbers */
    pm_status (*value)(struct pm_value *value, const struct pm_core *core,
                       const struct pm_cost *cost, int bits, const struct pm_limits *limits);
};

struct pm_engine {
    const char *name; /* the NAME in --engine=NAME, --plan and the manual */
    const char *what; /* one line for --help and the manual */
    unsigned kinds;   /* kinds of cores that it can compute: a set of PM_PERMANENT_BIT, ... */
    unsigned numbers; /* number types that it supports: a set of PM_MOD_BIT, ... */
    int prime_bits;   /* PM_MOD: primes must be below 2^this; 0: as large as the ring allows */
    double wide; /* PM_MOD: with a prime that is larger, the time is this many times as long, and
                  * the memory is twice as large; 0: the engine cannot use larger primes */
    bool pads;   /* PM_MOD: primes must exceed the number of columns minus that of rows */
    bool steady; /* floating types: for a non-negative matrix, the relative error is at most
                  * limits.epsilon, or no terms cancel */
    bool quick;  /* cost() takes microseconds, so it can be called for the many leaves of a split */
    double look; /* number of seconds that cost() takes; 0: this depends on the number of entries */
    double rate[PM_NUMBERS]; /* steps per second of one thread on the reference machine */

    /* Returns a lower bound of the steps for one ring, and takes almost no time.  Infinite: the
     * engine cannot solve this core.  NULL: no bound is known. */
    double (*floor)(const struct pm_core *core);
    const struct pm_engine_search *search; /* the search that finds what cost() needs
                                            * (search_steps.h); NULL: none */
    pm_status (*cost)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits);
    void (*forget)(void *choice); /* releases pm_cost.choice; NULL: there are no choices */

    /* write() writes the result of cost() as lines of a stored plan, and read() reads them.  NULL:
     * cost() is quick and always finds the same result for the same core, so cost() is called
     * again.  Other engines write what takes long to find, with the functions of base/stored.h.
     * For example, for an order of vertices:
     *
     *     pm_stored_put_ints(file, "order", order, n);        in write()
     *     PM_TRY(pm_stored_order(order, n, rest, "order"));   in read()
     *
     * read() gets the same core and number type, reads its lines from *rest, and fills *cost as
     * cost() does.  It checks everything.  PM_INPUT, with the reason: write() cannot have written a
     * line for this core. */
    void (*write)(FILE *file, const struct pm_cost *cost);
    pm_status (*read)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits, char **rest);

    /* For engines where some units take far longer than others.  weight[k] = an estimate of the
     * time of range k of PM_WEIGHTS equal ranges of units; only the ratios matter.  NULL: all units
     * are about equal. */
    void (*weigh)(double weight[PM_WEIGHTS], const struct pm_cost *cost);
    pm_status (*open)(void **job, const struct pm_core *core, const struct pm_cost *cost,
                      const struct pm_ring *ring, const struct pm_limits *limits);
    pm_status (*work)(void *job, uint64_t first, uint64_t count, struct pm_part *part);
    void (*close)(void *job);
    /* *part = an interval that contains the sum of the moduli of all terms, as a floating part.
     * This takes at most the time of one ring.  The sum bounds the answer; for a non-negative
     * matrix it is the answer.  NULL: not available. */
    pm_status (*about)(struct pm_part *part, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits);
    const struct pm_engine_gpu *gpu; /* NULL: there are no kernels for GPUs */
    const struct pm_engine_any *any; /* NULL: the engine has only the types in `numbers` */
    const struct pm_engine_query *query[PM_QUERIES]; /* NULL: the engine cannot answer that query */
};

/* The table of engines.  It ends with NULL.  If two engines cost the same, the planner takes the
 * one that comes first. */
extern const struct pm_engine *const pm_engines[];

/* The engine with this name, or NULL if there is none. */
const struct pm_engine *pm_engine_find(const char *name);

#endif
