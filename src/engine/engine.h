/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines: methods that compute the permanent of a core.
 *
 * An engine says whether it can (cost: PM_UNABLE with the reason in the message) and what it
 * costs; it is opened once per number ring, computes numbered units of work in any order and by
 * any number of threads at once, and is closed.  Work is cut by the problem and never by the
 * machine: the part of a unit depends on the core, the ring and the choice made by cost() alone,
 * bit for bit.  The sum of all parts, in the order of the fold, is the permanent of the core;
 * floating parts carry the power of two that the image took off the matrix (pm_image.exp). */
#ifndef PM_ENGINE_ENGINE_H
#define PM_ENGINE_ENGINE_H

#include "base/stop.h"
#include "model/image.h"
#include "model/problem.h"
#include "model/rotation.h"
#include "num/part.h"

#include <flint/fmpz.h>
#include <stdio.h>

/* What is left after reductions.  PM_PERMANENT: rows <= cols, every row must be matched;
 * PM_HAFNIAN: a symmetric matrix. */
struct pm_core {
    const struct pm_matrix *a;
    enum pm_kind kind;
    const struct pm_rotation *around; /* an embedding, if this is the graph of one; or NULL */
};

/* How many entries a matching has at most. */
static inline int pm_core_size(const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;

    return core->kind == PM_HAFNIAN ? a->rows / 2 : a->rows < a->cols ? a->rows : a->cols;
}

/* What an engine may use. */
struct pm_limits {
    uint64_t memory; /* bytes, for all tables together */
    int threads;
    double seconds;  /* 0: no limit; engines need not stop, the planner refuses beforehand */
    const int *stop; /* base/stop.h: units of a second or more look at it; NULL: no wish */
    const struct pm_poll *poll; /* base/stop.h: a cost() that may take a second or more asks; NULL:
                                 * nobody */
    const char *isa; /* the instruction set of engines that have several; NULL: the usual one */
    double epsilon;  /* relative error that a floating result may have by choice of the engine; 0:
                      * none, but for rounding */
    const void *search; /* what the engine's search for this core found, for cost() to go by; NULL:
                         * it searches by itself */
};

/* Equal ranges of units whose work is told apart (pm_engine.weigh). */
enum { PM_WEIGHTS = 64 };

/* pm_cost.terms of a walk that can be planned for a described machine, but is longer than any that
 * can be run. */
static const uint64_t PM_TERMS_BEYOND = UINT64_MAX;

struct pm_cost {
    double steps; /* elementary steps over all units, for one ring; what one is, the engine says */
    double peak;  /* steps of the longest unit; 0: all are alike */
    double each;  /* of random matchings: steps of one more of them */
    double bytes; /* memory that a unit takes at most, beyond what is not worth counting */
    uint64_t terms; /* of a walk (walk.h) */
    int strand;     /* log2 of the terms in a unit of a walk */
    uint64_t units; /* at least 1; work() may use limits->threads itself, for each */
    void *choice;   /* the engine's own decisions, as an elimination order, for open(); or NULL */
    char note[384]; /* what to print in the plan behind the engine's name: "width 17, 4 slices" */
};

struct pm_engine_search;
struct pm_fold;
struct pm_value;
struct pm_gpu;
struct pm_device_walk;
struct pm_recipe_text;

/* An engine's units on a GPU (cuda/gpu.h), with the same bits.  One thread, which has entered the
 * device, makes all the calls; several such threads keep a device busier than one. */
struct pm_engine_gpu {
    double rate[PM_NUMBERS]; /* steps per second of the reference device, an NVIDIA H200 */
    uint64_t least, most;    /* units of a launch; ranges had better be multiples of the least */
    uint64_t memory; /* bytes that a unit may take there, as cost() counts them; 0: any number */
    bool alone;      /* a unit fills a device: one thread a device, and not several */

    /* The job is the engine's own, and borrowed. */
    pm_status (*open)(void **device, const void *job, const struct pm_gpu *gpu);
    pm_status (*work)(void *device, uint64_t first, uint64_t count, struct pm_fold *fold);
    void (*close)(void *device);

    /* What the walks of many jobs need to share launches (engine/gpu_walk.h); NULL: they cannot. */
    pm_status (*describe)(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                          const void *job);
};

/* What may be asked of a core besides its permanent or hafnian. */
enum pm_query {
    PM_SHARES, /* what part of it the matchings with each entry have */
    PM_DRAWS,  /* random matchings, in proportion to their products: integers of at least 0 */
    PM_SIZES,  /* the sums over the matchings of every size: integers */
    PM_QUERIES
};

/* How an engine answers a query, with a cost() of that; of the calls below it has those of the
 * query.  PM_DOMAIN where it sees that there is no matching to speak of. */
struct pm_engine_query {
    unsigned kinds, numbers; /* as the engine's */
    pm_status (*cost)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits);
    void (*forget)(void *choice);

    /* part[e] = the sum over the matchings with entry e, part[nnz] = over all, over a ring, by
     * several threads at once.  Of a symmetric matrix, entries above the diagonal alone. */
    pm_status (*shares)(struct pm_part *part, const struct pm_core *core,
                        const struct pm_cost *cost, const struct pm_ring *ring,
                        const struct pm_limits *limits);
    /* share[e] = the quotient of both, in floating numbers of any precision; NULL: only from parts.
     */
    pm_status (*any_shares)(struct pm_value *share, const struct pm_core *core,
                            const struct pm_cost *cost, int bits, const struct pm_limits *limits);

    /* entry[k rows + i] = the entry that row i has in draw k; *state is that of num/random.h. */
    pm_status (*draw)(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                      const struct pm_cost *cost, const struct pm_limits *limits);

    /* sum[k] = that over the matchings of k entries, k = 0 .. pm_core_size(). */
    pm_status (*sizes)(fmpz *sum, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits);
};

/* Floating numbers of any precision with a proved bound of their error. */
struct pm_engine_any {
    double (*slower)(int bits); /* so many times what cost() says of real or complex numbers */
    pm_status (*value)(struct pm_value *value, const struct pm_core *core,
                       const struct pm_cost *cost, int bits, const struct pm_limits *limits);
};

struct pm_engine {
    const char *name; /* as in --engine=NAME, --plan and the manual */
    const char *what; /* one line for --help and the manual */
    unsigned kinds;   /* set of PM_PERMANENT_BIT, ... */
    unsigned numbers; /* set of PM_MOD_BIT, ... */
    int prime_bits;   /* PM_MOD: primes must be below 2^this; 0: any ring's */
    double wide; /* PM_MOD: residues that are asked for modulo a larger prime take so many times
                  * longer, and twice the memory; 0: there are none */
    bool pads;   /* PM_MOD: primes must exceed columns less rows */
    bool steady; /* floating: a non-negative matrix comes out to limits.epsilon, or nothing
                  * cancels */
    bool quick;  /* cost() takes microseconds: good for the many leaves of a split */
    double look; /* seconds that cost() takes; 0: a matter of the entries' number */
    double rate[PM_NUMBERS]; /* steps per second of one thread on the reference machine */

    /* Steps that it takes for one ring at least, found at a cost that does not count; infinite: it
     * cannot.  NULL: nothing is known. */
    double (*floor)(const struct pm_core *core);
    const struct pm_engine_search *search; /* what cost() goes by (search_steps.h); NULL: none */
    pm_status (*cost)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits);
    void (*forget)(void *choice); /* releases a choice; NULL where there is none */

    /* What cost() found, as lines of a stored plan, and back.  An engine whose cost() is quick and
     * finds the same for the same core every time has neither: cost() is called again.  Others
     * write what was expensive to find, by the functions of base/stored.h: an order of vertices is
     *
     *     pm_stored_put_ints(file, "order", order, n);        in write()
     *     PM_TRY(pm_stored_order(order, n, rest, "order"));   in read()
     *
     * read() gets the same core and number, takes its lines off *rest, and fills *cost as cost()
     * does.  It trusts nothing that it reads: PM_INPUT with the reason where a line is not what
     * write() could have written for this core. */
    void (*write)(FILE *file, const struct pm_cost *cost);
    pm_status (*read)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits, char **rest);

    /* Where some units take far longer than others: what the k-th of PM_WEIGHTS equal ranges of all
     * units takes, in parts of the others; an estimate.  NULL: all units are about alike. */
    void (*weigh)(double weight[PM_WEIGHTS], const struct pm_cost *cost);
    pm_status (*open)(void **job, const struct pm_core *core, const struct pm_cost *cost,
                      const struct pm_ring *ring, const struct pm_limits *limits);
    pm_status (*work)(void *job, uint64_t first, uint64_t count, struct pm_part *part);
    void (*close)(void *job);
    /* An interval, floating, around the sum of the moduli of all terms, in the time of a ring or
     * less; the answer is not larger, and of a non-negative matrix it is that sum.  NULL: none. */
    pm_status (*about)(struct pm_part *part, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits);
    const struct pm_engine_gpu *gpu; /* NULL: it has no kernels for GPUs */
    const struct pm_engine_any *any; /* NULL: it has the numbers of `numbers` alone */
    const struct pm_engine_query *query[PM_QUERIES]; /* NULL: it does not answer that */
};

/* The table of engines, in the order in which ties are broken; NULL-terminated. */
extern const struct pm_engine *const pm_engines[];

/* The engine of that name, or NULL. */
const struct pm_engine *pm_engine_find(const char *name);

#endif
