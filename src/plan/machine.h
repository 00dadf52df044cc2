/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The resources of this machine, and of machines that the user describes. */
#ifndef PM_PLAN_MACHINE_H
#define PM_PLAN_MACHINE_H

#include "engine/engine.h"

#include <stdint.h>

/* Three quarters of the memory that is left now (base/memory_left.h). */
uint64_t pm_machine_memory(void);

/* The number of usable GPUs, at most `most`.  *name (may be NULL) = the name of the first. */
int pm_machine_gpus(char name[80], int most);

/* The default number of threads of OpenMP (OMP_NUM_THREADS, affinity); 1 without OpenMP. */
int pm_machine_threads(void);

/* A machine that `--plan --machine=` describes (described_machine.c). */
struct pm_machine {
    char *name, *source; /* source: the origin of its rates */
    int nodes;
    int cores, gpus;   /* of each node */
    uint64_t memory;   /* bytes of each node */
    double speed;      /* of a core whose rate is not given, relative to the reference thread */
    double gpu_speed;  /* of a GPU whose rate is not given, relative to the reference GPU; 0: there
                        * are none */
    double efficiency; /* of all nodes and GPUs together: 1 means no loss */
    struct pm_machine_rate {
        const struct pm_engine *engine;
        bool gpu;                /* rates of a GPU, else of a core */
        double rate[PM_NUMBERS]; /* steps per second; 0: not given */
    } * rate;
    size_t rates;
};

/* The built-in machine with that name, or the machine that a JSON file with that name describes.
 * "NxNAME" is N GPUs of a built-in kind, eight to a node.  PM_INPUT: there is neither, or the
 * description has an error. */
pm_status pm_machine_describe(struct pm_machine **machine, const char *name);
void pm_machine_free(struct pm_machine *machine); /* NULL is fine */

/* Steps per second of an engine whose work has `units` units; machine NULL: on one reference
 * thread. */
double pm_machine_rate(const struct pm_machine *machine, const struct pm_engine *engine,
                       enum pm_number number, uint64_t units);

#endif
