/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a unit of the graded walk adds up: integers alone, so in any order.  Legal in C and in CUDA
 * C++: threads of this machine and of a GPU fill the same record, and one function makes a part of
 * it (part.c). */
#ifndef PM_ENGINE_GRADED_SUMS_H
#define PM_ENGINE_GRADED_SUMS_H

enum {
    PM_GRADED_LEVELS = 14, /* at most, the root of a unit among them */
    PM_GRADED_LIMBS = 5, /* of the sum of compensated blocks, 30 bits each, the first of integers */
};

/* Units: graded.h. */
struct pm_graded_sums {
    long long tested[PM_GRADED_LEVELS];  /* nodes */
    long long skipped[PM_GRADED_LEVELS]; /* their bounds in units of limit[l] / LIMIT */
    long long plain, fine;               /* blocks */
    long long kept;                      /* bounds of plain blocks, of split / LIMIT */
    long long fine_bound;                /* of compensated blocks, of largest / 2^28 */
    long long plain_sum[2];              /* blocks: of split / TOP, and of SECOND times that */
    long long limb[PM_GRADED_LIMBS];     /* limb k: of 2^(-30 k) largest / TOP */
};

#endif
