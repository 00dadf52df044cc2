/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The resources of this machine: memory as the system reports it, GPUs as the driver reports them.
 * Other machines are rows of a table. */
#include "plan/machine.h"

#include "base/memory_left.h"
#include "cuda/gpu.h"
#include "engine/more.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The memory limit if no memory is free.  It cannot be 0, which would mean no limit. */
static const uint64_t LEAST_MEMORY = 1 << 20;

uint64_t pm_machine_memory(void)
{
    const uint64_t left = pm_memory_of("").left;

    return left > LEAST_MEMORY ? left / 4 * 3 : LEAST_MEMORY;
}

int pm_machine_gpus(char name[80], uint64_t *memory, int most)
{
    struct pm_gpus *gpus;

    if (most == 0 || pm_gpus_usable(&gpus, most) != PM_OK)
        return 0;
    const int count = gpus->count;
    if (name != NULL)
        strcpy(name, gpus->gpu[0].name);
    if (memory != NULL)
        *memory = gpus->gpu[0].memory;
    pm_gpus_close(gpus);
    return count;
}

/* ------------------------------------------------------------------ other machines */

enum {
    NODE_GPUS = 8,  /* number of GPUs of a node */
    MOST = 1 << 20, /* largest number of GPUs */
};

/* Machines with one GPU.  The reference GPU is an H200; its rates and those of the reference thread
 * are in the engines (struct pm_engine_gpu).  GV100 and A100 are the machines of the SUPerman
 * paper. Their speeds were not measured: each is the GPU's peak in double precision divided by the
 * 34 TFLOPS of an H200, according to NVIDIA's data sheets. */
static const struct pm_machine machines[] = {
    {"h200", "of GPUs, measured on one H200; of cores, the reference thread", 1, 16, 1,
     UINT64_C(128) << 30, 1},
    {"a100", "data sheets: 9.7 TFLOPS in double; not measured", 1, 16, 1, UINT64_C(64) << 30,
     0.285},
    {"gv100", "data sheets: 7.4 TFLOPS in double; not measured", 1, 44, 1, UINT64_C(1) << 40,
     0.218},
};

pm_status pm_machine_named(struct pm_machine *machine, const char *name)
{
    char *kind;
    const long number = strtol(name, &kind, 10);
    const bool counted = kind > name && *kind == 'x';
    const long count = counted ? number : 1, node = count < NODE_GPUS ? count : NODE_GPUS;
    size_t k = 0;

    while (k < sizeof machines / sizeof *machines &&
           strcmp(counted ? kind + 1 : name, machines[k].name) != 0)
        k++;
    if (k == sizeof machines / sizeof *machines)
        return pm_fail(PM_INPUT,
                       "there is no machine '%s'; there are h200, a100 and gv100, and N of them as "
                       "Nxh200",
                       name);
    if (count < 1 || count > MOST || count % node != 0)
        return pm_fail(PM_INPUT, "'%s': up to %d GPUs, or a multiple of that", name, NODE_GPUS);
    *machine = machines[k];
    machine->nodes = (int)(count / node);
    machine->cores *= (int)node;
    machine->gpus *= (int)node;
    machine->memory *= (uint64_t)node;
    if (counted)
        snprintf(machine->name, sizeof machine->name, "%ldx%s", count, machines[k].name);
    return PM_OK;
}

/* If an engine can use GPUs, only the rates of the GPUs count.  Work in a single unit runs on the
 * cores of one node. */
double pm_machine_rate(const struct pm_machine *m, const struct pm_engine *engine,
                       enum pm_number number, uint64_t units)
{
    const struct pm_engine_gpu *const kernels = engine->more->gpu;
    const double core = engine->figures.rate[number];

    if (m == NULL)
        return core;
    const double gpu = kernels != NULL ? m->gpu_speed * kernels->rate[number] : 0;
    if (units <= 1)
        return m->cores * core;
    return m->nodes * (gpu > 0 ? m->gpus * gpu : m->cores * core);
}
