/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels' sources (cuda/, and the headers that they share with the library), as the build put
 * them into it. */
#ifndef PM_CUDA_SOURCES_H
#define PM_CUDA_SOURCES_H

struct pm_kernel_source {
    const char *name; /* as #include has it, or "dense.cu" */
    const char *text;
};

/* Ends with a NULL name. */
extern const struct pm_kernel_source pm_kernel_sources[];

#endif
