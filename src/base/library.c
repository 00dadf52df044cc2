/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries the names of a library in turn with dlopen(), then finds each symbol with dlsym().  The
 * library stays loaded until the program ends. */
#include "base/library.h"

#include <dlfcn.h>

pm_status pm_library_load(const struct pm_library_symbol *symbols, size_t count,
                          const char *const *libraries)
{
    pm_status status = PM_OK;
    void *handle = NULL;

    for (const char *const *name = libraries; *name != NULL && handle == NULL; name++)
        handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == NULL)
        return pm_fail(PM_UNABLE, "%s is not installed", libraries[0]);
    for (size_t k = 0; k < count && status == PM_OK; k++) {
        void *const address = dlsym(handle, symbols[k].name);
        if (address == NULL)
            status = pm_fail(PM_UNABLE, "%s has no %s", libraries[0], symbols[k].name);
        else
            *(void **)symbols[k].pointer = address; /* POSIX, dlsym: RATIONALE */
    }
    dlclose(handle);
    return status;
}
