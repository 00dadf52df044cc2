/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The resources of this machine. */
#pragma once

#include <stdint.h>

/* Three quarters of the memory that is free now, in bytes (base/memory_left.h). */
uint64_t pm_machine_memory(void);

/* The number of usable GPUs, at most `most`.  This takes time.  If there is one, *name = the name
 * of the first GPU, and *memory = the bytes of the smallest one; each may be NULL. */
int pm_machine_gpus(char name[80], uint64_t *memory, int most);
