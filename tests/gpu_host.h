/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of CUDA that kernels use, for C++ on this machine.  Each thread of a block is a context
 * that runs until it must wait for the other threads of its warp or of its block.  Blocks run one
 * after the other. */
/* Some compilers define it (Ubuntu): longjmp() to another stack then ends the program. */
#undef _FORTIFY_SOURCE
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define __device__
#define __global__
#define __forceinline__ inline
#define __shared__      static
#define __align__(n)    __attribute__((aligned(n)))
#define __launch_bounds__(...)

/* cuda/graded.cu */
#define DEVICE         static
#define ALIGNED        __align__(16)
#define KERNEL(bounds) static void
#define SHARED         ((double *)shared_memory)

/* Without <cmath>, which takes as long to read as most kernels to compile. */
#define fabs  __builtin_fabs
#define fabsf __builtin_fabsf
#define fma   __builtin_fma
#define fmaf  __builtin_fmaf
#define frexp __builtin_frexp
#define ldexp __builtin_ldexp
#define rint  __builtin_rint
#define sqrt  __builtin_sqrt

struct double2 {
    double x, y;
};

struct float4 {
    float x, y, z, w;
};

struct place {
    unsigned x, y;
};

enum {
    WARP_LANES = 32,
    MOST_THREADS = 1024,
    STACK = 1 << 16,
    PATIENCE = 100000000, /* turns without progress: threads then wait for each other for ever */
};

static place threadIdx, blockIdx, blockDim, gridDim;
static char *shared_memory;

/* Threads of a warp, or of a block, that wait for each other.  Each leaves a number for the others.
 */
struct meeting {
    unsigned size, arrived, turn;
    long long left[MOST_THREADS], found[2][MOST_THREADS];
};

static struct {
    struct {
        ucontext_t start;
        jmp_buf here; /* where it waits; to jump there asks the system for nothing */
        bool begun, over;
    } thread[MOST_THREADS];
    meeting warp[MOST_THREADS / WARP_LANES], all;
    jmp_buf home;
    unsigned count, now;
    long idle;
    void (*run)();
} device;

/* Goes to the thread `now`, and does not return. */
static void go_on()
{
    auto *const next = &device.thread[device.now];

    threadIdx.x = device.now;
    if (next->begun)
        _longjmp(next->here, 1);
    next->begun = true;
    setcontext(&next->start);
}

/* Runs another thread that is not over. */
static void let_others()
{
    const unsigned from = device.now;

    if (++device.idle > PATIENCE) {
        printf("Bail out! threads wait for each other\n");
        exit(99);
    }
    do
        device.now = (device.now + 1) % device.count;
    while (device.thread[device.now].over);
    if (device.now != from && _setjmp(device.thread[from].here) == 0)
        go_on();
}

/* Waits for all others; returns what they left. */
static const long long *meet(meeting *m, unsigned place, long long value)
{
    const unsigned turn = m->turn;

    m->left[place] = value;
    if (++m->arrived == m->size) {
        memcpy(m->found[turn & 1], m->left, m->size * sizeof *m->left);
        m->arrived = 0;
        m->turn++;
        device.idle = 0;
    }
    while (m->turn == turn)
        let_others();
    return m->found[turn & 1];
}

static const long long *meet_warp(long long value)
{
    return meet(&device.warp[device.now / WARP_LANES], device.now % WARP_LANES, value);
}

static void __syncthreads()
{
    meet(&device.all, device.now, 0);
}

static void __syncwarp(unsigned)
{
    meet_warp(0);
}

/* What lane `from` of the warp has. */
template <typename V> static V from_lane(V value, unsigned from)
{
    long long bits = 0;

    memcpy(&bits, &value, sizeof value);
    bits = meet_warp(bits)[from % WARP_LANES];
    memcpy(&value, &bits, sizeof value);
    return value;
}

template <typename V> static V __shfl_sync(unsigned, V value, int lane)
{
    return from_lane(value, (unsigned)lane);
}

template <typename V> static V __shfl_xor_sync(unsigned, V value, int distance)
{
    return from_lane(value, device.now ^ (unsigned)distance);
}

template <typename V> static V __shfl_down_sync(unsigned, V value, int distance)
{
    const unsigned lane = device.now % WARP_LANES, from = lane + (unsigned)distance;

    return from_lane(value, from < WARP_LANES ? from : lane);
}

static unsigned __ballot_sync(unsigned, int chosen)
{
    const long long *const all = meet_warp(chosen != 0);
    unsigned bits = 0;

    for (int k = 0; k < WARP_LANES; k++)
        bits |= (unsigned)all[k] << k;
    return bits;
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

static inline unsigned __umulhi(unsigned x, unsigned y)
{
    return (unsigned)((unsigned long long)x * y >> 32);
}

static inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}

static inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

static inline long long __double_as_longlong(double x)
{
    long long bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline int __float_as_int(float x)
{
    int bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline long long __float2ll_rn(float x)
{
    return __builtin_llrintf(x);
}

template <typename V, typename W> static V atomicAdd(V *sum, W number)
{
    const V before = *sum;

    *sum += (V)number;
    return before;
}

static void run_thread()
{
    device.run();
    device.thread[device.now].over = true;
    for (unsigned k = 0; k < device.count; k++)
        if (!device.thread[k].over)
            let_others();
    _longjmp(device.home, 1);
}

/* Runs the threads of one block. */
static void run_block(unsigned threads, char *stack)
{
    device.count = threads;
    device.all.size = threads;
    device.all.arrived = 0;
    for (unsigned k = 0; k < threads; k++) {
        ucontext_t *const context = &device.thread[k].start;
        device.thread[k].begun = device.thread[k].over = false;
        device.warp[k / WARP_LANES].size = WARP_LANES;
        device.warp[k / WARP_LANES].arrived = 0;
        getcontext(context);
        context->uc_stack.ss_sp = stack + (size_t)k * STACK;
        context->uc_stack.ss_size = STACK;
        context->uc_link = nullptr;
        makecontext(context, run_thread, 0);
    }
    device.now = 0;
    if (_setjmp(device.home) == 0)
        go_on();
}

/* The arguments of the running kernel. */
static void **arguments;

/* numbers_to<n>::list is numbers<0, ..., n - 1>, as std::index_sequence of a header that takes
 * long. */
template <size_t... k> struct numbers {
};
template <size_t n, size_t... k> struct numbers_to : numbers_to<n - 1, n - 1, k...> {
};
template <size_t... k> struct numbers_to<0, k...> {
    typedef numbers<k...> list;
};

template <typename... A, size_t... k> static void call(void (*kernel)(A...), numbers<k...>)
{
    kernel(*(A *)arguments[k]...);
}

template <typename... A> static void call(void (*kernel)(A...))
{
    call(kernel, typename numbers_to<sizeof...(A)>::list());
}

struct shape {
    unsigned x, y, threads, shared;
};

static void run_kernel(void (*run)(), void **with, const shape *shape)
{
    const size_t room = ((size_t)shape->shared + 63) / 64 * 64;
    char *const stack = (char *)malloc((size_t)shape->threads * STACK);

    shared_memory = (char *)aligned_alloc(64, room + 64);
    memset(shared_memory, 0xff, room + 64); /* NaN */
    arguments = with;
    device.run = run;
    gridDim = {shape->x, shape->y};
    blockDim = {shape->threads, 1};
    for (unsigned block = 0; block < shape->x * shape->y; block++) {
        blockIdx = {block % shape->x, block / shape->x};
        run_block(shape->threads, stack);
    }
    for (int k = 0; k < 64; k++)
        if (shared_memory[room + k] != (char)0xff) { /* more than the launch asked for */
            fputs("a kernel writes beyond its shared memory\n", stderr);
            abort();
        }
    free(shared_memory);
    free(stack);
}

/* The function that tests/gpu_fake.cc calls.  It stands after the kernel. */
#define EMULATE(kernel)                                                                            \
    extern "C" void emulate_##kernel(void **with, const shape *shape)                              \
    {                                                                                              \
        run_kernel([] { call(kernel); }, with, shape);                                             \
    }
