/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled kernels on disk, in XDG_CACHE_HOME/permatch or ~/.cache/permatch: a folder that belongs
 * to the user and that nobody else can read or write, or it is not used.  A cache that fails in any
 * way is as good as none. */
#ifndef PM_CUDA_CACHE_H
#define PM_CUDA_CACHE_H

#include <stdbool.h>
#include <stddef.h>

struct pm_binary {
    char *code;
    size_t size;
};

/* False where there is nothing for `key`; else *binary is the caller's. */
bool pm_cache_get(struct pm_binary *binary, const char *key);

void pm_cache_put(const struct pm_binary *binary, const char *key);

#endif
