/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a unit of the graded walk adds up: integers alone, so in any order.  Legal in C and in CUDA
 * C++: threads of this machine and of a GPU fill the same record, and one function makes a part of
 * it (graded_part.c).  How each number comes about, operation by operation: graded_nodes.h. */
#ifndef PM_ENGINE_GRADED_GRADED_SUMS_H
#define PM_ENGINE_GRADED_GRADED_SUMS_H

/* What a node or block is for, by its bound. */
enum pm_grade { PM_GRADE_SKIP, PM_GRADE_SINGLE, PM_GRADE_PLAIN, PM_GRADE_FINE, PM_GRADES };

enum {
    PM_GRADED_LEVELS = 14, /* at most, the root of a unit among them */
    PM_GRADED_LIMBS = 5, /* of the sum of compensated blocks, 30 bits each, the first of integers */
    PM_GRADED_ROWS = 64, /* at most */
    PM_GRADED_RUN = 4,   /* rows, between powers of two for products in single precision */
};

/* Units: graded.h. */
struct pm_graded_sums {
    long long tested[PM_GRADED_LEVELS];  /* nodes; those of level 0 are blocks */
    long long skipped[PM_GRADED_LEVELS]; /* their bounds in units of skip_unit[l] */
    long long blocks[PM_GRADES];         /* computed in each grade; [PM_GRADE_SKIP] is unused */
    long long bound[PM_GRADES];          /* their bounds in units of unit[g]; the same */
    long long whole; /* nodes of level 1 or 2 whose blocks are all of grade 2, counted there, too */
    long long whole_bound; /* their bounds in units of whole_unit */
    /* Values of blocks in units of largest[SINGLE] / 2^PM_GRADED_SINGLE_BITS; of largest[PLAIN] /
     * 2^PM_GRADED_TOP_BITS, and PM_GRADED_SECOND times that. */
    long long single, plain[2];
    long long limb[PM_GRADED_LIMBS]; /* limb k: of 2^(-30 k) largest[FINE] / 2^PM_GRADED_TOP_BITS */
};

#endif
