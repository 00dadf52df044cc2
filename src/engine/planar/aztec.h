/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Aztec diamonds, as graphs, and random perfect matchings of them by domino shuffling.
 *
 * An Aztec diamond of order n consists of n x n cells.  A cell is a square of four edges, those of
 * two rows of the matrix, above and below, and two columns, left and right.  Neighbouring cells
 * have a vertex in common; each edge belongs to one cell. */
#pragma once

#include "model/matrix.h"

enum { PM_CELL = 4 };

struct pm_aztec {
    int order;
    /* for each cell, row by row, its entries of the matrix: above and left, above and right, below
     * and left, below and right */
    int *entry;
};

/* *aztec = NULL if the positive matrix a is not that of an Aztec diamond.  The caller must free
 * *aztec. */
pm_status pm_aztec_find(struct pm_aztec **aztec, const struct pm_matrix *a);
void pm_aztec_free(struct pm_aztec *aztec);

/* Whether all cells have the same weights. */
bool pm_aztec_is_uniform(const struct pm_aztec *aztec, const struct pm_matrix *a);

struct pm_shuffling;

/* Computes what all draws have in common: for each cell of each order the probability of its first
 * pair of edges, within 2^-bits.  The caller must free *shuffling; aztec and a exist as long. */
pm_status pm_shuffling_new(struct pm_shuffling **shuffling, const struct pm_aztec *aztec,
                           const struct pm_matrix *a, int bits, const int *stop);
void pm_shuffling_free(struct pm_shuffling *shuffling);

/* entry[i] = the entry of row i in a random perfect matching. */
pm_status pm_shuffling_draw(int *entry, const struct pm_shuffling *shuffling, uint64_t *state);
