/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums of a unit of the graded walk.  They are integers, so the order of additions does not
 * matter.  This file is valid in C and in CUDA C++: threads of this machine and of a GPU fill the
 * same record, and one function makes a part of it (graded_part.c).  graded_nodes.h defines each
 * number, operation by operation. */
#pragma once

/* The grade of a node or block, which its bound decides: it is skipped, or computed in single
 * precision, in plain double precision, or with compensation. */
enum pm_grade { PM_GRADE_SKIP, PM_GRADE_SINGLE, PM_GRADE_PLAIN, PM_GRADE_FINE, PM_GRADES };

enum {
    PM_GRADED_LEVELS = 14, /* largest number of levels, including that of a unit's root */
    PM_GRADED_LIMBS = 5,   /* number of limbs of the sum of compensated blocks, 30 bits each; the
                            * first one is for integers */
    PM_GRADED_ROWS = 64,   /* largest number of rows */
    PM_GRADED_RUN = 4,     /* products in single precision may be multiplied by a power of two after
                            * runs of so many rows */
};

/* Sums are integers, in units that are members of struct pm_graded (graded_walk.h). */
struct pm_graded_sums {
    long long tested[PM_GRADED_LEVELS];  /* number of tested nodes; nodes of level 0 are blocks */
    long long skipped[PM_GRADED_LEVELS]; /* sum of the bounds of skipped nodes, in units of
                                          * skip_unit[l] */
    long long blocks[PM_GRADES];         /* number of blocks computed in each grade; [PM_GRADE_SKIP]
                                          * is unused */
    long long bound[PM_GRADES];          /* sum of their bounds, in units of unit[g];
                                          * [PM_GRADE_SKIP] is unused */
    long long whole;       /* number of nodes of level 1 that are computed whole, with all
                            * blocks in grade PLAIN; `blocks` counts these blocks, too */
    long long whole_bound; /* sum of the bounds of these nodes, in units of whole_unit */
    /* Sums of the values of blocks.  single: in units of largest[SINGLE] / 2^PM_GRADED_SINGLE_BITS.
     * plain[0]: in units of largest[PLAIN] / 2^PM_GRADED_TOP_BITS; plain[1]: in units of
     * PM_GRADED_SECOND times that. */
    long long single, plain[2];
    long long limb[PM_GRADED_LIMBS]; /* limb k: in units of 2^(-30 k) largest[FINE] /
                                      * 2^PM_GRADED_TOP_BITS */
};
