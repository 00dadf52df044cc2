/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of CUDA that kernels use, for C++ on this machine.  There is a thread for each thread
 * of a block; blocks run one after the other. */
#include <pthread.h>
#include <stdlib.h>

#define __device__
#define __global__
#define __forceinline__ inline
#define __shared__      static
#define __align__(n)    __attribute__((aligned(n)))
#define __launch_bounds__(...)

#define fabs __builtin_fabs
#define fma  __builtin_fma

struct double2 {
    double x, y;
};

struct place {
    unsigned x, y;
};

static thread_local place threadIdx, blockIdx;
static place gridDim;
static pthread_barrier_t all;
// Two buffers of each type, used in turn: nobody reads the one that the next shuffle fills.
static double carried_double[2][1024];
static long long carried_integer[2][1024];
static thread_local unsigned turn;

static inline void __syncthreads()
{
    pthread_barrier_wait(&all);
}

/* Right only for kernels in which all warps do the same. */
static inline void __syncwarp(unsigned)
{
    __syncthreads();
}

template <typename V> static V shuffle(V carried[2][1024], V value, int distance)
{
    const unsigned from = threadIdx.x % 32 + distance < 32 ? threadIdx.x + distance : threadIdx.x;
    V *const now = carried[turn++ % 2];

    now[threadIdx.x] = value;
    __syncthreads();
    return now[from];
}

static inline double __shfl_down_sync(unsigned, double value, int distance)
{
    return shuffle(carried_double, value, distance);
}

static inline long long __shfl_down_sync(unsigned, long long value, int distance)
{
    return shuffle(carried_integer, value, distance);
}

/* The vote of one thread: the votes of others must not change its bits. */
static inline bool __any_sync(unsigned, bool vote)
{
    return vote;
}

static inline int __ffs(unsigned x)
{
    return __builtin_ffs(x);
}

static inline int __clz(int x)
{
    return __builtin_clz((unsigned)x);
}

static inline void atomicAdd(unsigned long long *sum, unsigned long long number)
{
    __atomic_fetch_add(sum, number, __ATOMIC_SEQ_CST);
}

static inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

/* A launch; and a thread, which runs its part of every block. */
template <typename Out, typename Problem> struct launch {
    void (*kernel)(Out *, const Problem *, unsigned long long);
    Out *out;
    const Problem *problem;
    unsigned long long first;
};

template <typename Out, typename Problem> struct worker {
    const launch<Out, Problem> *what;
    unsigned number;
    pthread_t thread;
};

template <typename Out, typename Problem> static void *run_thread(void *argument)
{
    const worker<Out, Problem> *const w = (const worker<Out, Problem> *)argument;

    threadIdx = {w->number, 0};
    for (unsigned block = 0; block < gridDim.x * gridDim.y; block++) {
        blockIdx = {block % gridDim.x, block / gridDim.x};
        w->what->kernel(w->what->out, w->what->problem, w->what->first);
        __syncthreads();
    }
    return nullptr;
}

/* Runs a kernel: a thread for each thread of a block, blocks one after the other. */
template <typename Out, typename Problem>
static void run_kernel(void (*kernel)(Out *, const Problem *, unsigned long long), void *out,
                       const void *problem, unsigned long long first, unsigned blocks,
                       unsigned rows)
{
    const launch<Out, Problem> what = {kernel, (Out *)out, (const Problem *)problem, first};
    worker<Out, Problem> all_of_block[THREADS];

    gridDim = {blocks, rows};
    pthread_barrier_init(&all, nullptr, THREADS);
    for (unsigned k = 0; k < THREADS; k++) {
        all_of_block[k] = {&what, k, {}};
        if (pthread_create(&all_of_block[k].thread, nullptr, run_thread<Out, Problem>,
                           &all_of_block[k]) != 0)
            abort();
    }
    for (const auto &one : all_of_block)
        pthread_join(one.thread, nullptr);
    pthread_barrier_destroy(&all);
}

/* The function that tests/gpu_fake.cc calls.  It stands after the kernel. */
#define EMULATE                                                                                    \
    extern "C" void emulate(void *out, const void *problem, unsigned long long first,              \
                            unsigned blocks, unsigned rows)                                        \
    {                                                                                              \
        run_kernel(walk, out, problem, first, blocks, rows);                                       \
    }
