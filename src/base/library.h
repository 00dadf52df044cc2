/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared libraries that are opened at first use.  Most runs do not need them, and opening them
 * takes longer than solving a small matrix. */
#pragma once

#include "base/status.h"

#include <stddef.h>

/* A function or variable of the library, and the pointer that will point to it. */
struct pm_library_symbol {
    const char *name;
    void *pointer;
};

/* Opens the first of `libraries` (NULL-terminated) that is installed, and finds all symbols.  The
 * library is never closed.  Error: PM_UNABLE. */
pm_status pm_library_load(const struct pm_library_symbol *symbols, size_t count,
                          const char *const *libraries);
