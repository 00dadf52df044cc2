/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared libraries that are opened when they are first needed: opening those that most runs do not
 * need would take longer than a small matrix. */
#ifndef PM_BASE_LATE_H
#define PM_BASE_LATE_H

#include "base/status.h"

#include <stddef.h>

/* A function, or a variable, and the pointer that is to point to it. */
struct pm_late_symbol {
    const char *name;
    void *pointer;
};

/* Opens the first of `libraries` (NULL-terminated) that there is, which is never closed, and finds
 * all symbols.  Errors: PM_UNABLE. */
pm_status pm_late_load(const struct pm_late_symbol *symbols, size_t count,
                       const char *const *libraries);

#endif
