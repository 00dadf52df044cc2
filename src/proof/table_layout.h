/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the numbers of a table are in memory.
 *
 * A state is a subset of the open vertices.  Its bits are in two groups: x, the vertices that the
 * next block of steps touches, and y, all others.  Only the states of one class
 * (engine/order/order.h) can have a number other than 0, and only they are stored.
 *
 * The class of y is its number of ones (its parity; 0).  For each class of y, the table has a
 * matrix: a row for each x that fits, a column for each y, ascending. */
#pragma once

#include "engine/order/order.h"

#include <stdint.h>

enum {
    PM_PROOF_TOUCHED = 12, /* most bits of x */
    PM_PROOF_WIDTH = 32,   /* most bits of y */
};

struct pm_proof_bits {
    int count;
    int *vertex;    /* the vertex of each bit */
    uint32_t rows;  /* square: the bits that are turned around */
    uint32_t *rank; /* of a state among those of its class; NULL: a formula, or no list yet */
    uint32_t *list; /* states sorted by class */
    size_t *start;  /* where a class begins in the list */
};

struct pm_proof_layout {
    enum pm_order_class states;
    struct pm_proof_bits x, y;
    int ones;    /* the class of all states: of x and y together */
    int classes; /* number of classes of y */
    uint32_t class_of_none,
        class_mask; /* the class of y for the empty set, and what counts of it */
    size_t *first;  /* of each class of y: where its matrix begins */
    size_t *width;  /* and the number of its columns */
    size_t length;
};

/* `vertex` has the vertices of x, then those of y, and is copied.  column NULL: the graph is
 * general.  Before a table has this layout, its states must be listed. */
pm_status pm_proof_layout_new(struct pm_proof_layout **layout, enum pm_order_class states, int ones,
                              const int *vertex, int x, int y, const bool *column);
pm_status pm_proof_layout_list(struct pm_proof_layout *layout);
double pm_proof_layout_list_bytes(const struct pm_proof_layout *layout);
void pm_proof_layout_free(struct pm_proof_layout *layout); /* NULL is fine */

/* The class of x that goes with a class of y; of some bits, with a class of the others. */
static inline int pm_proof_class_other(const struct pm_proof_layout *l, int class)
{
    return l->states == PM_ORDER_SQUARE ? l->ones - class : (l->ones ^ class) & 1;
}

static inline size_t pm_proof_rank(const struct pm_proof_layout *l,
                                   const struct pm_proof_bits *bits, uint32_t state)
{
    return bits->rank != NULL ? bits->rank[state] : l->states == PM_ORDER_FREE ? state : state >> 1;
}

/* State number `rank` of a class. */
static inline uint32_t pm_proof_state(const struct pm_proof_layout *l,
                                      const struct pm_proof_bits *bits, int class, size_t rank)
{
    if (bits->rank != NULL)
        return bits->list[bits->start[class] + rank];
    const uint32_t r = (uint32_t)rank;
    return l->states == PM_ORDER_FREE ? r : r << 1 | (uint32_t)(__builtin_parity(r) ^ class);
}

/* The number of states of x that go with a class of y. */
size_t pm_proof_height(const struct pm_proof_layout *layout, int class);

/* The bit of a vertex in y; PM_PROOF_WIDTH and its bit in x; -1: it is not open. */
int pm_proof_bit_of(const struct pm_proof_layout *layout, int vertex);

/* Moves states into another layout that has all their vertices.  The image of a state has its bits
 * of y in the lowest 32, of x in the next 16, and what they add to the class of y in the last 16.
 * So images of states without a common vertex can be added. */
struct pm_proof_map {
    uint64_t part[4][256]; /* of each byte of a state */
};

void pm_proof_map_init(struct pm_proof_map *map, const int *vertex, int count,
                       const struct pm_proof_layout *to);

/* The same for any images of the bits. */
void pm_proof_map_bits(struct pm_proof_map *map, const uint64_t image[PM_PROOF_WIDTH]);

static inline uint64_t pm_proof_map_state(const struct pm_proof_map *map, uint32_t state)
{
    return map->part[0][state & 255] + map->part[1][state >> 8 & 255] +
           map->part[2][state >> 16 & 255] + map->part[3][state >> 24];
}

/* Where the number of a state is, given by its image. */
static inline size_t pm_proof_map_place(const struct pm_proof_layout *to, uint64_t image)
{
    const uint32_t y = (uint32_t)image, x = (uint32_t)(image >> 32) & 0xffff;
    const uint32_t class = ((uint32_t)(image >> 48) + to->class_of_none) & to->class_mask;

    return to->first[class] + pm_proof_rank(to, &to->x, x) * to->width[class] +
           pm_proof_rank(to, &to->y, y);
}
