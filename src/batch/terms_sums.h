/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums of terms.h over s_1, s_2, ..., where s_i is the number of copies of line i that get the
 * sign -. */
#ifndef PM_BATCH_TERMS_SUMS_H
#define PM_BATCH_TERMS_SUMS_H

#include "batch/terms_entries.h"
#include "batch/terms_kernel.h"
#include "batch/terms_table.h"

struct pm_terms_sums {
    pm_terms_walk *walk;
    struct pm_terms t; /* the kernel's view of the arrays below */
    const struct pm_terms_entries *entries;
    int low, low_terms; /* the number of low lines, whose s_i change fastest, and the number of
                         * combinations of these s_i */
    uint64_t walks;     /* the number of combinations of the other s_i; each is one walk */
    double binomial[PM_TERM_MOST + 1][PM_TERM_MOST + 1]; /* C(m_i, s) 2^-m_i, doubled, signed */
    double *offset, *weight, *share, *kept, *room;
    double *product;
    double *level; /* [signed + 1][factors][parts + 1]: sums over the s_i of the lines before */
    double *outer; /* [signed][factors][parts]: the same sums times m_i - 2 s_i */
};

/* Allocates memory for matrices with at most `lines` different rows and as many different columns.
 * `w` must be zero.  Clear it also after an error. */
pm_status pm_terms_sums_init(struct pm_terms_sums *w, const struct pm_batch *b, size_t lines);
void pm_terms_sums_clear(struct pm_terms_sums *w);

/* Makes the tables of a matrix.  If minors are wanted, it also sums all terms. */
void pm_terms_sums_begin(struct pm_terms_sums *w, const struct pm_terms_entries *entries,
                         const struct pm_batch *b);

/* For a permanent: *sum = the sum of the walks of chunk `chunk`. */
void pm_terms_sums_chunk(struct pm_terms_sum *sum, const struct pm_terms_sums *w, uint64_t chunk);

/* *high + *low += more + more_low. */
static inline void pm_terms_sum_add(double *high, double *low, double more, double more_low)
{
    const double sum = *high + more, other = sum - *high;

    *low += (*high - (sum - other)) + (more - other) + more_low;
    *high = sum;
}

/* For minors: the sum over all terms of (m_i - 2 s_i) times the products without x_j; the sum of
 * the bounds of those products; and the number of roundings in such a sum. */
double pm_terms_sums_minor(const struct pm_terms_sums *w, int i, int j, int part);
double pm_terms_sums_size(const struct pm_terms_sums *w, int j);
double pm_terms_sums_roundings(const struct pm_terms_sums *w);

#endif
