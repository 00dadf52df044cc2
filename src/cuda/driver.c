/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every function is found by dlsym() under its name in the driver's C API.  NVRTC is searched for
 * where the loader looks, then in CUDA_HOME, then in the usual folders of CUDA. */
#include "cuda/driver.h"

#include "config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* Libraries that have threads of their own should not be unloaded. */
static const int MODE = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE;

/* Finds a function and stores its pointer in *function (POSIX, dlsym: RATIONALE). */
static pm_status find(void *function, void *library, const char *symbol)
{
    void *const address = dlsym(library, symbol);

    if (address == NULL)
        return pm_fail(PM_UNABLE, "CUDA: there is no %s: the library is too old", symbol);
    *(void **)function = address;
    return PM_OK;
}

#define FIND(member, symbol, arguments) PM_TRY(find(&api->member, library, #symbol));

static pm_status find_cu(struct pm_cu *api, void *library)
{
    PM_CU_FUNCTIONS(FIND)
    return PM_OK;
}

static pm_status find_nvrtc(struct pm_nvrtc *api, void *library)
{
    PM_NVRTC_FUNCTIONS(FIND)
    return PM_OK;
}

pm_status pm_driver_open(struct pm_cu *cu)
{
    void *const library = dlopen("libcuda.so.1", MODE);

    if (library == NULL)
        return pm_fail(PM_UNABLE, "CUDA: %s", dlerror());
    const pm_status status = find_cu(cu, library);
    dlclose(library);
    return status;
}

/* Opens "FOLDER/lib64/libnvrtc.so.13" or similar; folder NULL: where the loader looks. */
static void *open_in(const char *folder)
{
    static const char *const name[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
    static const char *const below[] = {"lib64", "lib"};
    char path[4096];
    void *library = NULL;

    for (int k = 0; k < 6 && library == NULL; k++) {
        snprintf(path, sizeof path, "%s/%s/%s", folder != NULL ? folder : "", below[k % 2],
                 name[k / 2]);
        library = dlopen(folder != NULL ? path : name[k / 2], MODE);
    }
    return library;
}

pm_status pm_driver_open_compiler(struct pm_nvrtc *nvrtc)
{
    static const char *const usual[] = {
#ifdef PM_CUDA_HOME
        PM_CUDA_HOME,
#endif
        "/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"};
    const char *const named = getenv("PM_NVRTC"), *const home = getenv("CUDA_HOME");
    void *library;

    if (named != NULL && *named != '\0') {
        if ((library = dlopen(named, MODE)) == NULL)
            return pm_fail(PM_UNABLE, "PM_NVRTC: %s", dlerror());
    } else {
        library = open_in(NULL);
        if (library == NULL && home != NULL)
            library = open_in(home);
        for (size_t k = 0; k < sizeof usual / sizeof *usual && library == NULL; k++)
            library = open_in(usual[k]);
        if (library == NULL)
            return pm_fail(PM_UNABLE,
                           "CUDA: the compiler library NVRTC was not found: PM_NVRTC can name it");
    }
    const pm_status status = find_nvrtc(nvrtc, library);
    dlclose(library);
    return status;
}

pm_status pm_driver_check(const struct pm_cu *cu, pm_cu_result result, const char *what)
{
    const char *text = NULL;

    if (result == 0)
        return PM_OK;
    cu->error_string(result, &text);
    return pm_fail(result == PM_CU_OUT_OF_MEMORY ? PM_NOMEM : PM_UNABLE, "CUDA: cannot %s: %s",
                   what, text != NULL ? text : "unknown error");
}
