/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside pm-bench cuda. */
#ifndef PM_TOOLS_BENCH_CUDA_H
#define PM_TOOLS_BENCH_CUDA_H

#include "cuda/gpu.h"

/* Seconds since some moment. */
double bench_now(void);

/* The table of the sparse walk, on a device that this thread has entered. */
pm_status bench_cuda_sparse(const struct pm_gpu *gpu, int count, const int *order);

#endif
