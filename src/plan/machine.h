/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What this machine has, and what others are said to have. */
#ifndef PM_PLAN_MACHINE_H
#define PM_PLAN_MACHINE_H

#include "engine/engine.h"

#include <stdint.h>

/* Three quarters of the memory that is available now; 1 GiB where the system does not say. */
uint64_t pm_machine_memory(void);

/* GPUs that can be used, at most `most`; *name, where not NULL, is that of the first. */
int pm_machine_gpus(char name[80], int most);

/* Threads that OpenMP gives by default (OMP_NUM_THREADS, affinity); 1 without OpenMP. */
int pm_machine_threads(void);

/* A machine as described for `--plan --machine=` (described_machine.c). */
struct pm_machine {
    char *name, *source; /* source: where its rates come from */
    int nodes;
    int cores, gpus;   /* of a node */
    uint64_t memory;   /* bytes of a node */
    double speed;      /* of a core whose rate is not given, in reference threads */
    double gpu_speed;  /* of a GPU whose rate is not given, in reference GPUs; 0: it has none */
    double efficiency; /* of all nodes and GPUs together: 1 where nothing is lost */
    struct pm_machine_rate {
        const struct pm_engine *engine;
        bool gpu;                /* of a GPU, else of a core */
        double rate[PM_NUMBERS]; /* steps per second; 0: not given */
    } * rate;
    size_t rates;
};

/* The machine of that name, or described by the JSON file of that name.  "NxNAME" is N GPUs of the
 * kind of a built-in one, eight to a node.  PM_INPUT: neither, or a description with a defect. */
pm_status pm_machine_describe(struct pm_machine **machine, const char *name);
void pm_machine_free(struct pm_machine *machine); /* NULL is fine */

/* Steps per second of an engine whose work comes in so many units; where machine is NULL, of one
 * reference thread. */
double pm_machine_rate(const struct pm_machine *machine, const struct pm_engine *engine,
                       enum pm_number number, uint64_t units);

#endif
