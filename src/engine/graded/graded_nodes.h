/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes and blocks of the graded walk: the data that the host prepares for a kernel, and the data
 * that a kernel returns.
 *
 * A node of the walk fixes the signs of some columns.  Its children fix up to PM_GRADED_STEP more.
 * A leaf, or block, leaves free only the signs of the pivot and of PM_GRADED_LEAF - 1 other
 * columns.  (The pivot is the column by which rows are divided, see glynn/rows.c.)  PM_GRADED_LANES
 * nodes of one level are processed together.  A number that is summed over nodes is first rounded
 * to a multiple of a fixed power of two, and all sums of such multiples are exact.  So these sums
 * depend neither on the order of the nodes nor on how the work is divided.
 *
 * A part must have the same bits on every processor.  So this comment defines, operation by
 * operation, the decisions about a node and the numbers that a block adds to the record of
 * graded_sums.h.  FL() and fl() mean one IEEE 754 operation in double and in single precision,
 * rounded to nearest, ties to even, with subnormal numbers.  i is the number of a row; rows are
 * processed in ascending order.  y_i are the parent's row sums, which are exact in double
 * precision; x_i = fl(y_i).  s is the pattern of signs that leads to the child; a bit 1 of s means
 * the sign -.
 *
 * Test of a child, all in single precision:
 *     b = fl(level.start |sign|);
 *     for each row:  b = fl(b * fl(|fl(x_i + near[i][s])| + gap[i])),  b = fl(b * level.shrink[i]).
 * The child's grade is the number of elements of `edge` that are below b.  For a block (level 0),
 * grade 0 means skip, 1 single precision, 2 plain double precision, 3 compensated.  In level 1, if
 * nodes may be computed whole, 0 means skip, and 2 means whole: all blocks below the node get grade
 * 2 without a test.  1 and 3 mean keep.  In the other levels, 0 means skip
 * and 1 means keep.  fl(b * scale[grade]) is rounded to the nearest integer, ties to even, and
 * added to the sum of bounds of that level and grade.
 *
 * Block of grade 1, all in single precision: the child's row sums are x_i = fl(x_i + near[i][s]).
 * Its sign is the parent's sign, or the opposite sign if s has an odd number of bits.  For r = 0 ..
 * LOW - 1:
 *     p = q = fl(single.start sign);
 *     for each row:  t = fl(x_i + low[i][r]);
 *         rows below `ones`:   p = fl(p t + p),        q = fl(q t - q), each one fma;
 *         rows below `zeros`:  p = fl(p t),            q = fl(q t);
 *         others:              p = fl(p fl(t + pivot[i])), q = fl(q fl(t - pivot[i]));
 *         p = fl(p single.shrink[i]), q = fl(q single.shrink[i]);
 *     g_r = fl(p - q).
 * The block is v = ((g0 - g1) - (g2 - g3)) - ((g4 - g5) - (g6 - g7)), where each difference is
 * rounded.  fl(v finish) is rounded to the nearest integer, ties to even, and added to the sum of
 * blocks of this grade.  level.shrink[i] and single.shrink[i] are powers of two.  They are 1 except
 * in a few rows: the last row, and some rows that end a run of PM_GRADED_RUN rows.  A kernel need
 * not multiply by 1.
 *
 * Block of grade 2, in double precision: the child's row sums are y_i + table[i][s], which are
 * exact.  p, q, t and v are computed as above, with FL() for fl(), with low, pivot and start of
 * struct pm_graded_leaf, and without shrink.  h = v rounded to the nearest integer, and l = FL(v -
 * h) 2^31 rounded to the nearest integer.  h and l are added to two different sums.
 *
 * Block of grade 3: the code of pm_graded_kernels.fine defines the operations.  The value is a high
 * and a low part.  Each part is split into digits of 30 bits, and each digit has its own sum. */
#pragma once

#include "engine/graded/graded_sums.h"

#include <stdint.h>

struct pm_isa;

enum {
    PM_GRADED_LANES = 16,
    PM_GRADED_LEAF = 4, /* free columns of a block, including the pivot */
    PM_GRADED_LOW = 1 << (PM_GRADED_LEAF - 1),
    PM_GRADED_STEP = 3, /* a child fixes up to so many more columns than its parent */
    PM_GRADED_FAN = 1 << PM_GRADED_STEP,
    PM_GRADED_CODES = PM_GRADED_FAN * PM_GRADED_LANES + 16, /* size of lists of codes */
};

/* Sums are in fixed point.  Each constant is log2 of the largest number that is added to a sum, in
 * units of the sum. */
enum {
    PM_GRADED_BOUND_BITS = 20, /* an edge is 2^19 to 2^20 units of the sum of the bounds below it */
    PM_GRADED_FINE_BOUND_BITS = 28, /* the largest bound of a block of grade 3: at most 2^28 */
    PM_GRADED_SINGLE_BITS = 36,     /* the largest block of grade 1: at most 2^36 units */
    PM_GRADED_TOP_BITS = 30,        /* the largest block of grade 2 or 3: at most 2^30 units */
};

/* The value of a plain block is added up in two parts.  This is the unit of the second part,
 * relative to the unit of the first. */
#define PM_GRADED_SECOND 0x1p-31

/* A group of nodes that are processed together, one in each lane.  An empty lane has y = 0 and sign
 * = 0. */
struct pm_graded_group {
    double y[PM_GRADED_ROWS][PM_GRADED_LANES] __attribute__((aligned(64))); /* row sums, exact */
    float sign[PM_GRADED_LANES]
        __attribute__((aligned(64))); /* product of the signs of the fixed columns */
};

/* The same group, with row sums in single precision. */
struct pm_graded_near {
    float x[PM_GRADED_ROWS][PM_GRADED_LANES] __attribute__((aligned(64)));
    float sign[PM_GRADED_LANES] __attribute__((aligned(64)));
};

/* The data for testing and making the nodes of one level, given their parents, the nodes of the
 * level above. */
struct pm_graded_level {
    int n;               /* rows */
    int columns;         /* number of free columns in a node of this level */
    int fan;             /* number of children of a parent: a power of two */
    const double *table; /* [n][FAN] signed sums of the columns that are fixed in this level */
    const double *rest;  /* [FAN][n] rounding errors of `table` */
    const float *near;   /* [n][FAN] `table`, rounded to single precision */
    const float *gap;    /* [n] gap of each row in the bound (graded_tables.c) */
    const float *shrink; /* [n] powers of two, 1 in most rows */
    float start;
    float edge[PM_GRADES - 1]; /* edge[g]: largest bound of grade g; ascending; infinite if the
                                * higher grades are empty */
    float scale[PM_GRADES]; /* powers of two: bounds are multiplied by these, rounded and summed */
};

/* The result of testing all children of a group.  A child is named by its pattern of signs and by
 * the lane of its parent. */
struct pm_graded_test {
    /* Bit `lane` of above[g][pattern] says whether the bound is above edge[g]. */
    uint16_t above[PM_GRADES - 1][PM_GRADED_FAN];
    float bound[PM_GRADED_FAN][PM_GRADED_LANES] __attribute__((aligned(64)));
    struct pm_graded_near near; /* the parents, in single precision */
    long long sum[PM_GRADES]; /* += for each grade: the bounds times its scale, each one rounded */
};

/* Tables of blocks of grades 2 and 3. */
struct pm_graded_leaf {
    int n, ones, zeros; /* ones, zeros: as in struct pm_rows (glynn/rows.h) */
    /* [n][LOW] signed sums of the unrolled columns: the free columns without the pivot */
    const double *low;
    const double *child_low;  /* [FAN][n][LOW] `low` + the table of level 0 */
    const double *rest;       /* [n][LOW] rounding errors of `low` */
    const double *pivot;      /* [n] entries of the pivot column */
    const double *off;        /* [n] rounding errors of `pivot` */
    double start, fine_start; /* powers of two with which products of grades 2 and 3 begin */
};

/* Tables of blocks of grade 1, in single precision.  The names are as in struct pm_graded_leaf. */
struct pm_graded_single {
    int n, ones, zeros;
    const float *low;    /* [n][LOW] */
    const float *pivot;  /* [n] */
    const float *shrink; /* [n] powers of two, different from those of tests */
    float start, finish; /* powers of two: first factor of products; factor of a block */
};

/* The kernels of one instruction set. */
struct pm_graded_kernels {
    /* Computes the bounds of all children of a group. */
    void (*test)(struct pm_graded_test *test, const struct pm_graded_level *level,
                 const struct pm_graded_group *group);
    /* Lists the children whose bits are set in mask[s] and not in but[s].  The code of a child is
     * LANES s + lane, and codes are listed in ascending order.  Returns the number of codes.  The
     * elements of `code` after these, up to PM_GRADED_CODES, may be overwritten. */
    int (*list)(uint8_t *code, const uint16_t *mask, const uint16_t *but);
    /* Computes children of `group` in the lanes of `child` whose bits are set in `mask`: the child
     * of the first code in the lowest of these lanes, and so on.  Reads 16 elements of `code`, even
     * if `mask` has fewer bits. */
    void (*fill)(struct pm_graded_group *child, const struct pm_graded_level *level,
                 const struct pm_graded_group *group, const uint8_t *code, unsigned mask);
    /* The same in single precision. */
    void (*fill_near)(struct pm_graded_near *child, const struct pm_graded_level *level,
                      const struct pm_graded_near *group, const uint8_t *code, unsigned mask);
    /* Returns the sum of the blocks of a group, in units of the sum for grade 1. */
    int64_t (*single)(const struct pm_graded_single *single, const struct pm_graded_near *group);
    /* sum[0] + sum[1] += the blocks of a group, each one rounded to a multiple of PM_GRADED_SECOND.
     * sum[0] gets only integers. */
    void (*leaf)(double sum[2][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                 const struct pm_graded_group *group);
    /* The same for all blocks below the nodes of a group, which have level 1. */
    void (*whole)(double sum[2][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                  const struct pm_graded_group *group);
    /* digit[k] += digit k of the blocks of a group; all digits are integers.  rest: [n][LANES]
     * rounding errors of the group's row sums. */
    void (*fine)(double digit[PM_GRADED_LIMBS][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                 const struct pm_graded_group *group, const double *rest);
    /* rest: [n][LANES] = the rounding errors of the row sums of nodes in the first `count` lanes.
     * root: [n] those of the root.  path[lane]: the patterns that lead from the root to the node,
     * one for each of `levels` levels, the last one in the lowest bits.  Reads whole vectors,
     * beyond the ends of `root` and level[].rest. */
    void (*rest)(double *rest, const struct pm_graded_level *level, int levels, const double *root,
                 const uint64_t *path, int count);
};

const struct pm_graded_kernels *pm_graded_kernels_of(const struct pm_isa *isa);
