/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running a layout: the kernels, one per number type and key width. */
#ifndef PM_ENGINE_TREE_TREE_KERNELS_H
#define PM_ENGINE_TREE_TREE_KERNELS_H

#include "engine/tree/layout.h"
#include "model/image.h"
#include "num/part.h"

/* What a run may use and what it used. */
struct pm_tree_use {
    uint64_t memory; /* bytes for tables */
    int threads;
    const int *stop; /* base/stop.h */
    size_t few;      /* keys of a table up to which merges go by streams (at most PM_TREE_FEW) */
    double steps;    /* out: as counted by tree.h */
    double peak;     /* out: bytes of tables at the worst moment */
};

enum { PM_TREE_USUAL = PM_TREE_FEW };

typedef pm_status pm_tree_kernel(struct pm_part *part, const struct pm_layout *layout,
                                 const struct pm_image *image, uint64_t unit,
                                 struct pm_tree_use *use);

/* For every entry e (of a symmetric matrix, those above the diagonal), part[e] = entry x permanent
 * of what is left without its row and column (vertices), and part[nnz] = the permanent.  No slices.
 */
typedef pm_status pm_tree_shares(struct pm_part *part, const struct pm_layout *layout,
                                 const struct pm_image *image, struct pm_tree_use *use);

/* `count` random matchings that cover all rows, each with probability in proportion to the product
 * of its entries (nonnegative): edge[k * rows + i] is the entry that row i has in matching k (of a
 * general graph, the one above the diagonal at the first of its ends; the other end is left alone).
 * Over integers modulo 2^128 (permanent below 2^127) exactly so; over doubles up to rounding, with
 * total variation below count * rows * 2^-40.  PM_DOMAIN where the permanent is 0. */
typedef pm_status pm_tree_sampler(int *edge, size_t count, uint64_t seed,
                                  const struct pm_layout *layout, const struct pm_image *image,
                                  struct pm_tree_use *use);

/* The kernels of one number type and one key width. */
struct pm_tree_kernels {
    pm_tree_kernel *run;
    pm_tree_shares *shares;
    pm_tree_sampler *sample; /* NULL where numbers are no weights to draw by */
};

/* Those for keys of that many bits; of PM_MODS, for that instruction set (pm_isa_chosen()) where it
 * is to be had. */
const struct pm_tree_kernels *pm_tree_kernels_of(enum pm_number number, int width, const char *set);

#endif
