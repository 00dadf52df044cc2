/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans what is asked of a core besides its permanent: which engines answer a query, and over which
 * numbers, the best way first. */
#ifndef PM_PLAN_QUERY_H
#define PM_PLAN_QUERY_H

#include "engine/engine.h"
#include "num/crt.h"

struct pm_query_ask {
    int bits;                       /* floating numbers of so many bits; 0: exact ones */
    bool rounded;                   /* floating numbers may be exact ones, rounded */
    const struct pm_engine *engine; /* forced; NULL: free choice */
    struct pm_limits limits;
};

struct pm_query_way {
    const struct pm_engine *engine;
    const struct pm_engine_query *query;
    struct pm_cost cost;
    bool exact;
    enum pm_number number;
    int any;               /* floating numbers of so many bits of the engine's own; 0: `number` */
    double bits, rings;    /* exact: every sum is below 2^bits; how many rings */
    double seconds, price; /* predicted, of one thread; by which ways are compared */
};

/* The ways in the order in which they are to be tried: the next one where one is PM_UNABLE. */
struct pm_query_plan {
    struct pm_query_way *way;
    int count;
};

/* Plans a query about a core (rows <= cols, no row empty; integer entries) all whose sums are below
 * 2^bits.  PM_UNABLE with the reason where there is no way within the limits; PM_DOMAIN where there
 * is no matching. */
pm_status pm_query_find(struct pm_query_plan *plan, enum pm_query query, const struct pm_core *core,
                        double bits, const struct pm_query_ask *ask);
void pm_query_clear(struct pm_query_plan *plan);

/* The rings of an exact way; gaussian: sums have two parts. */
pm_status pm_query_images(struct pm_images *images, const struct pm_query_way *way, bool gaussian);

#endif
