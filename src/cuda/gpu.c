/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A device has one context and a list of loaded modules; a key made of source and options finds a
 * module again.  NVRTC is opened while the driver starts, since both take long.  A queue is a
 * stream with its own memory, so launches of several threads overlap. */
#include "cuda/gpu.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/clock.h"
#include "base/status.h"
#include "base/argument.h"
#include "base/text.h"
#include "cuda/rooms.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For functions that have a variable `cu`. */
#define TRY_CU(call, what) PM_TRY(pm_driver_check(cu, cu->call, what))

/* A loaded recipe, with its module. */
struct loaded {
    struct loaded *next;
    char *key;
    pm_cu_module module;
};

struct pm_gpu_state {
    pthread_mutex_t lock;
    struct loaded *loaded;
    struct pm_rooms rooms;
    uint64_t launches, most; /* launches so far; how many until the device fails (tests) */
    struct pm_gpu_spent spent;
    pthread_mutex_t clock; /* guards the time of launches: overlapping launches count once */
    int under_way;
    double since;
};

/* ------------------------------------------------------------------ devices */

static pm_status state_new(struct pm_gpu_state **out, int ordinal)
{
    const char *const fail = getenv("PM_GPU_FAIL");
    struct pm_gpu_state *state;
    unsigned long long most;
    int device;

    PM_NEW(state, 1);
    pthread_mutex_init(&state->lock, NULL);
    pthread_mutex_init(&state->clock, NULL);
    pm_rooms_init(&state->rooms);
    state->most = UINT64_MAX;
    if (fail != NULL && sscanf(fail, "%d:%llu", &device, &most) == 2 && device == ordinal)
        state->most = most;
    *out = state;
    return PM_OK;
}

static void state_free(struct pm_gpu_state *state, const struct pm_cu *cu)
{
    pm_rooms_clear(&state->rooms, cu);
    for (struct loaded *next; state->loaded != NULL; state->loaded = next) {
        next = state->loaded->next;
        PM_FREE(state->loaded->key, state->loaded);
    }
    pthread_mutex_destroy(&state->lock);
    pthread_mutex_destroy(&state->clock);
    free(state);
}

static pm_status describe(struct pm_gpu *gpu, const struct pm_cu *cu, int ordinal)
{
    int major = 0, minor = 0;
    size_t bytes = 0;

    *gpu = (struct pm_gpu){.cu = cu, .ordinal = ordinal};
    TRY_CU(device_get(&gpu->device, ordinal), "find a device");
    TRY_CU(device_name(gpu->name, sizeof gpu->name, gpu->device), "name a device");
    TRY_CU(device_attribute(&major, PM_CU_MAJOR, gpu->device), "describe a device");
    TRY_CU(device_attribute(&minor, PM_CU_MINOR, gpu->device), "describe a device");
    TRY_CU(device_attribute(&gpu->multiprocessors, PM_CU_MULTIPROCESSORS, gpu->device),
           "describe a device");
    TRY_CU(device_attribute(&gpu->shared, PM_CU_SHARED, gpu->device), "describe a device");
    TRY_CU(device_memory(&bytes, gpu->device), "describe a device");
    gpu->arch = 10 * major + minor;
    gpu->memory = bytes;
    return state_new(&gpu->state, ordinal);
}

static pm_status list_devices(struct pm_gpus *gpus, int most)
{
    const struct pm_cu *const cu = &gpus->cu;
    uint64_t memory = UINT64_MAX;
    int count = 0;

    TRY_CU(init(0), "start the driver");
    TRY_CU(device_count(&count), "count devices");
    if (count == 0)
        return pm_fail(PM_UNABLE, "CUDA: there is no device");
    gpus->count = count < most ? count : most;
    if (gpus->count > PM_GPUS_MOST)
        gpus->count = PM_GPUS_MOST;
    for (int k = 0; k < gpus->count; k++) {
        PM_TRY(describe(&gpus->gpu[k], cu, k));
        if (gpus->gpu[k].memory < memory)
            memory = gpus->gpu[k].memory;
    }
    for (int k = 0; k < gpus->count; k++)
        gpus->gpu[k].memory = memory;
    return PM_OK;
}

/* Opens NVRTC in a thread while the driver starts. */
static void *open_compiler(void *failure)
{
    struct pm_nvrtc nvrtc;

    pm_failure_keep(failure, pm_driver_open_compiler(&nvrtc));
    return NULL;
}

static pm_status list_with_compiler(struct pm_gpus *gpus, int most)
{
    struct pm_failure failure = {.status = PM_OK};
    pthread_t thread;

    const bool beside = pthread_create(&thread, NULL, open_compiler, &failure) == 0;
    const pm_status status = list_devices(gpus, most);
    if (beside)
        pthread_join(thread, NULL);
    else
        open_compiler(&failure);
    return status != PM_OK ? status : pm_failure_raise(&failure);
}

pm_status pm_gpu_enter(struct pm_gpu *gpu)
{
    const struct pm_cu *const cu = gpu->cu;
    struct pm_gpu_spent *const spent = &gpu->state->spent;
    const double begin = pm_clock();
    pm_cu_context context;

    cu->context_flags(gpu->device, PM_CU_WAIT_ASLEEP); /* a hint; failure does not matter */
    const bool first = __atomic_load_n(&gpu->entered, __ATOMIC_RELAXED) == 0;
    const uint64_t bytes = first ? pm_budget_bytes() : 0;
    TRY_CU(context_retain(&context, gpu->device), "use the device");
    if (first)
        pm_budget_exempt(bytes);
    __atomic_add_fetch(&gpu->entered, 1, __ATOMIC_RELAXED);
    pthread_mutex_lock(&gpu->state->clock);
    spent->opening = fmax(spent->opening, pm_clock() - begin);
    pthread_mutex_unlock(&gpu->state->clock);
    return pm_driver_check(cu, cu->context_push(context), "use the device");
}

/* `more` is 1 when a launch begins and -1 when one ends. */
static void count_launch(struct pm_gpu_state *state, int more)
{
    pthread_mutex_lock(&state->clock);
    if (state->under_way == 0)
        state->since = pm_clock();
    state->under_way += more;
    if (state->under_way == 0)
        state->spent.launches += pm_clock() - state->since;
    pthread_mutex_unlock(&state->clock);
}

int pm_gpu_blocks(const struct pm_gpu *gpu, size_t shared)
{
    static const size_t reserved = 1024; /* by the system in each block (CUDA C++ Programming Guide,
                                          * Technical Specifications per Compute Capability) */

    return (int)(((size_t)gpu->shared + reserved) / (shared + reserved));
}

bool pm_gpus_are_eager(void)
{
    return getenv("PM_GPU_EAGER") != NULL;
}

struct pm_gpu_spent pm_gpus_spent(const struct pm_gpus *gpus)
{
    struct pm_gpu_spent most = {.opening = 0};

    for (int k = 0; gpus != NULL && k < gpus->count; k++) {
        const struct pm_gpu_spent *const spent = &gpus->gpu[k].state->spent;
        most.opening = fmax(most.opening, spent->opening);
        most.compiling = fmax(most.compiling, spent->compiling);
        most.launches = fmax(most.launches, spent->launches);
    }
    return most;
}

void pm_gpu_leave(struct pm_gpu *gpu)
{
    pm_cu_context context;

    gpu->cu->context_pop(&context);
}

static void gpu_close(struct pm_gpu *gpu)
{
    struct pm_gpu_state *const state = gpu->state;

    if (state == NULL)
        return;
    const bool inside = state->rooms.first != NULL && pm_gpu_enter(gpu) == PM_OK;
    state_free(state, gpu->cu);
    if (inside)
        pm_gpu_leave(gpu);
    for (; gpu->entered > 0; gpu->entered--)
        gpu->cu->context_release(gpu->device);
}

void pm_gpus_close(struct pm_gpus *gpus)
{
    for (int k = 0; gpus != NULL && k < gpus->count; k++)
        gpu_close(&gpus->gpu[k]);
    free(gpus);
}

static pm_status gpus_open(struct pm_gpus **out, int most,
                           pm_status (*list)(struct pm_gpus *gpus, int most))
{
    const uint64_t before = pm_budget_bytes();
    struct pm_gpus *gpus;

    PM_NEW(gpus, 1);
    pm_status status = pm_driver_open(&gpus->cu);
    PM_THEN(status, list(gpus, most));
    pm_budget_exempt(before);
    PM_GIVE(out, gpus, status, pm_gpus_close);
}

pm_status pm_gpus_open(struct pm_gpus **gpus, int most)
{
    return gpus_open(gpus, most, list_devices);
}

pm_status pm_gpus_usable(struct pm_gpus **gpus, int most)
{
    PM_ARGUMENTS(gpus);
    PM_AT_LEAST(0, most);
    return gpus_open(gpus, most, list_with_compiler);
}

/* ------------------------------------------------------------------ kernels */

/* Text that distinguishes this recipe from all others. */
static pm_status key_new(char **key, const struct pm_recipe *recipe)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    FILE *const out = text.file;
    fprintf(out, "%s\n", recipe->source);
    for (int k = 0; k < recipe->options; k++)
        fprintf(out, "%s\n", recipe->option[k]);
    if (recipe->program != NULL)
        fputs(recipe->program, out);
    return pm_text_close(key, &text, PM_OK);
}

static pm_status load(struct loaded *loaded, const struct pm_gpu *gpu,
                      const struct pm_recipe *recipe)
{
    const struct pm_cu *const cu = gpu->cu;
    struct pm_binary binary;

    const double begin = pm_clock();

    PM_TRY(pm_compile(&binary, recipe, gpu->arch));
    const pm_status status =
        pm_driver_check(cu, cu->module_load(&loaded->module, binary.code), "load kernels");
    free(binary.code);
    gpu->state->spent.compiling += pm_clock() - begin;
    return status;
}

/* Finds the module with that key, which it takes over, or loads it.  The caller holds the device's
 * lock. */
static pm_status find(const struct loaded **out, const struct pm_gpu *gpu,
                      const struct pm_recipe *recipe, char *key)
{
    struct loaded *loaded = gpu->state->loaded;
    pm_status status = PM_OK;

    while (loaded != NULL && strcmp(loaded->key, key) != 0)
        loaded = loaded->next;
    if (loaded == NULL) {
        PM_NEW_GOTO(status, loaded, 1, fail);
        PM_TRY_GOTO(status, load(loaded, gpu, recipe), fail);
        loaded->next = gpu->state->loaded;
        loaded->key = key;
        gpu->state->loaded = loaded;
        key = NULL;
    }
    *out = loaded;
    free(key);
    return PM_OK;
fail:
    PM_FREE(loaded, key);
    return status;
}

pm_status pm_gpu_kernel_init(struct pm_gpu_kernel *kernel, const struct pm_gpu *gpu,
                             const struct pm_recipe *recipe, const char *name)
{
    const struct pm_cu *const cu = gpu->cu;
    const struct loaded *loaded;
    pm_cu_function function;
    char *key;

    PM_TRY(key_new(&key, recipe));
    pthread_mutex_lock(&gpu->state->lock);
    const pm_status status = find(&loaded, gpu, recipe, key);
    pthread_mutex_unlock(&gpu->state->lock);
    PM_TRY(status);
    TRY_CU(module_function(&function, loaded->module, name), "find a kernel");
    *kernel = (struct pm_gpu_kernel){.gpu = gpu, .function = function};
    return PM_OK;
}

pm_status pm_gpu_kernel_share(struct pm_gpu_kernel *kernel, size_t shared)
{
    const struct pm_cu *const cu = kernel->gpu->cu;

    TRY_CU(function_set(kernel->function, PM_CU_SHARED_DYNAMIC, (int)shared),
           "get shared memory for a kernel");
    kernel->shared = shared;
    return PM_OK;
}

/* ------------------------------------------------------------------ memory, launches */

pm_status pm_gpu_room(pm_cu_pointer *at, const struct pm_gpu *gpu, size_t size)
{
    struct pm_room *room;

    PM_TRY(pm_room_take(&room, &gpu->state->rooms, gpu->cu, false, size));
    *at = room->at;
    return PM_OK;
}

pm_status pm_gpu_put(pm_cu_pointer *at, const struct pm_gpu *gpu, const void *data, size_t size)
{
    const struct pm_cu *const cu = gpu->cu;
    pm_cu_pointer got;

    PM_TRY(pm_gpu_room(&got, gpu, size));
    pm_status status =
        pm_driver_check(cu, cu->upload(got, data, size), "copy tables to the device");
    if (status == PM_OK) /* staged data may still be in transfer, and our streams do not wait for
                          * it */
        status = pm_driver_check(cu, cu->stream_wait(NULL), "copy tables to the device");
    if (status != PM_OK)
        pm_gpu_drop(gpu, got);
    else
        *at = got;
    return status;
}

void pm_gpu_drop(const struct pm_gpu *gpu, pm_cu_pointer at)
{
    if (at != 0)
        pm_room_drop(&gpu->state->rooms, at, NULL);
}

pm_status pm_gpu_has_room(const struct pm_gpu *gpu, double size)
{
    const struct pm_cu *const cu = gpu->cu;
    size_t left = 0, all = 0;

    TRY_CU(memory_info(&left, &all), "ask for free memory");
    const double room = (double)left + (double)pm_rooms_kept(&gpu->state->rooms);
    return size <= room ? PM_OK
                        : pm_fail(PM_UNABLE,
                                  "the plan needs %.3g GiB on a GPU, and GPU %d '%s' has %.3g GiB "
                                  "free",
                                  size / 0x1p30, gpu->ordinal, gpu->name, room / 0x1p30);
}

static pm_status queue_fill(struct pm_gpu_queue *queue, size_t room)
{
    const struct pm_cu *const cu = queue->gpu->cu;
    struct pm_room *host;

    TRY_CU(stream_new(&queue->stream, 1), "make a stream"); /* 1: not blocked by stream 0 */
    PM_TRY(pm_gpu_room(&queue->out, queue->gpu, room));
    PM_TRY(pm_room_take(&host, &queue->gpu->state->rooms, cu, true, room));
    queue->result = host->host;
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
    if (queue->result != NULL)
        pm_room_drop(&queue->gpu->state->rooms, 0, queue->result);
    pm_gpu_drop(queue->gpu, queue->out);
    *queue = (struct pm_gpu_queue){.gpu = NULL};
}

pm_status pm_gpu_begin(struct pm_gpu_queue *queue)
{
    struct pm_gpu_state *const state = queue->gpu->state;

    if (__atomic_fetch_add(&state->launches, 1, __ATOMIC_RELAXED) >= state->most)
        return pm_fail(PM_UNABLE, "CUDA: PM_GPU_FAIL makes %s fail", queue->gpu->name);
    count_launch(state, 1);
    return PM_OK;
}

pm_status pm_gpu_start(struct pm_gpu_queue *queue, const struct pm_gpu_kernel *kernel,
                       unsigned blocks, unsigned threads, void **arguments)
{
    const struct pm_cu *const cu = queue->gpu->cu;

    return pm_driver_check(cu,
                           cu->launch(kernel->function, blocks, queue->rows > 0 ? queue->rows : 1,
                                      1, threads, 1, 1, (unsigned)kernel->shared, queue->stream,
                                      arguments, NULL),
                           "launch a kernel");
}

pm_status pm_gpu_end(struct pm_gpu_queue *queue, size_t size)
{
    const struct pm_cu *const cu = queue->gpu->cu;

    return pm_driver_check(cu, cu->download(queue->result, queue->out, size, queue->stream),
                           "fetch results");
}

pm_status pm_gpu_launch(struct pm_gpu_queue *queue, const struct pm_gpu_kernel *kernel,
                        unsigned blocks, unsigned threads, void **arguments, size_t size)
{
    PM_TRY(pm_gpu_begin(queue));
    PM_TRY(pm_gpu_start(queue, kernel, blocks, threads, arguments));
    return pm_gpu_end(queue, size);
}

pm_status pm_gpu_wait(struct pm_gpu_queue *queue)
{
    const struct pm_cu *const cu = queue->gpu->cu;

    const pm_status status = pm_driver_check(cu, cu->stream_wait(queue->stream), "run a kernel");
    count_launch(queue->gpu->state, -1);
    return status;
}
