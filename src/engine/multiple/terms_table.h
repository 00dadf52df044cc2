/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums of terms.h, as kernels see them: in C, and in CUDA C++ (cuda/terms.cu). */
#ifndef PM_ENGINE_MULTIPLE_TERMS_TABLE_H
#define PM_ENGINE_MULTIPLE_TERMS_TABLE_H

enum {
    PM_TERM_MOST = 128,   /* lines in all: beyond, products leave the range of doubles */
    PM_TERM_LANES = 16,   /* combinations side by side, whatever the width of vectors */
    PM_TERM_CHUNK = 1024, /* walks that are summed by themselves */
};

/* What a walk needs: it processes all combinations of the low lines for one choice of the other
 * numbers s_i.  Arrays of [PM_TERM_LANES] are aligned to 64 bytes. */
struct pm_terms {
    int factors, parts, groups; /* groups: number of groups of combinations */
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

/* The sum of weighted products, as high + low, and that of their sizes. */
struct pm_terms_sum {
    double high[2], low[2], size;
};

/* Sums of weighted products in lanes; the kernel adds to them.  Aligned to 64 bytes. */
struct pm_terms_lanes {
    double high[2][PM_TERM_LANES], low[2][PM_TERM_LANES], size[PM_TERM_LANES];
};

/* A kernel on the CPU: processes all combinations for x[factors][parts] of the other lines.  For
 * minors, `sum` is not used. */
typedef void pm_terms_walk(struct pm_terms_lanes *sum, const struct pm_terms *t, const double *x,
                           double weight);

/* A matrix on a device.  The arrays of doubles follow the table; where they begin is counted in
 * doubles from its end. */
struct pm_terms_table {
    unsigned long long walks;
    int lines, low; /* signed lines, and how many of them are low */
    int factors, groups;
    unsigned entry;    /* [lines][factors][PARTS] */
    unsigned offset;   /* [groups][factors][PARTS][PM_TERM_LANES] */
    unsigned weight;   /* [groups][PM_TERM_LANES] */
    unsigned binomial; /* [lines][PM_TERM_MOST + 1] */
    unsigned floor;    /* [factors] */
    unsigned end;
    int radix[PM_TERM_MOST + 1]; /* of signed lines */
    int power[PM_TERM_MOST + 1]; /* of factors: c_j */
    int times[PM_TERM_MOST + 1]; /* of signed lines: m_i */
    int pad;
};

#endif
