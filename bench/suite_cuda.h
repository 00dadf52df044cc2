/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside pm-bench cuda. */
#ifndef PM_BENCH_SUITE_CUDA_H
#define PM_BENCH_SUITE_CUDA_H

#include "bench/bench.h"
#include "cuda/gpu.h"

enum { BENCH_SPARSE_ROWS = 14 }; /* of an order */

/* The table of the sparse walk, on a device that this thread has entered. */
pm_status bench_cuda_sparse(const struct bench *b, const struct pm_gpu *gpu,
                            struct bench_time *time);

#endif
