/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop hafnian of one matrix, in balls (pairs.c). */
#pragma once

#include "engine/stack_balls.h"

struct pm_looped {
    int n, total;        /* vertices; copies of all of them, below 2^20 */
    const int *times;    /* how many copies a vertex has; NULL: one each */
    acb_ptr entry, mean; /* [n][n], symmetric; [n], the loops: exact */
    int threads;
    const int *stop; /* base/stop.h */
};

/* All copies of all vertices, joined in pairs (pairs.c). */
struct pm_joined {
    bool looped, complex_values; /* some loop is not 0; some number is not real */
    bool even; /* all pairs have the weights m, m - 2, ..., -m; terms of opposite ones are equal */
    int count, *times, *vertex[2]; /* of each pair; vertex n is the one that makes S even */
    int units, split;              /* a unit has one weight for each of the pairs split, ... */
};

/* *p is zero before. */
pm_status pm_pairs_joined_find(struct pm_joined *p, const struct pm_looped *w);
void pm_pairs_joined_clear(struct pm_joined *p);

/* Nanoseconds in balls; *terms = the number of terms.  INFINITY: too many bytes. */
double pm_pairs_joined_price(double *terms, const struct pm_joined *p);

/* Makes room for n vertices: zeros. */
void pm_pairs_looped_init(struct pm_looped *w, int n);
void pm_pairs_looped_clear(struct pm_looped *w);

/* The number of bits to try first. */
slong pm_pairs_looped_bits(const struct pm_looped *w);

/* *sum = the loop hafnian.  PM_UNABLE: it has too many terms.  PM_STOPPED: w->stop says so. */
pm_status pm_pairs_looped_sum(acb_t sum, const struct pm_looped *w, slong bits);

/* The same for the terms whose pairs of vertices form, together with the pairs of the copies of
 * rows i and i + n / 2, a single cycle or a path between two loops (montrealer.c).  Both rows have
 * the same number of copies.  PM_UNABLE: there are too many. */
pm_status pm_pairs_cycles_sum(acb_t sum, const struct pm_looped *w, slong bits);
