/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps on a GPU, with the residues of the CPU. */
#ifndef PM_ENGINE_SWEEP_SWEEP_GPU_H
#define PM_ENGINE_SWEEP_SWEEP_GPU_H

#include "cuda/gpu.h"
#include "engine/sweep/sweep_run.h"

/* The launches of a sweep; they serve all primes. */
struct pm_sweep_launches;

/* How vectors are stored: by rows, which end at the class of their low bits, where only the states
 * that there are have a number (launches.h), or by tiles, where every setting of the slots' bits
 * has one (tile.h): in square matrices some times as many.  TO_MIDDLE: by tiles, where the natural
 * order of vertices is its own reverse (mirror.h).  FASTEST: what is predicted to take less time,
 * if a device has memory for it. */
enum pm_sweep_storage {
    PM_SWEEP_BY_ROWS,
    PM_SWEEP_BY_TILES,
    PM_SWEEP_TO_MIDDLE,
    PM_SWEEP_FASTEST,
};

/* ones: all entries of the matrix are 1, without which no sweep goes to the middle.  PM_UNABLE
 * where the frontier is too wide. */
pm_status pm_sweep_launches_new(struct pm_sweep_launches **launches,
                                const struct pm_sweep_graph *graph,
                                const struct pm_sweep_program *program,
                                enum pm_sweep_storage storage, bool ones);
void pm_sweep_launches_free(struct pm_sweep_launches *launches); /* NULL is fine */

/* What a prime takes: additions, and numbers that are read or written in the device's memory. */
double pm_sweep_launches_additions(const struct pm_sweep_launches *launches);
double pm_sweep_launches_touched(const struct pm_sweep_launches *launches);

/* *part = the sum over all matchings modulo the prime of the image, as pm_sweep_run() has it.  The
 * thread has entered the device.  *seconds (NULL is fine): what the launches took by the device's
 * clock. */
pm_status pm_sweep_gpu_run(struct pm_part *part, double *seconds, const struct pm_gpu *gpu,
                           const struct pm_sweep_launches *launches,
                           const struct pm_sweep_graph *graph, const struct pm_image *image,
                           const int *stop);

#endif
