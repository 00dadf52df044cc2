/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside pm-bench cuda, and what else measures a device. */
#ifndef PM_BENCH_CUDA_H
#define PM_BENCH_CUDA_H

#include "cuda/gpu.h"

#include <stdbool.h>

/* What tables may take. */
struct bench_time {
    double end;   /* of them all, by pm_clock() */
    double share; /* seconds of a row */
    int skipped;  /* rows */
};

/* Whether a row that is predicted to take so long once its kernel is compiled may begin; else ends
 * the line with the reason why it is skipped. */
bool bench_begins(struct bench_time *time, double seconds);

/* Sorts them, ascending. */
double bench_median(double *run, int count);

enum { BENCH_SPARSE_ROWS = 14 }; /* of an order */

/* The table of the sparse walk, on a device that this thread has entered. */
pm_status bench_cuda_sparse(const struct pm_gpu *gpu, int count, const int *order,
                            struct bench_time *time);

#endif
