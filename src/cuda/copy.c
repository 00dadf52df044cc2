/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies between the memory of the host and that of a device, for callers whose data are there. */
#include "base/argument.h"
#include "cuda/gpu.h"

pm_status pm_gpu_settle(const struct pm_gpu *gpu)
{
    const struct pm_cu *const cu = gpu->cu;

    return pm_driver_check(cu, cu->stream_wait(NULL), "wait for the device");
}

pm_status pm_gpu_fetch(void *to, const struct pm_gpu *gpu, pm_cu_pointer from, size_t size)
{
    const struct pm_cu *const cu = gpu->cu;

    PM_TRY(pm_driver_check(cu, cu->download(to, from, size, NULL), "copy from the device"));
    return pm_gpu_settle(gpu);
}

/* The d-th GPU, entered. */
static pm_status enter_numbered(struct pm_gpu **gpu, struct pm_gpus *gpus, int device)
{
    if (device < 1 || device > gpus->count)
        return pm_fail(PM_INPUT, "there is no GPU %d among %d", device, gpus->count);
    *gpu = &gpus->gpu[device - 1];
    return pm_gpu_enter(*gpu);
}

pm_status pm_gpus_put(void **at, pm_gpus *gpus, int device, const void *data, size_t size)
{
    PM_ARGUMENTS(at, gpus);
    PM_ARGUMENTS_IF(size > 0, data);
    struct pm_gpu *gpu = NULL;
    pm_cu_pointer place = 0;

    PM_TRY(enter_numbered(&gpu, gpus, device));
    const pm_status status = pm_gpu_put(&place, gpu, data, size);
    pm_gpu_leave(gpu);
    if (status == PM_OK)
        *at = (void *)(uintptr_t)place;
    return status;
}

void pm_gpus_drop(pm_gpus *gpus, int device, void *at)
{
    if (gpus != NULL && device >= 1 && device <= gpus->count)
        pm_gpu_drop(&gpus->gpu[device - 1], (pm_cu_pointer)(uintptr_t)at);
}
