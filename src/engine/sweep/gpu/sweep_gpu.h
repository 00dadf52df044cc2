/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps on a GPU; residues are the same as on the CPU. */
#pragma once

#include "cuda/gpu.h"
#include "engine/sweep/sweep_run.h"
#include "engine/sweep/gpu/tiles.h"

/* The fraction of a device's memory for vectors; the context and the table take the rest. */
#define PM_SWEEP_GPU_SHARE 0.95

/* To the middle, if `ones`, the sequence of the program has a mirror (middle.h), fewer numbers are
 * read and written then, and both vectors fit into `room` bytes; otherwise the whole program.
 * ones: all entries of the matrix are 1.  PM_UNABLE: the frontier is too wide. */
pm_status pm_sweep_tiles_choose(struct pm_tiles **tiles, const struct pm_order_graph *graph,
                                const struct pm_order_program *program, const int *sequence,
                                bool ones, double room);

/* The recipe of the kernel with weights, or of that for weights that are all 1, with `blocks`
 * blocks on a multiprocessor. */
void pm_sweep_gpu_recipe(struct pm_recipe_text *recipe, bool weighted, int blocks);

/* How many blocks a multiprocessor of this device has room for. */
int pm_sweep_gpu_blocks(const struct pm_gpu *gpu);

/* *part = the sum over all matchings modulo the prime of the image, as pm_sweep_run() computes it.
 * PM_UNABLE: the device has too little free memory, for example.  The thread has entered the
 * device. */
pm_status pm_sweep_gpu_run(struct pm_part *part, const struct pm_gpu *gpu,
                           const struct pm_tiles *tiles, const struct pm_order_graph *graph,
                           const struct pm_image *image, const int *stop);
