/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The placements that the SUPerman paper compares: kernels in study.cu, and their runs. */
#ifndef PM_BENCH_STUDY_H
#define PM_BENCH_STUDY_H

#include "cuda/gpu.h"

#include <stdbool.h>

enum { PM_STUDY_MOST = 63, PM_STUDY_OPTIONS = 5 };

struct pm_study {
    const char *name; /* as the paper has it */
    bool x_shared, a_shared, row_major, sized, kahan;
};

/* Ends with a NULL name. */
extern const struct pm_study pm_studies[];
enum { PM_STUDY_REBUILD = 6, PM_STUDY_KAHAN = 7 }; /* those of the paper's table of precision */

/* How a kernel is compiled; option points into text. */
struct pm_study_recipe {
    struct pm_recipe recipe;
    const char *option[PM_STUDY_OPTIONS];
    char size[16];
};

void pm_study_recipe_set(struct pm_study_recipe *recipe, const struct pm_study *study, int n);

/* Terms of a thread where `threads` share `terms`: evenly, or (CEG) the power of two below. */
int64_t pm_study_chunk(int64_t terms, int64_t threads, bool ceg);

/* The row sums that the walk begins with; a has n rows of n. */
void pm_study_begin(double *x0, const double *a, int n);

/* The permanent: the product of x0 and the sum of all other terms, with their factor. */
double pm_study_end(const double *x0, long double sum, int n);

struct pm_study_result {
    double permanent, seconds; /* of the device */
    int blocks, threads;       /* of the first launch, as the occupancy calls advise */
};

/* The permanent of a (n rows of n; 2 <= n <= PM_STUDY_MOST) on a device that this thread has
 * entered. */
pm_status pm_study_run(struct pm_study_result *result, const struct pm_gpu *gpu,
                       const struct pm_study *study, bool ceg, const double *a, int n);

#endif
