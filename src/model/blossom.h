/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maximum matchings of graphs by alternating trees and blossoms (Edmonds, Paths, trees, and
 * flowers, Canadian J. Math. 17, 1965).  Shrunk odd cycles are kept in a disjoint-set forest
 * (Gabow, Journal of the ACM 23, 1976).  Cost: at most vertices times edges; usually much less,
 * after the greedy start. */
#pragma once

#include "base/status.h"

enum pm_label { PM_FREE, PM_OUTER, PM_INNER };

/* A matching and the tree that is growing.  Vertex v is adjacent to to[start[v]] .. to[start[v + 1]
 * - 1].  Both arrays belong to the caller. */
struct pm_forest {
    int n;
    const int *start, *to;
    int without;     /* a vertex to be ignored, or -1 */
    int *match;      /* partner, or -1 */
    int *pre;        /* the previous vertex on an alternating path */
    int *base;       /* union-find: the base of the blossom */
    char *label;     /* enum pm_label */
    int *stamp, now; /* for the search of a common base */
    int *queue, tail;
    int *touched, touches; /* vertices whose data must be reset */
    int kept, kept_tail;   /* touches and tail of the trees that are kept */
    int64_t steps;         /* edges scanned so far */
};

/* Starts with the empty matching. */
pm_status pm_blossom_init(struct pm_forest *f, int n, const int *start, const int *to);
void pm_blossom_clear(struct pm_forest *f);

/* Matches each exposed vertex with its exposed neighbour of least degree. */
void pm_blossom_greedy(struct pm_forest *f);

/* Grows a tree from the exposed vertex `root`.  Returns true where that augmented the matching;
 * false where the tree cannot grow, or where all neighbours of the ignored vertex are outer.  The
 * labels stay until pm_blossom_forget(). */
bool pm_blossom_grow(struct pm_forest *f, int root);
void pm_blossom_forget(struct pm_forest *f);

/* Extends the matching to the vertices 0 .. vertices - 1; false, and a part of it, if that is
 * impossible. */
bool pm_blossom_match_all(struct pm_forest *f, int vertices);

/* Extends the matching to one with as many pairs as possible.  The labels of the trees that cannot
 * grow stay. */
void pm_blossom_match_most(struct pm_forest *f);

/* *left = the number of vertices that a matching with as many pairs as possible leaves free. */
pm_status pm_blossom_left(int *left, int n, const int *start, const int *to);
