/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside pm-bench cuda. */
#ifndef PM_BENCH_CUDA_H
#define PM_BENCH_CUDA_H

#include "bench/bench.h"
#include "cuda/gpu.h"

/* What tables may take. */
struct bench_time {
    double end;   /* of them all, by pm_clock() */
    double share; /* seconds of a row */
    int skipped;  /* rows */
};

/* Whether a row that is predicted to take so long once its kernel is compiled may begin; else ends
 * the row with the reason why it is skipped. */
bool bench_begins(struct bench_time *time, struct table *t, double seconds);

enum { BENCH_SPARSE_ROWS = 14 }; /* of an order */

/* The table of the sparse walk, on a device that this thread has entered. */
pm_status bench_cuda_sparse(const struct bench *b, const struct pm_gpu *gpu,
                            struct bench_time *time);

#endif
