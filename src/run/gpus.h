/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GPUs of this machine as hands of a crew (schedule/units.h). */
#pragma once

#include "cuda/gpu.h"
#include "schedule/units.h"

struct pm_gpu_hands {
    struct pm_hand *hand;
    int count;
};

/* Makes hands for these devices and this work; the ranks of this machine share the devices.
 * PM_UNABLE with the reason: the engine has no kernels. */
pm_status pm_gpu_hands_init(struct pm_gpu_hands *hands, struct pm_gpus *gpus,
                            const struct pm_work *work, const pm_team *team);
void pm_gpu_hands_clear(struct pm_gpu_hands *hands); /* zeroed is fine */
