/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The resources of this machine. */
#pragma once

#include "cuda/gpu.h"

/* The bytes for a problem with so many lines: those that are asked for, or where that is 0 three
 * quarters of what is free (base/memory_left.h): now, or for few lines, as in a stream of small
 * graphs, a second ago. */
uint64_t pm_machine_memory(uint64_t asked, int lines);

/* The number of usable GPUs, at most `most`.  This takes time.  *first (may be NULL) = the
 * description of the first GPU, which is closed; its memory is that of the smallest one.  All is 0
 * if there is none. */
int pm_machine_gpus(struct pm_gpu *first, int most);
