/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maximum matchings of graphs: alternating trees and blossoms (Edmonds, Paths, trees, and flowers,
 * Canadian J. Math. 17, 1965), shrunk odd cycles kept in a disjoint-set forest (Gabow, Journal of
 * the ACM 23, 1976).  Cost: at most vertices times edges, as a rule much less after the greedy
 * start. */
#ifndef PM_MODEL_BLOSSOM_H
#define PM_MODEL_BLOSSOM_H

#include "base/status.h"

enum pm_label { PM_FREE, PM_OUTER, PM_INNER };

/* A matching and the tree that is being grown.  Vertex v is adjacent to to[start[v]] ..
 * to[start[v + 1] - 1]; both arrays are borrowed. */
struct pm_forest {
    int n;
    const int *start, *to;
    int without;     /* a vertex that is not there, or -1 */
    int *match;      /* partner, or -1 */
    int *pre;        /* the vertex before on an alternating path */
    int *base;       /* union-find: the base of the blossom */
    char *label;     /* enum pm_label */
    int *stamp, now; /* for the search of a common base */
    int *queue, tail;
    int *touched, touches; /* to be reset */
    int64_t steps;         /* edges looked at so far */
};

/* The empty matching. */
pm_status pm_forest_init(struct pm_forest *f, int n, const int *start, const int *to);
void pm_forest_clear(struct pm_forest *f);

/* Each exposed vertex takes its exposed neighbour of least degree. */
void pm_forest_greedy(struct pm_forest *f);

/* Grows the tree of the exposed vertex `root` until it augments the matching (true), or cannot, or
 * all neighbours of the vertex that is left out are outer.  The labels stay until forgotten. */
bool pm_forest_grow(struct pm_forest *f, int root);
void pm_forest_forget(struct pm_forest *f);

#endif
