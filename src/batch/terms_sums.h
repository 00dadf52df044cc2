/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums of terms.h over all numbers s_i. */
#ifndef PM_BATCH_TERMS_SUMS_H
#define PM_BATCH_TERMS_SUMS_H

#include "batch/terms_entries.h"
#include "batch/terms_kernel.h"

struct pm_terms_sums {
    pm_terms_walk *walk;
    struct pm_terms t; /* what the kernel sees of the arrays below */
    const struct pm_terms_entries *entries;
    int low, low_terms;                                  /* low lines and their combinations */
    int digit[PM_TERM_MOST + 1];                         /* s_i */
    double binomial[PM_TERM_MOST + 1][PM_TERM_MOST + 1]; /* C(m_i, s) 2^-m_i, doubled, signed */
    double *x, *offset, *weight, *share, *kept, *room;
    double *product;
    double *level; /* [signed + 1][factors][parts + 1]: sums over the lines before */
    double *outer; /* [signed][factors][parts]: the same times m_i - 2 s_i */
};

/* Memory for matrices with at most `lines` different lines of a side; `w` is zero before.  After an
 * error it is to be cleared, too. */
pm_status pm_terms_sums_init(struct pm_terms_sums *w, const struct pm_batch *b, size_t lines);
void pm_terms_sums_clear(struct pm_terms_sums *w);

/* Sums all terms of a matrix; *sum is for a permanent. */
void pm_terms_sums_find(struct pm_terms_lanes *sum, struct pm_terms_sums *w,
                        const struct pm_terms_entries *entries, const struct pm_batch *b);

/* Of minors: the sum over all terms of (m_i - 2 s_i) times what has no x_j; the sum of the bounds
 * of what has no x_j; and how many roundings are in such a sum. */
double pm_terms_sums_minor(const struct pm_terms_sums *w, int i, int j, int part);
double pm_terms_sums_size(const struct pm_terms_sums *w, int j);
double pm_terms_sums_roundings(const struct pm_terms_sums *w);

#endif
