/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes and blocks of the graded walk: what the host prepares and what a kernel returns.
 *
 * A node of the walk fixes the signs of some columns.  Its children fix up to PM_GRADED_STEP more.
 * A leaf, or block, leaves only the signs of the pivot and of PM_GRADED_LEAF - 1 other columns
 * free.  PM_GRADED_LANES nodes of one level are processed together.  A number that is summed over
 * nodes is first rounded to a multiple of a fixed power of two, and all sums of such multiples are
 * exact.  So they depend neither on the order of the nodes nor on how the work is divided.
 *
 * A part must have the same bits on every processor.  So this comment defines, operation by
 * operation, the decisions about a node and the numbers that a block adds to the record of
 * graded_sums.h.  FL() and fl() are IEEE 754 operations in double and in single precision, to
 * nearest, ties to even, with subnormal numbers.  i counts rows upwards; y_i are the parent's row
 * sums, exact in double; x_i = fl(y_i); s is the pattern of signs that leads to the child, where a
 * bit 1 means -.
 *
 * Test of a child, all in single precision:
 *     b = fl(level.start |sign|);
 *     for each row:  b = fl(b * fl(|fl(x_i + near[i][s])| + gap[i])),  b = fl(b * level.shrink[i]).
 * Its grade is the number of elements of `edge` that are below b: 0 skip, 1 single, 2 plain, 3
 * compensated.  In one of the two levels above that of blocks: 0 skip; 2 whole, so that all blocks
 * below it have grade 2 without a test; 1 and 3 keep.  In other levels: 0 skip, 1 keep.  fl(b *
 * scale[grade]), rounded to the nearest integer, ties to even, is added to the sum of bounds of
 * that level and grade.
 *
 * Block of grade 1, all in single precision: the child's row sums are x_i = fl(x_i + near[i][s]);
 * its sign is the parent's, changed if s has an odd number of bits.  For r = 0 .. LOW - 1:
 *     p = q = fl(single.start sign);
 *     for each row:  t = fl(x_i + low[i][r]);
 *         rows below `ones`:   p = fl(p t + p),        q = fl(q t - q), each one fma;
 *         rows below `zeros`:  p = fl(p t),            q = fl(q t);
 *         others:              p = fl(p fl(t + pivot[i])), q = fl(q fl(t - pivot[i]));
 *         p = fl(p single.shrink[i]), q = fl(q single.shrink[i]);
 *     g_r = fl(p - q).
 * The block is v = ((g0 - g1) - (g2 - g3)) - ((g4 - g5) - (g6 - g7)), each difference rounded.
 * fl(v finish), rounded to the nearest integer, ties to even, is added to the sum of blocks of this
 * grade.  Both kinds of shrink[i] are 1 except for a few rows, the last one or the last of
 * PM_GRADED_RUN, where they are a power of two: a kernel need not multiply by 1.
 *
 * Block of grade 2, in double: the child's row sums are y_i + table[i][s], exactly; p, q, t and v
 * as above with FL() for fl(), with low, pivot and start of struct pm_graded_leaf, and without
 * shrink.  h = v rounded to the nearest integer, l = FL(v - h) 2^31 rounded to the nearest integer;
 * each is added to its own sum.
 *
 * Block of grade 3: pm_graded_kernels.fine; high and low are each split into digits of 30 bits,
 * which are added up separately. */
#ifndef PM_ENGINE_GRADED_GRADED_NODES_H
#define PM_ENGINE_GRADED_GRADED_NODES_H

#include "engine/graded/graded_sums.h"

#include <stdint.h>

struct pm_isa;

enum {
    PM_GRADED_LANES = 16,
    PM_GRADED_LEAF = 4, /* free columns of a block, with the pivot */
    PM_GRADED_LOW = 1 << (PM_GRADED_LEAF - 1),
    PM_GRADED_STEP = 3, /* columns that are fixed from a node to its children */
    PM_GRADED_FAN = 1 << PM_GRADED_STEP,
    PM_GRADED_CODES = PM_GRADED_FAN * PM_GRADED_LANES + 16, /* size of lists of codes */
};

/* Numbers of bits after the binary point of sums. */
enum {
    PM_GRADED_BOUND_BITS = 20, /* an edge is 2^19 to 2^20 units of the sum of bounds below it */
    PM_GRADED_FINE_BOUND_BITS = 28, /* of the sum for grade 3: the largest bound of all */
    PM_GRADED_SINGLE_BITS = 36,     /* the largest block of grade 1: at most 2^36 units */
    PM_GRADED_TOP_BITS = 30,        /* the largest block of grade 2 or 3: at most 2^30 */
};

/* Units of the second part of a plain block's value. */
#define PM_GRADED_SECOND 0x1p-31

/* Nodes that are processed together.  An empty lane has y = 0 and sign = 0. */
struct pm_graded_group {
    double y[PM_GRADED_ROWS][PM_GRADED_LANES] __attribute__((aligned(64))); /* row sums, exact */
    float sign[PM_GRADED_LANES]
        __attribute__((aligned(64))); /* product of the signs of the fixed columns */
};

/* The same, with row sums in single precision. */
struct pm_graded_near {
    float x[PM_GRADED_ROWS][PM_GRADED_LANES] __attribute__((aligned(64)));
    float sign[PM_GRADED_LANES] __attribute__((aligned(64)));
};

/* A level of nodes from the view of its parents. */
struct pm_graded_level {
    int n;               /* rows */
    int columns;         /* number of free columns in a node of this level */
    int fan;             /* number of children of a parent: a power of two */
    const double *table; /* [n][FAN] sums of the columns that are fixed in this level */
    const double *rest;  /* [FAN][n] their rounding errors */
    const float *near;   /* [n][FAN] the table, rounded to single precision */
    const float *gap;    /* [n] */
    const float *shrink; /* [n] */
    float start;
    float edge[PM_GRADES - 1]; /* ascending; infinite if that grade is empty */
    float scale[PM_GRADES];    /* powers of two: bounds times these are summed */
};

/* The result of the test of all children of a group; bit `lane` of element `pattern`. */
struct pm_graded_test {
    uint16_t above[PM_GRADES - 1][PM_GRADED_FAN]; /* [g]: bound above edge[g] */
    float bound[PM_GRADED_FAN][PM_GRADED_LANES] __attribute__((aligned(64)));
    struct pm_graded_near near; /* the group, in single precision */
    long long sum[PM_GRADES];   /* += bounds of that grade times its scale, each rounded */
};

/* Tables of blocks of grades 2 and 3. */
struct pm_graded_leaf {
    int n, ones, zeros;       /* ones, zeros: rows as in struct pm_strands */
    const double *low;        /* [n][LOW] sums of the unrolled columns */
    const double *child_low;  /* [FAN][n][LOW] the same + sums of the columns of level 0 */
    const double *rest;       /* [n][LOW] their rounding errors */
    const double *pivot;      /* [n] */
    const double *off;        /* [n] rounding error of the pivot */
    double start, fine_start; /* powers of two with which products begin, in either grade */
};

/* Tables of blocks of grade 1. */
struct pm_graded_single {
    int n, ones, zeros;
    const float *low;    /* [n][LOW] */
    const float *pivot;  /* [n] */
    const float *shrink; /* [n]; not those of tests */
    float start, finish; /* powers of two, like shrink[i] */
};

/* The kernels of one instruction set. */
struct pm_graded_kernels {
    /* Computes the bounds of all children of a group. */
    void (*test)(struct pm_graded_test *test, const struct pm_graded_level *level,
                 const struct pm_graded_group *group);
    /* Lists the children whose bits are in mask[s] and not in but[s], lane by lane, as codes: LANES
     * s + lane.  Returns their number; codes after them, up to PM_GRADED_CODES, may change. */
    int (*list)(uint8_t *code, const uint16_t *mask, const uint16_t *but);
    /* Lanes of `child` whose bits are set in `mask`, in ascending order, get the children that
     * `code` lists, in order.  Reads 16 codes. */
    void (*fill)(struct pm_graded_group *child, const struct pm_graded_level *level,
                 const struct pm_graded_group *group, const uint8_t *code, unsigned mask);
    /* The same in single precision. */
    void (*fill_near)(struct pm_graded_near *child, const struct pm_graded_level *level,
                      const struct pm_graded_near *group, const uint8_t *code, unsigned mask);
    /* The sum of the blocks of a group, in units. */
    int64_t (*single)(const struct pm_graded_single *single, const struct pm_graded_near *group);
    /* sum[0] + sum[1] += the blocks of a group, rounded to a multiple of PM_GRADED_SECOND; sum[0]
     * has only integers. */
    void (*leaf)(double sum[2][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                 const struct pm_graded_group *group);
    /* The same for all blocks below the nodes of a group, `depth` levels down, 1 or 2, through
     * levels level[depth - 1] .. level[0]. */
    void (*whole)(double sum[2][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                  const struct pm_graded_level *level, int depth,
                  const struct pm_graded_group *group);
    /* digit[k] += digit k of the blocks of a group, all integers; rest: [n][LANES] rounding errors
     * of its row sums. */
    void (*fine)(double digit[PM_GRADED_LIMBS][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                 const struct pm_graded_group *group, const double *rest);
    /* Computes these for the first `count` lanes; `levels` patterns lead to a lane from the root,
     * the last one lowest.  Reads full vectors, beyond the ends of `root` and level[].rest. */
    void (*rest)(double *rest, const struct pm_graded_level *level, int levels, const double *root,
                 const uint64_t *path, int count);
};

const struct pm_graded_kernels *pm_graded_kernels_of(const struct pm_isa *isa);

#endif
