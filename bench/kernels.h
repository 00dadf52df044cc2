/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels that only measurements need, as the build put them into pm-bench. */
#ifndef PM_BENCH_KERNELS_H
#define PM_BENCH_KERNELS_H

#include "cuda/sources.h"

/* Ends with a NULL name. */
extern const struct pm_kernel_source bench_kernels[];

#endif
