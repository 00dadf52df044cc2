/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels that only measurements need; the build puts their text into pm-bench. */
#ifndef PM_BENCH_KERNELS_H
#define PM_BENCH_KERNELS_H

#include "cuda/sources.h"

/* The list ends with a NULL name. */
extern const struct pm_kernel_source bench_kernels[];

#endif
