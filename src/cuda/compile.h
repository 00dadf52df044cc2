/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels from source to machine code, for the problem in hand. */
#ifndef PM_CUDA_COMPILE_H
#define PM_CUDA_COMPILE_H

#include "cuda/driver.h"

/* A kernel: the source in cuda/ and what it is compiled with ("-DN=40", ...). */
struct pm_recipe {
    const char *source;
    const char *const *option;
    int options;
};

struct pm_binary {
    char *code;
    size_t size;
};

/* For devices of compute capability arch / 10 . arch % 10.  From the cache on disk, or compiled and
 * put there.  *binary is the caller's, its code to be released with free(). */
pm_status pm_compile(struct pm_binary *binary, const struct pm_recipe *recipe, int arch);

/* The same without the cache. */
pm_status pm_compile_fresh(struct pm_binary *binary, const struct pm_nvrtc *nvrtc,
                           const struct pm_recipe *recipe, int arch);

#endif
