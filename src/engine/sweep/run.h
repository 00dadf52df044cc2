/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out the passes of a sweep. */
#ifndef PM_ENGINE_SWEEP_RUN_H
#define PM_ENGINE_SWEEP_RUN_H

#include "engine/sweep/kernel.h"
#include "engine/sweep/pool.h"

struct pm_sweep_use {
    int threads;
    struct pm_sweep_pool *pool; /* of vectors, or NULL */
    const int *stop;
    const char *set; /* of instructions; NULL: the usual one */
};

/* *part = the sum over all matchings, with the weights of the image. */
pm_status pm_sweep_run(struct pm_part *part, const struct pm_sweep_passes *passes,
                       const struct pm_sweep_graph *graph, const struct pm_image *image,
                       const struct pm_sweep_use *use);

#endif
