/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about a core besides its permanent or hafnian. */
#pragma once

#include "engine/engine.h"

#include <flint/fmpz.h>

struct pm_value;

enum pm_query {
    PM_VALUE,  /* none: its permanent or hafnian */
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
    bool apart; /* each draw takes one word of the generator: several calls draw what one does */

    /* sum[k] = the sum over the matchings with k entries, for k = 0 .. pm_core_size(). */
    pm_status (*sizes)(fmpz *sum, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits);
    /* count[k] = the same sum modulo a prime below 2^31 that is larger than pm_core_size(); NULL:
     * not available. */
    pm_status (*residues)(uint64_t *count, const struct pm_core *core, const struct pm_cost *cost,
                          uint64_t p, const struct pm_limits *limits);
};
