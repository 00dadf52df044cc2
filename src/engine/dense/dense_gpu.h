/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk on a GPU: kernels of cuda/, which give the bits of the CPU's. */
#ifndef PM_ENGINE_DENSE_DENSE_GPU_H
#define PM_ENGINE_DENSE_DENSE_GPU_H

#include "engine/dense/dense_walk.h"
#include "engine/dense/dense_mod.h"
#include "engine/gpu_walk.h"

/* Of the two walks one is not NULL; walk->recipe becomes that of `recipe`. */
void pm_dense_describe(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                       const struct pm_dense *floating, const struct pm_modular *modular);

#endif
