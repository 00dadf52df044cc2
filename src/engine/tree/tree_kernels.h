/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a layout: the kernels, one for each number type and key width. */
#ifndef PM_ENGINE_TREE_TREE_KERNELS_H
#define PM_ENGINE_TREE_TREE_KERNELS_H

#include "engine/tree/layout.h"
#include "model/image.h"
#include "num/part.h"

/* Limits of a run, and what it used. */
struct pm_tree_use {
    uint64_t memory; /* bytes for tables */
    int threads;
    const int *stop; /* base/stop.h */
    size_t few;      /* largest number of keys of a table that is merged by streams (at most
                      * PM_TREE_FEW) */
    double steps;    /* out: counted as in tree.h */
    double peak;     /* out: largest number of bytes of tables at any time */
};

enum { PM_TREE_USUAL = PM_TREE_FEW };

typedef pm_status pm_tree_kernel(struct pm_part *part, const struct pm_layout *layout,
                                 const struct pm_image *image, uint64_t unit,
                                 struct pm_tree_use *use);

/* For every entry e (of a symmetric matrix: above the diagonal), part[e] = entry x permanent of the
 * matrix without its row and column (vertices); part[nnz] = the permanent.  No slices. */
typedef pm_status pm_tree_shares(struct pm_part *part, const struct pm_layout *layout,
                                 const struct pm_image *image, struct pm_tree_use *use);

/* Draws `count` random matchings that cover all rows.  The probability of each is proportional to
 * the product of its entries, which must be nonnegative.  edge[k * rows + i] is the entry of row i
 * in matching k.  (In a general graph: the entry above the diagonal, at the first of its ends; the
 * other end is not set.) Over integers modulo 2^128 (permanent below 2^127) this is exact.  Over
 * doubles there are rounding errors, with total variation below count * rows * 2^-40.  PM_DOMAIN:
 * the permanent is 0. */
typedef pm_status pm_tree_sampler(int *edge, size_t count, uint64_t seed,
                                  const struct pm_layout *layout, const struct pm_image *image,
                                  struct pm_tree_use *use);

/* The kernels of one number type and one key width. */
struct pm_tree_kernels {
    pm_tree_kernel *run;
    pm_tree_shares *shares;
    pm_tree_sampler *sample; /* NULL if numbers of this type cannot be probabilities */
};

/* The kernels for keys with that many bits.  For PM_MODS: those of that instruction set
 * (pm_isa_chosen()), if it is available. */
const struct pm_tree_kernels *pm_tree_kernels_of(enum pm_number number, int width, const char *set);

#endif
