/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans questions about a core besides its permanent: finds which engines can answer a query, and
 * in which numbers, the best way first. */
#pragma once

#include "engine/engine_query.h"
#include "num/crt.h"

struct pm_query_ask {
    int bits;     /* the answer has floating numbers with this many bits; 0: exact numbers */
    bool rounded; /* floating answers may be computed exactly and rounded */
    const struct pm_engine *engine; /* the only engine allowed; NULL: any */
    struct pm_limits limits;
    struct pm_poll poll; /* limits.poll may point to this */
};

struct pm_query_way {
    const struct pm_engine *engine;
    const struct pm_engine_query *query;
    struct pm_cost cost;
    bool exact;
    enum pm_number number;
    /* the engine's floating numbers with this many bits are used; 0: numbers of type `number` */
    int any;
    double bits, rings;    /* for exact numbers: every sum is below 2^bits; number of rings */
    double seconds, price; /* predicted for one thread; ways are sorted by price */
    bool cheap;            /* exact, rounded afterwards, and quick: comes before all that are not */
    double each;           /* for random matchings: seconds of each, besides those */
};

/* The possible ways.  They are tried in this order: if one fails with PM_UNABLE, try the next. */
struct pm_query_plan {
    struct pm_query_way *way;
    int count;
};

/* Plans a query about a core (rows <= cols, no empty row, integer entries) whose sums are all below
 * 2^bits.  The caller must clear *plan.  PM_UNABLE with the reason: there is no way within the
 * limits.  PM_DOMAIN: there is no matching. */
pm_status pm_query_find(struct pm_query_plan *plan, enum pm_query query, const struct pm_core *core,
                        double bits, const struct pm_query_ask *ask);
void pm_query_clear(struct pm_query_plan *plan);

/* The predicted wall-clock seconds of a way, without those of each random matching. */
double pm_query_seconds(const struct pm_query_way *way, const struct pm_limits *limits);

/* *rings = the rings of an exact way. gaussian: sums have a real and an imaginary part. */
pm_status pm_query_rings(struct pm_crt_rings *rings, const struct pm_query_way *way, bool gaussian);
