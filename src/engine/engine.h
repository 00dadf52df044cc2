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
#pragma once

#include "base/stop.h"
#include "engine/accuracy.h"
#include "model/image.h"
#include "model/problem.h"
#include "model/rotation.h"
#include "num/part.h"

#include <stdbool.h>

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

/* *image = the entries of a core, converted to a ring.  The caller must free it. */
static inline pm_status pm_core_image(struct pm_image **image, const struct pm_core *core,
                                      const struct pm_ring *ring)
{
    return (core->kind == PM_HAFNIAN ? pm_image_symmetric : pm_image_new)(image, core->a, ring);
}

/* The answer where there is no matching, or only the empty one: 1 for an image without rows, else
 * 0. */
static inline struct pm_part pm_image_constant(const struct pm_image *image)
{
    const bool one = image->rows == 0;

    if (image->ring.number == PM_MODS)
        return (struct pm_part){.word = {one, one, one, one, one, one, one, one}};
    if (image->ring.number == PM_MOD || image->ring.number == PM_WRAP)
        return (struct pm_part){.word = {one, 0}};
    return (struct pm_part){.re = {one, 0}, .exp = image->exp};
}

/* The resources that an engine may use. */
struct pm_limits {
    uint64_t memory; /* bytes that all tables together may take; 0: no limit was given
                      * (pm_limits_memory()) */
    bool device;     /* cost() is for a GPU, and `memory` is the memory of the GPU */
    int threads;
    double seconds;  /* the predicted time may not exceed this; 0: no limit.  Only the planner
                      * checks it */
    double known;    /* the predicted time of a way that another engine has; 0: none.  A cost()
                      * that searches need not search longer than this allows */
    double rings;    /* `seconds` and `known` are for so many rings; 0: for one */
    bool look;       /* cost() does not search, and refuses if it must */
    const int *stop; /* a flag (base/stop.h), which units that take a second or more read; NULL:
                      * never stop */
    const char *isa; /* name of the instruction set, for engines that have several; NULL: the
                      * default */
    double epsilon;  /* relative error that an engine may accept in a floating result to save
                      * time; 0: only rounding errors */
    int bits;        /* of a floating answer of any precision (abilities.h); 0: of another one */
    struct pm_accuracy accuracy; /* for engines that draw */
    uint64_t prime; /* the only ring is modulo this prime; 0: the primes are 1 modulo 4, or there
                     * are none */
    const void *search; /* the result of the engine's search for this core, for cost(); NULL: cost()
                         * searches itself */
};

struct pm_cost {
    double steps; /* number of steps of all units, for one ring; each engine defines its step */
    double peak; /* number of steps of the longest unit; 0: all units are about equal.  Matchings of
                  * every size: of one prime */
    double each; /* for random matchings: number of steps for each matching */
    double device;     /* with limits.device: seconds that the reference device takes for one ring;
                        * 0: as its rate says (abilities.h) */
    double bytes;      /* memory of the largest unit, in bytes; small amounts are not counted */
    uint64_t terms;    /* number of terms of a walk (walk.h) */
    double least;      /* of draws: log2 of a number that the answer is not below, except with
                        * probability limits.accuracy.delta; -HUGE_VAL: there is none */
    int strand;        /* log2 of the number of terms in a unit of a walk */
    uint64_t together; /* number of units that one launch of a device can compute; 0: any */
    uint64_t units; /* number of units, at least 1; work() may use limits->threads threads for each
                     * unit */
    void *choice;   /* the engine's own decisions for open(), such as an elimination order; NULL:
                     * there are none */
    bool once;      /* these steps are those of all rings */
    bool lacks_embedding; /* an embedding in a torus would help; also after PM_UNABLE */
    char note[384]; /* text that the plan prints after the engine's name, for example "width 17, 4
                     * slices" */
};

/* What the planner knows of an engine without asking it. */
struct pm_engine_figures {
    double rate[PM_NUMBERS]; /* steps per second of one thread on the reference machine */
    /* how many times as long a step takes without AVX-512, with AVX2 or without both; 0: as long */
    double with_avx2[PM_NUMBERS], portable[PM_NUMBERS];
    double
        vertex;  /* seconds of a ring for each row and column (vertex), which searches leave out */
    double look; /* number of seconds that cost() takes; 0: this depends on the number of entries */
    bool quick;  /* cost() takes microseconds, so it can be called for the many leaves of a split */
    bool steady; /* floating types: for a non-negative matrix, the relative error is at most
                  * limits.epsilon, or no terms cancel */
    bool draws;  /* answers are estimates, by limits.accuracy; used only if the user wants them */
    bool pads;   /* PM_MOD: primes must exceed the number of columns minus that of rows */
    bool interpolates; /* PM_MOD: primes must exceed the number of columns */
    int prime_bits;    /* PM_MOD: primes must be below 2^this; 0: as large as the ring allows */
    double wide; /* PM_MOD: with a prime that is larger, the time is this many times as long, and
                  * the memory is twice as large; 0: the engine cannot use larger primes */
};

struct pm_engine_more;

struct pm_engine {
    const char *name; /* the NAME in --engine=NAME, --plan and the manual */
    const char *what; /* one line for --help and the manual */
    unsigned kinds;   /* kinds of cores that it can compute: a set of PM_PERMANENT_BIT, ... */
    unsigned numbers; /* number types that it supports: a set of PM_MOD_BIT, ... */
    struct pm_engine_figures figures;

    /* Returns a lower bound of the steps for one ring, and takes almost no time.  Infinite: the
     * engine cannot solve this core.  NULL: no bound is known. */
    double (*floor)(const struct pm_core *core);
    pm_status (*cost)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits);
    pm_status (*open)(void **job, const struct pm_core *core, const struct pm_cost *cost,
                      const struct pm_ring *ring, const struct pm_limits *limits);
    pm_status (*work)(void *job, uint64_t first, uint64_t count, struct pm_part *part);
    void (*close)(void *job);
    const struct pm_engine_more *more; /* what only some engines can do (abilities.h); never NULL */
};

/* X(name) for all engines.  If two engines cost the same, the planner takes the one that comes
 * first. */
/* clang-format off */
#define PM_EVERY_ENGINE(X)                                                                         \
    X(complement) X(multiplicity) X(enumerate) X(sparyser) X(ryser) X(table) X(dense) X(rank)      \
    X(hafnian) X(planar) X(sparse) X(graded) X(sweep) X(tree) X(orbits) X(estimate)
/* clang-format on */

#define PM_ENGINE(name) extern const struct pm_engine pm_engine_##name;
PM_EVERY_ENGINE(PM_ENGINE)
#undef PM_ENGINE

/* The table of engines.  It ends with NULL. */
extern const struct pm_engine *const pm_engines[];

/* The engine with this name, or NULL if there is none. */
const struct pm_engine *pm_engine_find(const char *name);
