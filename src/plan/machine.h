/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What this machine has. */
#ifndef PM_PLAN_MACHINE_H
#define PM_PLAN_MACHINE_H

#include <stdint.h>

/* Three quarters of the memory that is available now; 1 GiB where the system does not say. */
uint64_t pm_machine_memory(void);

/* Threads that OpenMP gives by default (OMP_NUM_THREADS, affinity); 1 without OpenMP. */
int pm_machine_threads(void);

#endif
