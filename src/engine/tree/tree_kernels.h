/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of the tree engine, which run a layout: one set for each number type and key
 * width. */
#pragma once

#include "engine/tree/layout.h"
#include "model/image.h"
#include "num/part.h"

/* The limits of a run. */
struct pm_tree_use {
    uint64_t memory; /* largest number of bytes for tables and merges */
    int threads;
    const int *stop; /* base/stop.h */
};

typedef pm_status pm_tree_kernel(struct pm_part *part, const struct pm_layout *layout,
                                 const struct pm_image *image, uint64_t unit,
                                 const struct pm_tree_use *use);

/* part[e] = entry e times the permanent (hafnian) of the matrix without the row and the column (the
 * two vertices) of e, for each entry e; for a symmetric matrix, only for each entry e above the
 * diagonal. part[nnz] = the permanent (hafnian).  The layout must not have slices. */
typedef pm_status pm_tree_shares(struct pm_part *part, const struct pm_layout *layout,
                                 const struct pm_image *image, const struct pm_tree_use *use);

/* Draws `count` random matchings that cover all rows.  The probability of each is proportional to
 * the product of its entries, which must be nonnegative. edge[k * rows + i] is the index of the
 * entry that matching k has in row i.  In a general graph, an entry above the diagonal is stored
 * only at the first of its two vertices, and the element of the second one is not set.  Integers
 * modulo 2^128 draw exactly if the permanent is below 2^127.  Double-double numbers draw up to a
 * proved error (tree_sample_template.h); PM_UNABLE: it is too large.  PM_DOMAIN: the permanent is
 * 0. */
typedef pm_status pm_tree_sampler(int *edge, size_t count, uint64_t seed,
                                  const struct pm_layout *layout, const struct pm_image *image,
                                  const struct pm_tree_use *use);

/* The kernels of one number type and one key width. */
struct pm_tree_kernels {
    pm_tree_kernel *run;
    pm_tree_shares *shares;
    /* of integers modulo 2^128 and double-double numbers; NULL for others */
    pm_tree_sampler *sample;
};

/* The kernels for keys with `width` bits.  For PM_MODS, those compiled for the instruction set
 * `set` (pm_isa_chosen()), or the portable ones if it is not available. */
const struct pm_tree_kernels *pm_tree_kernels_of(enum pm_number number, int width, const char *set);
