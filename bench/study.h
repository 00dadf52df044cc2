/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory placements that the SUPerman paper compares: kernels in study.cu, and their runs. */
#ifndef PM_BENCH_STUDY_H
#define PM_BENCH_STUDY_H

#include "cuda/gpu.h"

#include <stdbool.h>

enum { PM_STUDY_MOST = 63, PM_STUDY_OPTIONS = 5 };

struct pm_study {
    const char *name; /* the name in the paper */
    bool x_shared, a_shared, row_major, sized, kahan;
};

/* The list ends with a NULL name. */
extern const struct pm_study pm_studies[];
enum { PM_STUDY_REBUILD = 6, PM_STUDY_KAHAN = 7 }; /* those in the paper's table of precision */

/* The options for compiling a kernel; option points into text. */
struct pm_study_recipe {
    struct pm_recipe recipe;
    const char *option[PM_STUDY_OPTIONS];
    char size[16];
};

void pm_study_recipe_set(struct pm_study_recipe *recipe, const struct pm_study *study, int n);

/* Number of terms of a thread if `threads` share `terms`: evenly; CEG: the power of two below
 * that. */
int64_t pm_study_chunk(int64_t terms, int64_t threads, bool ceg);

/* The row sums with which the walk begins; a has n rows of n. */
void pm_study_begin(double *x0, const double *a, int n);

/* The permanent: (the product of x0 plus the sum of all other terms) times their factor. */
double pm_study_end(const double *x0, long double sum, int n);

struct pm_study_result {
    double permanent, seconds; /* of the device */
    int blocks, threads;       /* of the first launch, as the occupancy calculator advises */
};

/* *result = the permanent of a (n rows of n; 2 <= n <= PM_STUDY_MOST); this thread has entered the
 * device. */
pm_status pm_study_run(struct pm_study_result *result, const struct pm_gpu *gpu,
                       const struct pm_study *study, bool ceg, const double *a, int n);

#endif
