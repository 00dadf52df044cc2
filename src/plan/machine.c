/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/machine.h"

#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif

uint64_t pm_machine_memory(void)
{
    FILE *const file = fopen("/proc/meminfo", "r");
    unsigned long long kibibytes = 0;
    char line[128];

    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "MemAvailable: %llu kB", &kibibytes) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return kibibytes > 0 ? kibibytes * 768 : UINT64_C(1) << 30;
}

int pm_machine_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}
