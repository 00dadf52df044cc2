/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes that are costly to make again, such as compiled kernels, on disk: in
 * XDG_CACHE_HOME/permatch or ~/.cache/permatch.  The folder is used only if it belongs to the user
 * and nobody else can read or write it.  If the cache fails in any way, all is made again as if
 * there were none. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct pm_binary {
    char *code;
    size_t size;
};

/* Returns false where there is nothing for `key`; else the caller owns *binary. */
bool pm_cache_get(struct pm_binary *binary, const char *key);

void pm_cache_put(const struct pm_binary *binary, const char *key);
