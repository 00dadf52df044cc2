/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The resources of this machine, and a table of other machines to plan for. */
#ifndef PM_PLAN_MACHINE_H
#define PM_PLAN_MACHINE_H

#include "engine/engine.h"

#include <stdint.h>

/* Three quarters of the memory that is free now, in bytes (base/memory_left.h). */
uint64_t pm_machine_memory(void);

/* The number of usable GPUs, at most `most`.  This takes time.  If there is one, *name = the name
 * of the first GPU, and *memory = the bytes of the smallest one; each may be NULL. */
int pm_machine_gpus(char name[80], uint64_t *memory, int most);

/* A machine of `--plan --machine=`. */
struct pm_machine {
    char name[24];
    const char *source; /* the origin of its rates, for the user */
    int nodes;
    int cores, gpus;  /* number of cores and of GPUs of each node */
    uint64_t memory;  /* bytes of memory of each node */
    double gpu_speed; /* speed of a GPU relative to the reference GPU */
};

/* *machine = the known machine `name`, or N GPUs of a known kind if the name is "NxKIND". PM_INPUT:
 * there is none. */
pm_status pm_machine_named(struct pm_machine *machine, const char *name);

/* The steps per second of an engine whose work has `units` units.  If machine is NULL: on one
 * reference thread. */
double pm_machine_rate(const struct pm_machine *machine, const struct pm_engine *engine,
                       enum pm_number number, uint64_t units);

#endif
