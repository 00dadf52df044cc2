/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums of a unit of the graded walk: only integers, so the order does not matter.  Valid in C
 * and in CUDA C++: threads of this machine and of a GPU fill the same record, and one function
 * makes a part of it (graded_part.c).  graded_nodes.h defines each number, operation by
 * operation. */
#ifndef PM_ENGINE_GRADED_GRADED_SUMS_H
#define PM_ENGINE_GRADED_GRADED_SUMS_H

/* How a node or block is treated, by its bound. */
enum pm_grade { PM_GRADE_SKIP, PM_GRADE_SINGLE, PM_GRADE_PLAIN, PM_GRADE_FINE, PM_GRADES };

enum {
    PM_GRADED_LEVELS = 14, /* largest number of levels, with the root of a unit */
    PM_GRADED_LIMBS = 5,   /* of the sum of compensated blocks, 30 bits each, the first for
                            * integers */
    PM_GRADED_ROWS = 64,   /* largest number of rows */
    PM_GRADED_RUN = 4,     /* rows between powers of two, for products in single precision */
};

/* The units are explained in graded.c. */
struct pm_graded_sums {
    long long tested[PM_GRADED_LEVELS];  /* nodes; those of level 0 are blocks */
    long long skipped[PM_GRADED_LEVELS]; /* their bounds in units of skip_unit[l] */
    long long blocks[PM_GRADES];         /* computed in each grade; [PM_GRADE_SKIP] is unused */
    long long bound[PM_GRADES];          /* their bounds in units of unit[g]; [PM_GRADE_SKIP] is
                                          * unused */
    long long whole;       /* nodes of level 1 or 2 whose blocks all have grade 2; these blocks are
                            * counted there, too */
    long long whole_bound; /* their bounds in units of whole_unit */
    /* Values of blocks: in units of largest[SINGLE] / 2^PM_GRADED_SINGLE_BITS; of largest[PLAIN] /
     * 2^PM_GRADED_TOP_BITS; and of PM_GRADED_SECOND times that. */
    long long single, plain[2];
    long long limb[PM_GRADED_LIMBS]; /* limb k: in units of 2^(-30 k) largest[FINE] /
                                      * 2^PM_GRADED_TOP_BITS */
};

#endif
