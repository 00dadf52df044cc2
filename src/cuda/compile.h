/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles kernels at run time, for the problem in hand. */
#pragma once

#include "base/cache.h"
#include "cuda/driver.h"
#include "cuda/sources.h"

/* A kernel: its source and its compiler options ("-DN=40", ...). */
struct pm_recipe {
    const char *source;
    const struct pm_kernel_source *sources; /* where to find `source`; NULL: in pm_kernel_sources */
    const char *const *option;
    int options;
    const char *program; /* text of the header "program.h", generated for the problem; NULL: none */
    double seconds; /* about how long NVRTC takes, besides its start, on one core of the host of
                     * an NVIDIA H100 */
};

/* A recipe with room for its options. */
enum { PM_DEFINES = 12, PM_DEFINE = 512 };
struct pm_recipe_text {
    struct pm_recipe recipe;
    char text[PM_DEFINES][PM_DEFINE];
    const char *option[PM_DEFINES];
    char *program; /* on the heap */
};

void pm_compile_begin(struct pm_recipe_text *text, const char *source, double seconds);
void pm_compile_define(struct pm_recipe_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pm_compile_clear(struct pm_recipe_text *text);

/* Machine code for devices of compute capability arch / 10 . arch % 10.  It comes from the cache on
 * disk, or is compiled and stored there; only then NVRTC is needed.  The caller owns *binary and
 * releases its code with free(). */
pm_status pm_compile(struct pm_binary *binary, const struct pm_recipe *recipe, int arch);

/* *seconds = how long pm_compile() is predicted to take: little if the cache has the kernel, else
 * as long as NVRTC takes with its start.  arch = 0: the device is not known, and nothing is taken
 * from the cache. */
pm_status pm_compile_seconds(double *seconds, const struct pm_recipe *recipe, int arch);

/* The same as pm_compile() without the cache. */
pm_status pm_compile_fresh(struct pm_binary *binary, const struct pm_nvrtc *nvrtc,
                           const struct pm_recipe *recipe, int arch);
