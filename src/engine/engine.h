/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines: methods that compute the permanent or hafnian of a core.
 *
 * cost() tells what an engine costs for a core, or PM_UNABLE with the reason.  open() is called
 * once for each ring.  work() computes numbered units of work, in any order and in any number of
 * threads at once.  close() ends it.  The problem alone decides how work is divided, never the
 * machine: the bits of a unit's part depend only on the core, the ring and the choice that cost()
 * made.  The sum of all parts, in the order of the fold, is the value of the core.  Floating parts
 * include the power of two by which the image was scaled (pm_image.exp). */
#ifndef PM_ENGINE_ENGINE_H
#define PM_ENGINE_ENGINE_H

#include "base/stop.h"
#include "model/image.h"
#include "model/problem.h"
#include "model/rotation.h"
#include "num/part.h"

#include <flint/fmpz.h>
#include <stdio.h>

/* A matrix that is left after reductions.  PM_PERMANENT: rows <= cols, and every row must be
 * matched.  PM_HAFNIAN: a symmetric matrix. */
struct pm_core {
    const struct pm_matrix *a;
    enum pm_kind kind;
    const struct pm_rotation *around; /* an embedding, if the core is the graph of one; or NULL */
};

/* The largest number of entries in a matching. */
static inline int pm_core_size(const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;

    return core->kind == PM_HAFNIAN ? a->rows / 2 : a->rows < a->cols ? a->rows : a->cols;
}

/* The resources that an engine may use. */
struct pm_limits {
    uint64_t memory; /* bytes for all tables together */
    int threads;
    double seconds;  /* 0: no limit.  Engines need not stop; the planner refuses in advance */
    const int *stop; /* base/stop.h: units that take a second or more read it; NULL: never stop */
    const struct pm_poll *poll; /* base/stop.h: a cost() that may take a second or more calls it;
                                 * NULL: never stop */
    const char *isa;    /* the instruction set, for engines that have several; NULL: the default */
    double epsilon;     /* relative error that an engine may choose for a floating result; 0: only
                         * rounding errors */
    const void *search; /* the result of the engine's search for this core, which cost() uses; NULL:
                         * cost() searches itself */
};

/* The number of equal ranges of units for which pm_engine.weigh tells the work. */
enum { PM_WEIGHTS = 64 };

/* pm_cost.terms of a walk that is too long to be run, but can be planned for a described
 * machine. */
static const uint64_t PM_TERMS_BEYOND = UINT64_MAX;

struct pm_cost {
    double steps;   /* elementary steps of all units, for one ring; the engine defines a step */
    double peak;    /* steps of the longest unit; 0: all units are about equal */
    double each;    /* random matchings: steps for each */
    double bytes;   /* largest memory of a unit; small amounts are not counted */
    double fresh;   /* bytes of it that are taken once, where that is not part of the steps */
    uint64_t terms; /* number of terms of a walk (walk.h) */
    int strand;     /* log2 of the number of terms in a unit of a walk */
    uint64_t units; /* at least 1; work() may use limits->threads itself, for each unit */
    void *choice;   /* the engine's own decisions for open(), such as an elimination order; or
                     * NULL */
    char note[384]; /* text that the plan prints after the engine's name: "width 17, 4 slices" */
};

struct pm_engine_search;
struct pm_fold;
struct pm_value;
struct pm_gpu;
struct pm_device_walk;
struct pm_recipe_text;

/* An engine's work on a GPU (cuda/gpu.h), with the same bits.  One thread, which has entered the
 * device, makes all calls.  Several such threads use a device better than one. */
struct pm_engine_gpu {
    double rate[PM_NUMBERS]; /* steps per second of the reference device, an NVIDIA H200 */
    uint64_t least, most;    /* units of a launch; ranges should be multiples of
                              * `least` */
    uint64_t memory; /* memory of a unit there, in bytes, as cost() counts it; 0: no limit */
    bool alone;      /* a unit fills a device, so one thread for each device is enough */

    /* The job belongs to the engine and must exist as long as *device. */
    pm_status (*open)(void **device, const void *job, const struct pm_gpu *gpu);
    pm_status (*work)(void *device, uint64_t first, uint64_t count, struct pm_fold *fold);
    void (*close)(void *device);

    /* Describes a walk so that walks of many jobs can share launches (engine/gpu_walk.h); NULL:
     * they cannot. */
    pm_status (*describe)(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                          const void *job);
};

/* Questions about a core besides its permanent or hafnian. */
enum pm_query {
    PM_SHARES, /* for each entry, the sum over the matchings that contain it */
    PM_DRAWS,  /* random matchings with probabilities proportional to their products; integers >=
                * 0 */
    PM_SIZES,  /* the sums over the matchings of each size; integers */
    PM_QUERIES
};

/* How an engine answers a query.  cost() is for the query; of the calls below, the engine has those
 * of the query.  PM_DOMAIN: there is no matching. */
struct pm_engine_query {
    unsigned kinds, numbers; /* as in struct pm_engine */
    pm_status (*cost)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits);
    void (*forget)(void *choice);

    /* part[e] = the sum over the matchings with entry e, and part[nnz] = the sum over all, in a
     * ring; it may use several threads.  For a symmetric matrix, only for entries above the
     * diagonal. */
    pm_status (*shares)(struct pm_part *part, const struct pm_core *core,
                        const struct pm_cost *cost, const struct pm_ring *ring,
                        const struct pm_limits *limits);
    /* share[e] = the quotient of the two, in floating numbers of any precision; NULL: compute it
     * from parts. */
    pm_status (*any_shares)(struct pm_value *share, const struct pm_core *core,
                            const struct pm_cost *cost, int bits, const struct pm_limits *limits);

    /* entry[k rows + i] = the entry of row i in draw k; *state is as in num/random.h. */
    pm_status (*draw)(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                      const struct pm_cost *cost, const struct pm_limits *limits);

    /* sum[k] = the sum over the matchings with k entries, k = 0 .. pm_core_size(). */
    pm_status (*sizes)(fmpz *sum, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits);
};

/* Floating numbers of any precision, with a proved error bound. */
struct pm_engine_any {
    double (*slower)(int bits); /* the time, as a multiple of cost() for real or complex numbers */
    pm_status (*value)(struct pm_value *value, const struct pm_core *core,
                       const struct pm_cost *cost, int bits, const struct pm_limits *limits);
};

struct pm_engine {
    const char *name; /* the NAME in --engine=NAME, --plan and the manual */
    const char *what; /* one line for --help and the manual */
    unsigned kinds;   /* set of PM_PERMANENT_BIT, ... */
    unsigned numbers; /* set of PM_MOD_BIT, ... */
    int prime_bits;   /* PM_MOD: primes must be below 2^this; 0: as large as the ring allows */
    double wide; /* PM_MOD: residues modulo a larger prime take this many times longer, and twice
                  * the memory; 0: the engine cannot compute them */
    bool pads;   /* PM_MOD: primes must exceed the number of columns minus rows */
    bool steady; /* floating: the relative error of a non-negative matrix is at most limits.epsilon,
                  * or no terms cancel */
    bool quick;  /* cost() takes microseconds, so it is suitable for the many leaves of a split */
    double look; /* seconds that cost() takes; 0: that depends on the number of entries */
    double rate[PM_NUMBERS]; /* steps per second of one thread on the reference machine */

    /* A lower bound of the steps for one ring; computing it takes almost no time.  Infinite: the
     * engine cannot solve this core.  NULL: no bound is known. */
    double (*floor)(const struct pm_core *core);
    const struct pm_engine_search *search; /* the search that finds what cost() needs
                                            * (search_steps.h); NULL: none */
    pm_status (*cost)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits);
    void (*forget)(void *choice); /* releases a choice; NULL: there are no choices */

    /* Writes the result of cost() as lines of a stored plan, and reads it back.  NULL: cost() is
     * quick and always finds the same for the same core, so it is called again.  Other engines
     * write what is expensive to find, with the functions of base/stored.h.  For an order of
     * vertices:
     *
     *     pm_stored_put_ints(file, "order", order, n);        in write()
     *     PM_TRY(pm_stored_order(order, n, rest, "order"));   in read()
     *
     * read() gets the same core and number, reads its lines from *rest, and fills *cost as cost()
     * does.  It checks everything: PM_INPUT with the reason where write() could not have written a
     * line for this core. */
    void (*write)(FILE *file, const struct pm_cost *cost);
    pm_status (*read)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits, char **rest);

    /* For engines where some units take far longer than others.  weight[k] = an estimate of the
     * time of the k-th of PM_WEIGHTS equal ranges of units, relative to the others.  NULL: all
     * units are about equal. */
    void (*weigh)(double weight[PM_WEIGHTS], const struct pm_cost *cost);
    pm_status (*open)(void **job, const struct pm_core *core, const struct pm_cost *cost,
                      const struct pm_ring *ring, const struct pm_limits *limits);
    pm_status (*work)(void *job, uint64_t first, uint64_t count, struct pm_part *part);
    void (*close)(void *job);
    /* An interval that contains the sum of the moduli of all terms, as a floating part, in at most
     * the time of one ring.  This sum bounds the answer; for a non-negative matrix it is the
     * answer.  NULL: not available. */
    pm_status (*about)(struct pm_part *part, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits);
    const struct pm_engine_gpu *gpu; /* NULL: there are no kernels for GPUs */
    const struct pm_engine_any *any; /* NULL: the engine has only the types in `numbers` */
    const struct pm_engine_query *query[PM_QUERIES]; /* NULL: the engine cannot answer that query */
};

/* The table of engines, ends with NULL.  If two cost the same, the first one wins. */
extern const struct pm_engine *const pm_engines[];

/* The engine with that name; NULL: none. */
const struct pm_engine *pm_engine_find(const char *name);

#endif
