/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of the CUDA driver and of NVRTC that we use, found at run time, so that building
 * needs nothing of CUDA.  Names and prototypes: NVIDIA, CUDA Driver API; NVRTC. */
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

typedef int pm_cu_result; /* 0: success */
typedef int pm_cu_device;
typedef struct CUctx_st *pm_cu_context;
typedef struct CUmod_st *pm_cu_module;
typedef struct CUfunc_st *pm_cu_function;
typedef struct CUstream_st *pm_cu_stream;
typedef uint64_t pm_cu_pointer; /* in the device's memory */
typedef struct _nvrtcProgram *pm_nvrtc_program;

enum {
    PM_CU_OUT_OF_MEMORY = 2,
    PM_CU_MULTIPROCESSORS = 16, /* attributes of a device */
    PM_CU_MAJOR = 75,
    PM_CU_MINOR = 76,
    PM_CU_SHARED = 97,        /* bytes of shared memory that a block can ask for */
    PM_CU_SHARED_DYNAMIC = 8, /* attribute of a function: shared memory that its launches request */
    PM_CU_WAIT_ASLEEP = 4,    /* flag of a context: waiting threads sleep instead of spinning */
};

/* X(member, symbol, arguments) */
#define PM_CU_FUNCTIONS(X)                                                                         \
    X(init, cuInit, (unsigned flags))                                                              \
    X(version, cuDriverGetVersion, (int *version))                                                 \
    X(error_string, cuGetErrorString, (pm_cu_result error, const char **text))                     \
    X(device_count, cuDeviceGetCount, (int *count))                                                \
    X(device_get, cuDeviceGet, (pm_cu_device * device, int ordinal))                               \
    X(device_name, cuDeviceGetName, (char *name, int room, pm_cu_device device))                   \
    X(device_attribute, cuDeviceGetAttribute, (int *value, int attribute, pm_cu_device device))    \
    X(device_memory, cuDeviceTotalMem_v2, (size_t * bytes, pm_cu_device device))                   \
    X(memory_info, cuMemGetInfo_v2, (size_t * left, size_t * all))                                 \
    X(context_retain, cuDevicePrimaryCtxRetain, (pm_cu_context * context, pm_cu_device device))    \
    X(context_flags, cuDevicePrimaryCtxSetFlags_v2, (pm_cu_device device, unsigned flags))         \
    X(context_release, cuDevicePrimaryCtxRelease_v2, (pm_cu_device device))                        \
    X(context_push, cuCtxPushCurrent_v2, (pm_cu_context context))                                  \
    X(context_pop, cuCtxPopCurrent_v2, (pm_cu_context * context))                                  \
    X(memory_new, cuMemAlloc_v2, (pm_cu_pointer * pointer, size_t size))                           \
    X(memory_free, cuMemFree_v2, (pm_cu_pointer pointer))                                          \
    X(host_new, cuMemAllocHost_v2, (void **pointer, size_t size))                                  \
    X(host_free, cuMemFreeHost, (void *pointer))                                                   \
    X(upload, cuMemcpyHtoD_v2, (pm_cu_pointer to, const void *from, size_t size))                  \
    X(download, cuMemcpyDtoHAsync_v2,                                                              \
      (void *to, pm_cu_pointer from, size_t size, pm_cu_stream stream))                            \
    X(stream_new, cuStreamCreate, (pm_cu_stream * stream, unsigned flags))                         \
    X(stream_free, cuStreamDestroy_v2, (pm_cu_stream stream))                                      \
    X(stream_wait, cuStreamSynchronize, (pm_cu_stream stream))                                     \
    X(module_load, cuModuleLoadData, (pm_cu_module * module, const void *image))                   \
    X(module_unload, cuModuleUnload, (pm_cu_module module))                                        \
    X(module_function, cuModuleGetFunction,                                                        \
      (pm_cu_function * function, pm_cu_module module, const char *name))                          \
    X(function_set, cuFuncSetAttribute, (pm_cu_function function, int attribute, int value))       \
    X(launch, cuLaunchKernel,                                                                      \
      (pm_cu_function function, unsigned x, unsigned y, unsigned z, unsigned threads_x,            \
       unsigned threads_y, unsigned threads_z, unsigned shared, pm_cu_stream stream,               \
       void **arguments, void **extra))

#define PM_NVRTC_FUNCTIONS(X)                                                                      \
    X(arch_count, nvrtcGetNumSupportedArchs, (int *count))                                         \
    X(archs, nvrtcGetSupportedArchs, (int *archs))                                                 \
    X(create, nvrtcCreateProgram,                                                                  \
      (pm_nvrtc_program * program, const char *source, const char *name, int headers,              \
       const char *const *header, const char *const *header_name))                                 \
    X(destroy, nvrtcDestroyProgram, (pm_nvrtc_program * program))                                  \
    X(compile, nvrtcCompileProgram,                                                                \
      (pm_nvrtc_program program, int options, const char *const *option))                          \
    X(log_size, nvrtcGetProgramLogSize, (pm_nvrtc_program program, size_t * size))                 \
    X(log, nvrtcGetProgramLog, (pm_nvrtc_program program, char *log))                              \
    X(cubin_size, nvrtcGetCUBINSize, (pm_nvrtc_program program, size_t * size))                    \
    X(cubin, nvrtcGetCUBIN, (pm_nvrtc_program program, char *cubin))                               \
    X(ptx_size, nvrtcGetPTXSize, (pm_nvrtc_program program, size_t * size))                        \
    X(ptx, nvrtcGetPTX, (pm_nvrtc_program program, char *ptx))

#define PM_CU_MEMBER(member, symbol, arguments) int(*member) arguments;
struct pm_cu {
    PM_CU_FUNCTIONS(PM_CU_MEMBER)
};
struct pm_nvrtc {
    PM_NVRTC_FUNCTIONS(PM_CU_MEMBER)
};
#undef PM_CU_MEMBER

/* Finds all functions; PM_UNABLE with the reason.  Loaded libraries stay loaded. */
pm_status pm_driver_open(struct pm_cu *cu);

/* Opens the library that the environment variable PM_NVRTC names; else the one that the loader or
 * CUDA_HOME has; else one in the usual places. */
pm_status pm_driver_open_compiler(struct pm_nvrtc *nvrtc);

/* PM_OK for 0, PM_NOMEM where the device has too little memory, else PM_UNABLE.  The message says
 * `what` failed. */
pm_status pm_driver_check(const struct pm_cu *cu, pm_cu_result result, const char *what);
