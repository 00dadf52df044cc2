/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is computed of a stack: the functions behind pm_batch(), pm_minors() and pm_gradient().  The
 * stack is in the memory of the host, b->bound is not NULL, and b->isa and b->watched are set. */
#pragma once

#include "engine/stack.h"

/* Permanents, or their minors. */
pm_status pm_batch_permanents(struct pm_batch *b, int threads);

/* Permanents or loop hafnians, each by a plan of its own. */
pm_status pm_batch_problems(struct pm_batch *b, int threads);

/* Permanents of products with stack.right. */
pm_status pm_batch_products(struct pm_batch *b, int threads);

/* Loop hafnians of the products of matrices with their transposes. */
pm_status pm_batch_low_rank_hafnians(struct pm_batch *b, int threads);

/* Loop hafnians; the stack may be in the memory of a GPU. */
pm_status pm_batch_hafnians(struct pm_batch *b, int threads);

/* Sums over single cycles of their terms. */
pm_status pm_batch_montrealers(struct pm_batch *b, int threads);

/* Loop hafnians of one matrix with copies of its vertices: `count` values, their bounds and, if it
 * is not NULL, their exponents. */
struct pm_hafnian_copies {
    size_t count;
    const int *times; /* [count][n] */
    double *value, *bound;
    int64_t *exponent;
};
pm_status pm_batch_hafnian_copies(const struct pm_batch *b, size_t k,
                                  const struct pm_hafnian_copies *c, int threads);

/* Loop hafnians without copies of two vertices each, or of one that is matched with itself. */
pm_status pm_batch_hafnian_minors(struct pm_batch *b, int threads);

/* Loop hafnians of all patterns of copies below stack.cutoff; *count is their number. */
pm_status pm_batch_patterns(struct pm_batch *b, int threads);
pm_status pm_hafnian_patterns_count(size_t *count, const pm_stack *stack);

pm_status pm_batch_torontonians(struct pm_batch *b, int threads);

/* Pfaffians, or their minors. */
pm_status pm_batch_pfaffians(struct pm_batch *b, int threads);
