/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cuda/gpu.h"

#include "base/alloc.h"

#include <stdlib.h>

/* In functions that have `cu`. */
#define TRY_CU(call, what) PM_TRY(pm_cu_check(cu, cu->call, what))

static pm_status describe(struct pm_gpu *gpu, const struct pm_cu *cu, int ordinal)
{
    int major = 0, minor = 0;

    *gpu = (struct pm_gpu){.cu = cu};
    TRY_CU(device_get(&gpu->device, ordinal), "find a device");
    TRY_CU(device_name(gpu->name, sizeof gpu->name, gpu->device), "name a device");
    TRY_CU(device_attribute(&major, PM_CU_MAJOR, gpu->device), "describe a device");
    TRY_CU(device_attribute(&minor, PM_CU_MINOR, gpu->device), "describe a device");
    TRY_CU(device_attribute(&gpu->multiprocessors, PM_CU_MULTIPROCESSORS, gpu->device),
           "describe a device");
    gpu->arch = 10 * major + minor;
    return PM_OK;
}

static pm_status list_devices(struct pm_gpus *gpus, int most)
{
    const struct pm_cu *const cu = &gpus->cu;
    int count = 0;

    PM_TRY(pm_cu_open(&gpus->cu));
    TRY_CU(device_count(&count), "count devices");
    if (count == 0)
        return pm_fail(PM_UNABLE, "CUDA: there is no device");
    gpus->count = count < most ? count : most;
    if (gpus->count > PM_GPUS_MOST)
        gpus->count = PM_GPUS_MOST;
    for (int k = 0; k < gpus->count; k++)
        PM_TRY(describe(&gpus->gpu[k], cu, k));
    return PM_OK;
}

pm_status pm_gpus_open(struct pm_gpus **out, int most)
{
    struct pm_gpus *gpus;

    PM_NEW(gpus, 1);
    const pm_status status = list_devices(gpus, most);
    if (status == PM_OK)
        *out = gpus;
    else
        free(gpus);
    return status;
}

void pm_gpus_close(struct pm_gpus *gpus)
{
    for (int k = 0; gpus != NULL && k < gpus->count; k++)
        for (; gpus->gpu[k].entered > 0; gpus->gpu[k].entered--)
            gpus->cu.context_release(gpus->gpu[k].device);
    free(gpus);
}

pm_status pm_gpu_enter(struct pm_gpu *gpu)
{
    const struct pm_cu *const cu = gpu->cu;
    pm_cu_context context;

    cu->context_flags(gpu->device, PM_CU_WAIT_ASLEEP); /* a wish */
    TRY_CU(context_retain(&context, gpu->device), "use the device");
    __atomic_add_fetch(&gpu->entered, 1, __ATOMIC_RELAXED);
    return pm_cu_check(cu, cu->context_set(context), "use the device");
}

void pm_gpu_leave(struct pm_gpu *gpu)
{
    gpu->cu->context_set(NULL);
}

pm_status pm_gpu_kernel_init(struct pm_gpu_kernel *kernel, const struct pm_gpu *gpu,
                             const struct pm_recipe *recipe, const char *name)
{
    const struct pm_cu *const cu = gpu->cu;
    struct pm_gpu_kernel got = {.gpu = gpu};
    struct pm_binary binary;

    PM_TRY(pm_compile(&binary, recipe, gpu->arch));
    pm_status status = pm_cu_check(cu, cu->module_load(&got.module, binary.code), "load a kernel");
    free(binary.code);
    if (status != PM_OK)
        return status;
    status = pm_cu_check(cu, cu->module_function(&got.function, got.module, name), "find a kernel");
    if (status != PM_OK)
        cu->module_unload(got.module);
    else
        *kernel = got;
    return status;
}

void pm_gpu_kernel_clear(struct pm_gpu_kernel *kernel)
{
    if (kernel->module != NULL)
        kernel->gpu->cu->module_unload(kernel->module);
    kernel->module = NULL;
}

pm_status pm_gpu_put(pm_cu_pointer *at, const struct pm_gpu *gpu, const void *data, size_t size)
{
    const struct pm_cu *const cu = gpu->cu;
    pm_cu_pointer got;

    TRY_CU(memory_new(&got, size), "allocate memory of the device");
    const pm_status status =
        pm_cu_check(cu, cu->upload(got, data, size), "copy tables to the device");
    if (status != PM_OK)
        cu->memory_free(got);
    else
        *at = got;
    return status;
}

void pm_gpu_drop(const struct pm_gpu *gpu, pm_cu_pointer at)
{
    if (at != 0)
        gpu->cu->memory_free(at);
}

static pm_status queue_fill(struct pm_gpu_queue *queue, size_t room)
{
    const struct pm_cu *const cu = queue->gpu->cu;

    TRY_CU(stream_new(&queue->stream, 1), "make a stream"); /* 1: not blocked by stream 0 */
    TRY_CU(memory_new(&queue->out, room), "allocate memory of the device");
    TRY_CU(host_new(&queue->result, room), "allocate memory for results");
    TRY_CU(event_new(&queue->start, 0), "make an event");
    TRY_CU(event_new(&queue->end, 0), "make an event");
    return PM_OK;
}

pm_status pm_gpu_queue_init(struct pm_gpu_queue *queue, const struct pm_gpu *gpu, size_t room)
{
    *queue = (struct pm_gpu_queue){.gpu = gpu};
    const pm_status status = queue_fill(queue, room);
    if (status != PM_OK)
        pm_gpu_queue_clear(queue);
    return status;
}

void pm_gpu_queue_clear(struct pm_gpu_queue *queue)
{
    const struct pm_cu *const cu = queue->gpu != NULL ? queue->gpu->cu : NULL;

    if (cu == NULL)
        return;
    if (queue->stream != NULL) {
        cu->stream_wait(queue->stream);
        cu->stream_free(queue->stream);
    }
    if (queue->start != NULL)
        cu->event_free(queue->start);
    if (queue->end != NULL)
        cu->event_free(queue->end);
    if (queue->result != NULL)
        cu->host_free(queue->result);
    pm_gpu_drop(queue->gpu, queue->out);
    *queue = (struct pm_gpu_queue){.gpu = NULL};
}

pm_status pm_gpu_launch(struct pm_gpu_queue *queue, const struct pm_gpu_kernel *kernel,
                        unsigned blocks, unsigned threads, void **arguments, size_t size)
{
    const struct pm_cu *const cu = queue->gpu->cu;

    TRY_CU(event_record(queue->start, queue->stream), "record an event");
    TRY_CU(launch(kernel->function, blocks, 1, 1, threads, 1, 1, (unsigned)kernel->shared,
                  queue->stream, arguments, NULL),
           "launch a kernel");
    TRY_CU(event_record(queue->end, queue->stream), "record an event");
    TRY_CU(download(queue->result, queue->out, size, queue->stream), "fetch results");
    return PM_OK;
}

pm_status pm_gpu_wait(struct pm_gpu_queue *queue, double *seconds)
{
    const struct pm_cu *const cu = queue->gpu->cu;
    float ms = 0;

    TRY_CU(stream_wait(queue->stream), "run a kernel");
    if (seconds != NULL) {
        TRY_CU(event_elapsed(&ms, queue->start, queue->end), "read the device's clock");
        *seconds = ms * 1e-3;
    }
    return PM_OK;
}
