/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "emulated.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static const char *compiler(void)
{
    const char *const named = getenv("CXX");
    return named != NULL ? named : "c++";
}

static const char *sources(void)
{
    const char *const srcdir = getenv("srcdir");
    return srcdir != NULL ? srcdir : ".";
}

bool emulated_possible(void)
{
    char command[9000];

    snprintf(command, sizeof command,
             "test -f '%s/tests/gpu_fake.cc' && %s --version > /dev/null 2>&1", sources(),
             compiler());
    return system(command) == 0;
}

bool emulated_gpus(const char *folder)
{
    char path[4200], command[9000];

    snprintf(path, sizeof path, "%s/fake.so", folder);
    snprintf(
        command, sizeof command,
        "%s -std=c++17 -O1 -shared -fPIC -Wl,-soname,libcuda.so.1 '%s/tests/gpu_fake.cc' -o %s",
        compiler(), sources(), path);
    setenv("PM_NVRTC", path, 1);
    setenv("PM_FAKE_FOLDER", folder, 1);
    setenv("XDG_CACHE_HOME", folder, 1);
    return system(command) == 0 && dlopen(path, RTLD_NOW | RTLD_GLOBAL) != NULL;
}
