/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of the kernels.  They process all combinations of the low lines for one choice of the
 * other numbers s_i, in vectors. */
#ifndef PM_BATCH_TERMS_KERNEL_H
#define PM_BATCH_TERMS_KERNEL_H

#include "batch/terms_table.h"

#include <stdbool.h>

/* Arrays of [PM_TERM_LANES] are aligned to 64 bytes. */
struct pm_terms {
    int factors, parts, groups; /* groups: number of groups of combinations */
    bool sizes;                 /* bounds are wanted */
    const int *times;           /* [factors]: c_j */
    const double *offset;       /* [groups][factors][parts][PM_TERM_LANES] */
    const double *weight;       /* [groups][PM_TERM_LANES]: signed; 0 if there is no combination */
    const double *floor;        /* [factors]: t eta_j */

    /* For minors: */
    double *share;   /* [groups][factors][parts][PM_TERM_LANES]: products without x_j are added */
    double *product; /* [factors][parts + 1][PM_TERM_LANES]: their sums over groups, and those of
                      * their bounds, are added */
    double *room;    /* [factors][2][3][PM_TERM_LANES] working memory */
};

/* Sums of weighted products; the kernel adds to them. */
struct pm_terms_lanes {
    double high[2][PM_TERM_LANES] __attribute__((aligned(64))), low[2][PM_TERM_LANES];
    double size[PM_TERM_LANES];
};

/* Processes all combinations for x[factors][parts] of the other lines. */
typedef void pm_terms_walk(struct pm_terms_lanes *sum, const struct pm_terms *t, const double *x,
                           double weight);

/* The kernels of an instruction set; all give the same bits. */
struct pm_isa;
pm_terms_walk *pm_terms_kernel(const struct pm_isa *isa, bool minors);

#endif
