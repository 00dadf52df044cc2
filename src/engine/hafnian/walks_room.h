/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of a thread for walks_lanes.h: the matrices of its lanes, scaled, and their pairs. */
#pragma once

#include "engine/hafnian/pairs.h"
#include "engine/hafnian/walks_lanes.h"

/* The memory that a kernel needs. */
struct pm_walks_memory {
    struct pm_walks_walk walk;
    int words; /* of a number, without size and radius */
    double *all, *b[PM_HAF_PAIRS + 1], *g[PM_HAF_PAIRS + 1], *powers[PM_HAF_PAIRS + 1];
    int degree[PM_HAF_PAIRS + 1];
    double weight[PM_HAF_PAIRS * PM_HAF_LANES];
};

struct pm_walks_room {
    const struct pm_batch *b;
    int n, parts, words;
    int *times, total; /* of each vertex; NULL: one each */
    bool able;         /* the kernels can compute with these pairs */
    struct pm_joined pairs;
    struct pm_walks_memory numbers;
    double *entry, *loop; /* [PM_HAF_LANES][n][n][parts], [PM_HAF_LANES][n][parts]: scaled */
    int *scale, all[PM_HAF_LANES]; /* of a vertex; the sum over all copies */
};

/* The functions of struct pm_engine_stack. */
pm_status pm_walks_room_open(void **room, const struct pm_batch *b);
void pm_walks_room_close(void *room);

/* Polynomials for these pairs; only the first state has values: zeros. */
pm_status pm_walks_memory_new(struct pm_walks_memory *m, const struct pm_joined *p, int words);

/* The doubles that it has. */
size_t pm_walks_memory_size(const struct pm_walks_memory *m);

/* Reads matrix k into a lane, as it is.  *rounded: an integer has more than 53 bits. */
pm_status pm_walks_read(bool *rounded, const struct pm_walks_room *r, int lane, size_t k);

/* Whether one of the first lanes has a loop that is not 0. */
bool pm_walks_has_loops(const struct pm_walks_room *r, int lanes);

/* Finds the pairs for these copies of the vertices; NULL: one of each.  r->able: the kernels can
 * compute with them. */
pm_status pm_walks_take_pairs(struct pm_walks_room *r, const int *times, int total, bool looped);

/* Scales the vertices of a lane so that the largest exponent of each is near 0.  False: this lost
 * digits of a number that is then below the range of doubles. */
bool pm_walks_scale(struct pm_walks_room *r, int lane);

/* The sum over all weights: its parts, and in double-double their low parts; its size and radius.
 */
struct pm_walks_sum {
    double high[2], low[2], size, radius;
};

/* Delivers the loop hafnian of matrix k, which is in this lane. */
void pm_walks_deliver(const struct pm_walks_room *r, int lane, size_t k,
                      const struct pm_walks_sum *sum);

/* Writes the first state of a lane's matrix into this lane, or into all. */
void pm_walks_fill(struct pm_walks_memory *m, const struct pm_walks_room *r, int lane, bool spread);
