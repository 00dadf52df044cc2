/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The resources of this machine, and of machines that the user describes. */
#ifndef PM_PLAN_MACHINE_H
#define PM_PLAN_MACHINE_H

#include "engine/engine.h"

#include <stdint.h>

/* Three quarters of the memory that is free now, in bytes (base/memory_left.h). */
uint64_t pm_machine_memory(void);

/* The number of usable GPUs, at most `most`.  This takes time.  If there is one, *name = the name
 * of the first GPU, and *memory = the bytes of the smallest one; each may be NULL. */
int pm_machine_gpus(char name[80], uint64_t *memory, int most);

/* A machine that `--plan --machine=` describes (described_machine.c). */
struct pm_machine {
    char *name, *source; /* source: the origin of its rates, for the user */
    int nodes;
    int cores, gpus; /* number of cores and of GPUs of each node */
    uint64_t memory; /* bytes of memory of each node */
    double speed;    /* speed of a core whose rate is not given, relative to the reference thread */
    /* speed of a GPU whose rate is not given, relative to the reference GPU; 0: there are no
     * GPUs */
    double gpu_speed;
    double efficiency; /* efficiency of all nodes and GPUs together; 1: no loss */
    struct pm_machine_rate {
        const struct pm_engine *engine;
        bool gpu;                /* true: rates of a GPU; false: rates of a core */
        double rate[PM_NUMBERS]; /* steps per second for each number type; 0: not given */
    } * rate;
    size_t rates;
};

/* *machine = the built-in machine `name`, or the machine that the JSON file `name` describes; the
 * caller must free it.  A name "NxKIND" means N GPUs of a built-in kind, eight to a node.
 * PM_INPUT: there is neither, or the description has an error. */
pm_status pm_machine_describe(struct pm_machine **machine, const char *name);
void pm_machine_free(struct pm_machine *machine); /* NULL is fine */

/* The steps per second of an engine whose work has `units` units.  If machine is NULL: on one
 * reference thread. */
double pm_machine_rate(const struct pm_machine *machine, const struct pm_engine *engine,
                       enum pm_number number, uint64_t units);

#endif
