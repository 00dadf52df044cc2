/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk on a GPU: kernels of cuda/, which give the bits of the CPU's. */
#ifndef PM_ENGINE_DENSE_DEVICE_H
#define PM_ENGINE_DENSE_DEVICE_H

#include "engine/dense/dense.h"
#include "engine/dense/modular.h"
#include "engine/device.h"

/* Of the two walks one is not NULL; walk->recipe becomes that of `recipe`. */
void pm_dense_describe(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                       const struct pm_dense *floating, const struct pm_modular *modular);

#endif
