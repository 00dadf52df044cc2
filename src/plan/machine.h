/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The resources of this machine. */
#pragma once

#include "cuda/gpu.h"

/* Three quarters of the memory that is free now, or was a second ago, in bytes
 * (base/memory_left.h). */
uint64_t pm_machine_memory(void);

/* The number of usable GPUs, at most `most`.  This takes time.  *first (may be NULL) = the
 * description of the first GPU, which is closed; its memory is that of the smallest one.  All is 0
 * if there is none. */
int pm_machine_gpus(struct pm_gpu *first, int most);
