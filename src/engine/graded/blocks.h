/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes and blocks of the graded walk: what the host prepares and what a kernel returns.
 *
 * A node of the walk fixes the signs of some columns; its children fix up to PM_GRADED_STEP more,
 * and a leaf, or block, has the signs of the pivot and of PM_GRADED_LEAF - 1 other columns left.
 * PM_GRADED_LANES nodes of one level lie side by side.  A number that is summed over nodes is first
 * rounded to a multiple of a fixed power of two, and all sums of such multiples are exact: so they
 * depend neither on the order of the nodes nor on who shares the work. */
#ifndef PM_ENGINE_GRADED_BLOCKS_H
#define PM_ENGINE_GRADED_BLOCKS_H

#include <stdint.h>

enum {
    PM_GRADED_LANES = 8,
    PM_GRADED_LEAF = 4, /* free columns of a block, the pivot among them */
    PM_GRADED_LOW = 1 << (PM_GRADED_LEAF - 1),
    PM_GRADED_STEP = 3, /* columns that are fixed from a node to its children */
    PM_GRADED_FAN = 1 << PM_GRADED_STEP,
    PM_GRADED_ROWS = 64,
    PM_GRADED_LIMIT = 1 << 20, /* what the largest bound of a node that is skipped is scaled to */
    PM_GRADED_TOP = 1 << 30,   /* what the largest block of a grade is scaled to */
};

/* Units of the second part of a block's value. */
#define PM_GRADED_SECOND 0x1p-31

/* Nodes side by side.  A lane that holds none has y = 0 and sign = 0. */
struct pm_graded_group {
    double y[PM_GRADED_ROWS][PM_GRADED_LANES] __attribute__((aligned(64))); /* row sums, exact */
    double sign[PM_GRADED_LANES]; /* product of the signs of the columns that are fixed */
};

/* A level of nodes as its parents see it. */
struct pm_graded_level {
    int n;               /* rows */
    int columns;         /* that are free in a node of this level */
    int fan;             /* children of a parent: a power of two */
    const double *table; /* [n][FAN] sums of the columns that are fixed on the way here */
    const double *rest;  /* [FAN][n] sums of what was rounded off them */
    const double *gap;   /* [n] */
    double start;        /* a node's bound is start prod (|y| + gap); LIMIT and below is skipped */
    double split;        /* blocks with a larger bound take the compensated grade */
    double scale;        /* times this, bounds up to `split` come to LIMIT */
};

/* What the test of all children of a group finds; bit `lane` of element `pattern`. */
struct pm_graded_test {
    uint8_t keep[PM_GRADED_FAN]; /* bound above LIMIT */
    uint8_t fine[PM_GRADED_FAN]; /* bound above split */
    double bound[PM_GRADED_FAN][PM_GRADED_LANES] __attribute__((aligned(64)));
    double skipped[PM_GRADED_LANES]; /* += bounds that are not above LIMIT, rounded to nearest */
    double kept[PM_GRADED_LANES];    /* += scale times bounds above LIMIT and not above split */
};

/* Tables of blocks. */
struct pm_graded_leaf {
    int n, ones, zeros;       /* rows: as in struct pm_strands */
    const double *low;        /* [n][LOW] sums of the unrolled columns */
    const double *rest;       /* [n][LOW] sums of what was rounded off them */
    const double *pivot;      /* [n] */
    const double *off;        /* [n] what was rounded off the pivot */
    double start, fine_start; /* powers of two that products begin with, in either grade */
};

/* The kernels of one instruction set. */
struct pm_graded_kernels {
    const char *name;
    /* Bounds of all children of a group. */
    void (*test)(struct pm_graded_test *test, const struct pm_graded_level *level,
                 const struct pm_graded_group *group);
    /* Lane k of `child`, for every bit k of `mask`, becomes child code[k] >> 3 of lane code[k] & 7.
     */
    void (*fill)(struct pm_graded_group *child, const struct pm_graded_level *level,
                 const struct pm_graded_group *group, const uint8_t code[PM_GRADED_LANES],
                 unsigned mask);
    /* sum[0] + sum[1] += the blocks of a group, rounded to a multiple of PM_GRADED_SECOND; all of
     * sum[0] are integers. */
    void (*leaf)(double sum[2][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                 const struct pm_graded_group *group);
    /* high + low = the blocks of a group; rest: [n][LANES] what was rounded off its row sums. */
    void (*fine)(double high[PM_GRADED_LANES], double low[PM_GRADED_LANES],
                 const struct pm_graded_leaf *leaf, const struct pm_graded_group *group,
                 const double *rest);
};

/* Of the set that pm_isa_find() has of that name; NULL where there are none. */
const struct pm_graded_kernels *pm_graded_kernels_find(const char *isa);

#endif
