/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ratio of a vertex (decay.c) along all paths from it. */
#pragma once

#include "estimate/decay_graph.h"

enum { PM_PATHS_SEEN = 36 }; /* vertices by which a known ratio is remembered */

/* Of one thread. */
struct pm_paths {
    const struct pm_decay_graph *graph; /* borrowed */
    int root;                           /* the vertices up to this one are removed */
    bool cut;                           /* a path was not followed to its end */
    bool late;                          /* the budget ends the work, and the ratio is worthless */
    uint64_t steps;

    /* Of paths.c. */
    uint64_t ticks;
    unsigned char *on,
        where; /* [n] the vertices of the path: before or inside what recall() sees */
    struct pm_paths_known *known; /* [mask + 1] by slot */
    int mask, depth;              /* of the paths of what is known */
    int parent, count, seen[PM_PATHS_SEEN];
    bool crossed;
};

pm_status pm_paths_init(struct pm_paths *w, const struct pm_decay_graph *graph);
void pm_paths_clear(struct pm_paths *w);

/* The ratio of v for paths with at most so many edges. */
struct pm_range pm_paths_ratio(struct pm_paths *w, int v, int depth);

/* The same, and product[k] = the weight of edge k of v times the ratio of its end without v. */
struct pm_range pm_paths_products(struct pm_range *product, struct pm_paths *w, int v, int depth);
