/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices that threads take one by one. */
#ifndef PM_BATCH_EACH_H
#define PM_BATCH_EACH_H

#include "batch/stack.h"

/* Calls solve(what, k) for each matrix k of the stack of `b`, which is part of *what; 0 threads: as
 * many as the OpenMP run time gives.  The caller's watch is called, and b->watched tells of it. */
pm_status pm_batch_each(struct pm_batch *b, int threads,
                        pm_status (*solve)(const void *what, size_t k), const void *what);

#endif
