/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels from source to machine code, for the problem in hand. */
#ifndef PM_CUDA_COMPILE_H
#define PM_CUDA_COMPILE_H

#include "cuda/cache.h"
#include "cuda/driver.h"
#include "cuda/sources.h"

/* A kernel: its source and what it is compiled with ("-DN=40", ...). */
struct pm_recipe {
    const char *source;
    const struct pm_kernel_source *sources; /* where that is; NULL: in pm_kernel_sources */
    const char *const *option;
    int options;
    const char *program; /* text of the header "program.h", made for the problem; NULL: none */
};

/* One whose options are written here. */
enum { PM_DEFINES = 12, PM_DEFINE = 512 };
struct pm_recipe_text {
    struct pm_recipe recipe;
    char text[PM_DEFINES][PM_DEFINE];
    const char *option[PM_DEFINES];
    char *program; /* on the heap */
};

void pm_recipe_begin(struct pm_recipe_text *text, const char *source);
void pm_recipe_define(struct pm_recipe_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pm_recipe_clear(struct pm_recipe_text *text);

/* For devices of compute capability arch / 10 . arch % 10.  From the cache on disk, or compiled and
 * put there; only then is NVRTC needed.  *binary is the caller's, its code to be released with
 * free(). */
pm_status pm_compile(struct pm_binary *binary, const struct pm_recipe *recipe, int arch);

/* The same without the cache. */
pm_status pm_compile_fresh(struct pm_binary *binary, const struct pm_nvrtc *nvrtc,
                           const struct pm_recipe *recipe, int arch);

#endif
