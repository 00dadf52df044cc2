/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps on a GPU: the passes as launches of cuda/sweep.cu, with the residues of the CPU. */
#ifndef PM_ENGINE_SWEEP_SWEEP_GPU_H
#define PM_ENGINE_SWEEP_SWEEP_GPU_H

#include "cuda/gpu.h"
#include "engine/sweep/run.h"

/* *part = the sum over all matchings modulo the prime of the image, as pm_sweep_run() has it.  The
 * thread has entered the device.  *seconds (NULL is fine): what the launches took by the device's
 * clock. */
pm_status pm_sweep_gpu_run(struct pm_part *part, double *seconds, const struct pm_gpu *gpu,
                           const struct pm_sweep_passes *passes, const struct pm_sweep_graph *graph,
                           const struct pm_image *image, const int *stop);

#endif
