/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graded walk on a GPU: the data structures that the host and the kernels of cuda/graded.cu
 * share.  This file is valid in C and in CUDA C++.
 *
 * A launch computes some units, in stages.  A stage has PM_STAGE levels; the first one may have
 * fewer.  A warp takes a group of up to PM_WARP nodes of one unit.  It tests the nodes below
 * them, PM_STAGE levels deep, and forms groups of the kept nodes for the next stage.  In the last
 * stage, the warp computes blocks instead.  The last stage has almost all of the work.  It takes at
 * most `most` groups in a launch; further launches continue from there. */
#pragma once

#include "engine/graded/graded_sums.h"

enum {
    PM_WARP = 32,
    PM_STAGE = 3,
    PM_STAGES = (PM_GRADED_LEVELS + PM_STAGE - 1) / PM_STAGE,
    PM_WAITING = 8 * PM_WARP + PM_WARP, /* largest number of nodes that wait in one queue */
};

/* A group of nodes of one level. */
struct pm_warp_group {
    unsigned unit; /* number of the unit, counted from the first unit of the launch */
    unsigned count;
    unsigned path[PM_WARP]; /* for each node: the patterns on the way from the root, the last one in
                             * the lowest bits */
};

/* Counts the groups with which each stage begins. */
struct pm_warp_counters {
    unsigned groups[PM_STAGES]; /* number of groups so far */
    unsigned taken[PM_STAGES];  /* number of attempts to take a group so far */
};

/* The data of a launch.  Pointers are addresses in the device's memory.  Names are as in
 * graded_nodes.h and in struct pm_graded. */
struct pm_warp_walk {
    struct pm_graded_sums *sums; /* [units] */
    double *root, *root_rest;    /* [units][n] row sums of roots, and their rounding errors */
    double *y, *rest;            /* [warps][n][PM_WARP] the same for the nodes of the group that a
                                  * warp processes */
    struct pm_warp_group *group[PM_STAGES];
    struct pm_warp_counters *counters;
    const double *level_table, *level_rest; /* [levels][n][8], [levels][8][n] */
    const double *low, *low_rest;           /* [n][8] */
    const double *pivot, *off;              /* [n] */
    const double *base, *base_rest, *grid;  /* [n] */
    const double *twice, *twice_rest;       /* [top][n] */
    const float *level_near, *level_gap;    /* [levels][n][8], [levels][n] */
    const float *single_low, *single_pivot; /* [n][8], [n] */
    unsigned long long first;               /* first unit */
    unsigned most;                          /* a stage ends before the group with this number */
    unsigned failed; /* number of those attempts in this stage that found no group, so far */
    float start[PM_GRADED_LEVELS]; /* for tests of each level */
    /* As in struct pm_graded_level.  A scale is 0 if the bounds of that grade are not summed. */
    float edge[PM_GRADED_LEVELS][PM_GRADES - 1], scale[PM_GRADED_LEVELS][PM_GRADE_FINE];
    float fine_scale;
    /* Powers of two.  test_shrink: one for each run of rows.  single_shrink: one for each run of
     * the rows below ONES, and one for each other row. */
    float test_shrink[PM_GRADED_ROWS], single_shrink[PM_GRADED_ROWS];
    int whole; /* level of the nodes that may be computed whole; 0: none */
    float single_start, single_finish;
    double plain_start, fine_start;
};
