/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory comes from /proc/meminfo, GPUs from the driver, threads from OpenMP. */
#include "plan/machine.h"

#include "cuda/gpu.h"

#include <stdio.h>
#include <string.h>
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

int pm_machine_gpus(char name[80], int most)
{
    struct pm_gpus *gpus;

    if (most == 0 || pm_gpus_usable(&gpus, most) != PM_OK)
        return 0;
    const int count = gpus->count;
    if (name != NULL)
        strcpy(name, gpus->gpu[0].name);
    pm_gpus_close(gpus);
    return count;
}

int pm_machine_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}
