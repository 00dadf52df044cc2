/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps on a GPU; residues are the same as on the CPU. */
#ifndef PM_ENGINE_SWEEP_SWEEP_GPU_H
#define PM_ENGINE_SWEEP_SWEEP_GPU_H

#include "cuda/gpu.h"
#include "engine/sweep/sweep_run.h"

/* The launches of a sweep; they serve all primes. */
struct pm_sweep_launches;

/* How vectors are stored.  By rows: rows end at the class of their low bits, and only states that
 * exist have a number (launches.h).  By tiles: every setting of the slots' bits has a number
 * (tile.h); for square matrices these are several times as many.  TO_MIDDLE: by tiles, if an
 * automorphism exchanges the halves of the sequence (mirror.h).  FASTEST: the one with the shortest
 * predicted time whose memory fits on a device. */
enum pm_sweep_storage {
    PM_SWEEP_BY_ROWS,
    PM_SWEEP_BY_TILES,
    PM_SWEEP_TO_MIDDLE,
    PM_SWEEP_FASTEST,
};

/* sequence: the order of the program; NULL: the natural order (TO_MIDDLE, FASTEST).  ones: all
 * entries of the matrix are 1; only then can a sweep go to the middle.  The
 * gpu is one of those that shall run them (FASTEST).  PM_UNABLE: the frontier is
 * too wide. */
pm_status pm_sweep_launches_new(struct pm_sweep_launches **launches,
                                const struct pm_sweep_graph *graph,
                                const struct pm_sweep_program *program, const int *sequence,
                                enum pm_sweep_storage storage, bool ones, const struct pm_gpu *gpu);
void pm_sweep_launches_free(struct pm_sweep_launches *launches); /* NULL is fine */

/* The cost of a prime: additions, and numbers read or written in the device's memory. */
double pm_sweep_launches_additions(const struct pm_sweep_launches *launches);
double pm_sweep_launches_touched(const struct pm_sweep_launches *launches);

/* *part = the sum over all matchings modulo the prime of the image, as pm_sweep_run() computes it.
 * PM_UNABLE: the device has too little free memory, for example.
 * The thread has entered the device.  *seconds (may be NULL): the time of the launches by the
 * device's clock. */
pm_status pm_sweep_gpu_run(struct pm_part *part, double *seconds, const struct pm_gpu *gpu,
                           const struct pm_sweep_launches *launches,
                           const struct pm_sweep_graph *graph, const struct pm_image *image,
                           const int *stop);

#endif
