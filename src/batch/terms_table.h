/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What kernels for GPUs share with the library about the sums of terms.h: cuda/terms.cu. */
#ifndef PM_BATCH_TERMS_TABLE_H
#define PM_BATCH_TERMS_TABLE_H

enum {
    PM_TERM_MOST = 128,   /* lines in all: beyond, products leave the range of doubles */
    PM_TERM_LANES = 16,   /* combinations side by side, whatever the width of vectors */
    PM_TERM_CHUNK = 1024, /* walks that are summed by themselves */
};

/* The sum of weighted products, as high + low, and that of their sizes. */
struct pm_terms_sum {
    double high[2], low[2], size;
};

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
