/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of pm-bench cuda. */
#ifndef PM_BENCH_SUITE_CUDA_H
#define PM_BENCH_SUITE_CUDA_H

#include "bench/bench.h"
#include "cuda/gpu.h"

enum { BENCH_SPARSE_ROWS = 14 }; /* for each order */

/* Prints the table of the sparse walk; this thread has entered the device. */
pm_status bench_cuda_sparse(const struct bench *b, const struct pm_gpu *gpu,
                            struct bench_time *time);

#endif
