/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweep engine's cores on a GPU, one prime each. */
#ifndef PM_BENCH_SUITE_SWEEP_GPU_H
#define PM_BENCH_SUITE_SWEEP_GPU_H

#include "bench/print_table.h"
#include "cuda/gpu.h"
#include "engine/engine.h"

extern const struct table_column bench_sweep_gpu_columns[];

/* *rate: bytes per second that a copying kernel reads and writes.  The thread has entered the
 * device. */
pm_status bench_copy_rate(double *rate, const struct pm_gpu *gpu);

/* Prints a row for the core; copy: that rate. */
pm_status bench_sweep_gpu_row(struct table *t, const char *name, const struct pm_core *core,
                              const struct pm_limits *limits, const struct pm_gpu *gpu,
                              double copy);

#endif
