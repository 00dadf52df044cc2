/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of cuda/graded.cu without a GPU.  They are compiled as C.  Each lane is a context
 * that runs until it must wait for the other lanes of its warp or of its block.  The sums for a
 * unit are those of the CPU's walk, number by number. */
#include "brute.h"
#include "engine/graded/graded_gpu.h"
#include "engine/graded/warp_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

/* ------------------------------------------------------------------ a device of contexts */

enum {
    WARP_COUNT = 2, /* in each block */
    BLOCK_COUNT = 2,
    BLOCK_THREADS = WARP_COUNT * PM_WARP,
    STACK = 1 << 16,
    PATIENCE = 100000000, /* turns without progress: lanes then wait for each other for ever */
};

/* Lanes of a warp, or threads of a block, that wait for each other.  Each leaves a number for the
 * others. */
struct meeting {
    int size, arrived;
    unsigned turn;
    long long left[BLOCK_THREADS], found[2][BLOCK_THREADS];
};

struct index {
    unsigned x;
};

struct thread {
    ucontext_t context;
    struct index thread, block;
    struct meeting *warp, *all;
    double *memory;
    bool over;
};

static struct {
    struct thread *thread;
    int count, now;
    ucontext_t home;
    struct index size, grid;
    long idle;
} device;

static struct thread *here(void)
{
    return &device.thread[device.now];
}

static void let_others(void)
{
    struct thread *const from = here();

    if (++device.idle > PATIENCE) {
        printf("Bail out! lanes wait for each other\n");
        exit(99);
    }
    do
        device.now = (device.now + 1) % device.count;
    while (here()->over);
    swapcontext(&from->context, &here()->context);
}

/* Waits for all others; returns what they left. */
static const long long *meet(struct meeting *m, unsigned place, long long value)
{
    const unsigned turn = m->turn;

    m->left[place] = value;
    if (++m->arrived == m->size) {
        memcpy(m->found[turn & 1], m->left, sizeof m->left);
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
    return meet(here()->warp, here()->thread.x % PM_WARP, value);
}

/* ------------------------------------------------------------------ the kernels as C */

typedef struct {
    double x, y;
} double2;

typedef struct {
    float x, y, z, w;
} float4;

static unsigned __ballot_sync(unsigned mask, int chosen)
{
    const long long *const all = meet_warp(chosen != 0);
    unsigned bits = 0;

    (void)mask;
    for (int k = 0; k < PM_WARP; k++)
        bits |= (unsigned)all[k] << k;
    return bits;
}

static unsigned __shfl_sync(unsigned mask, unsigned value, int lane)
{
    (void)mask;
    return (unsigned)meet_warp(value)[lane & (PM_WARP - 1)];
}

static long long __shfl_xor_sync(unsigned mask, long long value, int distance)
{
    const unsigned lane = here()->thread.x % PM_WARP;

    (void)mask;
    return meet_warp(value)[lane ^ (unsigned)distance];
}

static void __syncwarp(unsigned mask)
{
    (void)mask;
    meet_warp(0);
}

static void __syncthreads(void)
{
    meet(here()->all, here()->thread.x, 0);
}

static long long __double_as_longlong(double x)
{
    long long bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static int __float_as_int(float x)
{
    int bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static long long __float2ll_rn(float x)
{
    return llrintf(x);
}

#define __popc              __builtin_popcount
#define __popcll            __builtin_popcountll
#define atomicAdd(to, what) __atomic_fetch_add(to, what, __ATOMIC_RELAXED)
#define threadIdx           (here()->thread)
#define blockIdx            (here()->block)
#define blockDim            (device.size)
#define gridDim             (device.grid)

enum { N = 21, WARPS = WARP_COUNT };
static int ONES, ZEROS, LEVELS, TOP;

#define DEVICE         static
#define ALIGNED        __attribute__((aligned(16)))
#define KERNEL(bounds) static void
#define SHARED         (here()->memory)
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include "../cuda/graded.cu"

/* ------------------------------------------------------------------ launches */

enum kernel { ROOTS_KERNEL, INNER_KERNEL, LAST_KERNEL };

static struct {
    enum kernel kernel;
    struct pm_warp_walk walk;
    int stage, from, depth;
} call;

static void thread_run(void)
{
    if (call.kernel == ROOTS_KERNEL)
        roots(call.walk);
    else if (call.kernel == INNER_KERNEL)
        inner(call.walk, call.stage, call.from, call.depth);
    else
        last(call.walk, call.stage);
    here()->over = true;
    for (int k = 0; k < device.count; k++)
        if (!device.thread[k].over)
            let_others();
    setcontext(&device.home);
}

static void launch(enum kernel kernel, unsigned blocks, unsigned threads)
{
    const size_t shared = pm_warps_shared(N, WARP_COUNT);
    const unsigned count = blocks * threads;
    struct meeting *const warp = calloc(count / PM_WARP, sizeof *warp);
    struct meeting *const all = calloc(blocks, sizeof *all);
    char *const memory = aligned_alloc(64, blocks * ((shared + 63) / 64 * 64));
    char *const stack = malloc((size_t)count * STACK);

    call.kernel = kernel;
    device.thread = calloc(count, sizeof *device.thread);
    device.count = (int)count;
    device.now = 0;
    device.size.x = threads;
    device.grid.x = blocks;
    memset(memory, 0xff, blocks * shared); /* NaN */
    for (unsigned k = 0; k < count; k++) {
        struct thread *const t = &device.thread[k];
        t->thread.x = k % threads;
        t->block.x = k / threads;
        t->warp = &warp[k / PM_WARP];
        t->all = &all[t->block.x];
        t->warp->size = PM_WARP;
        t->all->size = (int)threads;
        t->memory = (double *)(memory + t->block.x * ((shared + 63) / 64 * 64));
        getcontext(&t->context);
        t->context.uc_stack.ss_sp = stack + (size_t)k * STACK;
        t->context.uc_stack.ss_size = STACK;
        t->context.uc_link = NULL;
        makecontext(&t->context, thread_run, 0);
    }
    swapcontext(&device.home, &device.thread[0].context);
    free(device.thread);
    free(stack);
    free(memory);
    free(all);
    free(warp);
}

/* Launches of the last stage: their number, those with too many groups, and the groups. */
struct launches {
    unsigned count, over, groups;
};

/* Computes units first .. first + units - 1 as the host does on a device. */
static void run(struct pm_graded_sums *sums, struct launches *count, const struct pm_graded *d,
                uint64_t first, uint64_t units, unsigned most)
{
    unsigned launches = 0, over = 0;
    const uint64_t warps = WARP_COUNT * BLOCK_COUNT;
    double *const tables = malloc(pm_warps_tables_size(d));
    struct pm_warp_walk *const w = &call.walk;
    const size_t size = pm_warps_room(w, 0, d, units, warps);
    void *const room = malloc(size);
    const int stages = pm_warps_stages(d);

    ONES = d->leaf.ones;
    ZEROS = d->leaf.zeros;
    LEVELS = d->levels;
    TOP = d->top;
    memset(room, 0xff, size);
    pm_warps_tables(w, tables, (uintptr_t)tables, d);
    pm_warps_room(w, (uintptr_t)room, d, units, warps);
    w->first = first;
    w->sums = sums;
    launch(ROOTS_KERNEL, (unsigned)units, 64);
    for (int k = 0; k + 1 < stages; k++) {
        call.stage = k;
        call.from = pm_warps_level(d, k);
        call.depth = call.from - pm_warps_level(d, k + 1);
        launch(INNER_KERNEL, BLOCK_COUNT, BLOCK_THREADS);
    }
    call.stage = stages - 1;
    for (unsigned k = 0; k == 0 || w->most < w->counters->groups[stages - 1]; k++) {
        w->most = (k + 1) * most;
        w->failed = k * (unsigned)warps;
        launch(LAST_KERNEL, BLOCK_COUNT, BLOCK_THREADS);
        over += w->counters->taken[stages - 1] > w->most + w->failed + warps;
        launches++;
    }
    *count = (struct launches){launches, over, w->counters->groups[stages - 1]};
    free(room);
    free(tables);
}

/* ------------------------------------------------------------------ tests */

struct what {
    const char *name;
    int percent;
    bool tiny;
    double epsilon;
    int root, units;
    int coarse;    /* blocks above 2^-coarse of the largest plain ones are compensated */
    unsigned most; /* groups of the last stage in a launch */
};

/* The name of the first sum that differs, or NULL. */
static const char *difference(const struct pm_graded_sums *a, const struct pm_graded_sums *b)
{
    if (memcmp(a->tested, b->tested, sizeof a->tested) != 0)
        return "tested";
    if (memcmp(a->skipped, b->skipped, sizeof a->skipped) != 0)
        return "skipped";
    if (memcmp(a->blocks, b->blocks, sizeof a->blocks) != 0)
        return "blocks";
    if (memcmp(a->bound, b->bound, sizeof a->bound) != 0)
        return "bound";
    if (a->single != b->single)
        return "single";
    if (memcmp(a->plain, b->plain, sizeof a->plain) != 0)
        return "plain";
    if (a->whole != b->whole || a->whole_bound != b->whole_bound)
        return "whole nodes";
    return memcmp(a->limb, b->limb, sizeof a->limb) != 0 ? "limb" : NULL;
}

/* Lowers the thresholds of grades, so that more blocks get a finer grade.  The meaning of the sums
 * does not matter here, but they must keep their range. */
static void coarsen(struct pm_graded *d, int by)
{
    struct pm_graded_level *const level = &d->level[0];

    for (int g = PM_GRADE_SINGLE; g < PM_GRADE_FINE; g++) {
        level->edge[g] = fmaxf(ldexpf(level->edge[g], -by * g), level->edge[g - 1]);
        level->scale[g] = ldexpf(level->scale[g], by * g);
    }
}

static void try_walk(struct test *t, const struct what *what, long long *whole)
{
    const struct pm_graded_wish wish = {.epsilon = what->epsilon, .root = what->root};
    uint64_t state = 5 + (uint64_t)what->percent;
    struct pm_graded_sums *sums, wanted;
    struct launches launches;
    struct pm_graded *d;
    const char *differs = NULL;
    long long blocks[PM_GRADES] = {0};
    struct pm_matrix *const a = brute_positive(&state, N, what->percent, what->tiny);

    test_need(pm_graded_new(&d, a, &wish));
    coarsen(d, what->coarse);
    test_need(pm_warps_check(d));
    const uint64_t units = pm_graded_units(d), count = (uint64_t)what->units;
    const uint64_t first = units > count ? 1 : 0;
    sums = malloc(count * sizeof *sums);
    memset(sums, 0xff, count * sizeof *sums);
    run(sums, &launches, d, first, count, what->most);
    for (uint64_t k = 0; k < count; k++) {
        pm_graded_sums(&wanted, d, first + k);
        for (int g = 0; g < PM_GRADES; g++)
            blocks[g] += wanted.blocks[g];
        *whole += wanted.whole;
        differs = differs != NULL ? differs : difference(&sums[k], &wanted);
    }
    CHECK(t, differs == NULL,
          "%s, epsilon %g, root %d: the CPU's sums (%d %d of %d rows, %lld %lld %lld of %lld "
          "blocks, %lld whole nodes so far)%s%s",
          what->name, what->epsilon, d->root, ONES, ZEROS, N, blocks[PM_GRADE_SINGLE],
          blocks[PM_GRADE_PLAIN], blocks[PM_GRADE_FINE],
          (long long)count << (d->root - PM_GRADED_LEAF), *whole, differs != NULL ? ": " : "",
          differs != NULL ? differs : "");
    CHECK(t,
          launches.over == 0 && launches.count == (launches.groups + what->most - 1) / what->most,
          "%u groups in %u launches, of %u at most", launches.groups, launches.count, what->most);
    free(sums);
    pm_graded_free(d);
    pm_matrix_free(a);
}

/* If every block is a plain one, the groups of a launch take less than a second at 8e12 steps a
 * second.  They still keep the 2112 warps of a device with 132 multiprocessors busy. */
static void check_most(struct test *t)
{
    for (int n = 24; n <= PM_GRADED_ROWS; n += 8) {
        const struct pm_graded d = {.n = n};
        const double plain = 1.25, tests = 0.15, vectors = 32 * 8192;
        const double seconds = pm_warps_most(&d) * vectors * n * (plain + tests) / 8e12;
        CHECK(t, seconds < 1 && pm_warps_most(&d) > 20 * 2112,
              "order %d: launches of %u groups, "
              "%.2g s",
              n, pm_warps_most(&d), seconds);
    }
}

static void check_shared(struct test *t)
{
    const size_t laid_out = N * sizeof(struct row) + WARPS * sizeof(struct nodes);

    CHECK(t, laid_out == pm_warps_shared(N, WARPS), "%zu bytes of shared memory, %zu foreseen",
          laid_out, pm_warps_shared(N, WARPS));
}

static const struct what whats[] = {
    {"random", 100, false, 1e-3, 13, 3, 0, 1000}, {"random", 100, false, 1e-9, 13, 1, 9, 1},
    {"random", 100, false, 1e-2, 16, 2, 6, 1},    {"random", 100, false, 1e-6, 19, 1, 0, 1},
    {"zeros", 60, false, 1e-3, 16, 1, 8, 1},      {"zeros", 40, false, 1e-4, 19, 2, 0, 3},
    {"all classes", 70, true, 1e-2, 13, 2, 0, 1}, {"all classes", 70, true, 1e-5, 16, 1, 12, 2},
    {"zeros", 40, false, 1e-9, 13, 1, 0, 1},      {"all classes", 70, true, 1e-9, 13, 1, 0, 1},
};

int main(void)
{
    struct test t = {0, 0};
    long long whole = 0;

    for (size_t k = 0; k < sizeof whats / sizeof *whats; k++)
        try_walk(&t, &whats[k], &whole);
    CHECK(&t, whole > 0, "%lld nodes are computed whole", whole);
    check_most(&t);
    check_shared(&t);
    return test_done(&t);
}
