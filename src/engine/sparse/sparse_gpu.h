/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse walk on a GPU: kernels of cuda/, written for the matrix, which give the bits of the
 * CPU's. */
#ifndef PM_ENGINE_SPARSE_SPARSE_GPU_H
#define PM_ENGINE_SPARSE_SPARSE_GPU_H

#include "engine/gpu_walk.h"
#include "engine/sparse/sparse_walk.h"

/* Of the two walks one is not NULL; walk->recipe becomes that of `recipe`. */
pm_status pm_sparse_describe(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                             const struct pm_sparse *floating, const struct pm_sparse_mod *modular);

#endif
