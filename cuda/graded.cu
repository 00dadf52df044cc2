// SPDX-License-Identifier: GPL-3.0-or-later
// The graded walk (src/engine/graded).  graded_nodes.h there defines every operation, and warps.h
// the data.
//
// A warp takes a group of nodes and searches depth first.  Nodes that pass a test wait as 16-bit
// codes, the lane of their ancestor in the group and the patterns below it, in a queue for each
// level and grade.  As soon as 32 wait, the deepest queue first, the warp takes them, one node in
// each lane.  So lanes are idle only at the end of a group.  Row sums are not kept: they are those
// of the ancestor plus up to three tables, of which each lane reads its own pattern.  But row sums
// in single precision of the nodes that were tested last stay in shared memory; blocks below them
// need only one table.  All lanes read the tables of children and of unrolled columns at the same
// address, and only half of them, since opposite signs have opposite sums.  Integers are added up
// in each lane, then in the warp, then atomically for a unit.
//
// Each warp is at another place of the program, and a scheduler has four warps.  So the loops of
// all must fit into its instruction cache: one function tests nodes of every depth, blocks in
// single precision have one loop, and four rows are unrolled.  (With a separate copy for each case,
// warps waited for instructions 28 % of their time; now 2 %.)
//
// Constants: N rows, ONES and ZEROS as in struct pm_dense_strands, LEVELS, TOP columns that number the
// units, WARPS of a block, BLOCKS on a multiprocessor.  tests/gpu_host.h runs it without a GPU; its
// lanes take turns.
#include "engine/graded/warps.h"
#include "num/ball.h"

#ifndef DEVICE
#define DEVICE         static __device__ __forceinline__
#define KERNEL(bounds) extern "C" __global__ void __launch_bounds__ bounds
#define ALIGNED        __align__(16)
#endif

#define ALL 0xffffffffu

enum {
    FAN = 8,
    LOW = 8,
    HALF = 4,
    ENOUGH = 20, // blocks that run in single precision before their parents are forgotten
    DEPTH = PM_STAGE,
    RUN = PM_GRADED_RUN,
    INNER = 0, // queues: of nodes 1 and 2 levels below the group; of survivors of the last level,
    LAST,      // by their grade
    SURVIVORS,
    SINGLE = SURVIVORS,
    PLAIN,
    FINE,
    WHOLE, // nodes below which all blocks are plain
    QUEUES,
};

// Adding and subtracting this rounds numbers below 2^51 to integers.
#define INTEGER 0x1.8p52

// In shared memory, N for each block: a row of the matrix, so that one stride is enough for all
// tables.
struct ALIGNED row {
    double table[DEPTH][FAN], low[HALF], pivot, zero;
    float near[DEPTH][HALF], leaf[FAN], single_low[HALF], gap[DEPTH], single_pivot;
};

enum { STRIDE = sizeof(struct row) / sizeof(double), SINGLE_STRIDE = 2 * STRIDE };

// One for each warp.
struct ALIGNED nodes {
    float x[N][PM_WARP]; // row sums of one node a lane
    unsigned short wait[QUEUES][PM_WAITING];
};

// The data of one warp, as seen by a lane.
struct warp {
    const struct pm_warp_walk *w;
    const struct row *row; // [N]
    struct nodes *nodes;
    double *y, *rest; // [N][PM_WARP] row sums of the group's nodes; what was rounded off them
    unsigned lane;
    unsigned unit, count, path; // of the group; of this lane's node
    unsigned parity;            // bit k: the sign of node k
    int rests;                  // whether `rest` is filled
    int from;                   // level of the group's nodes
    unsigned last, last_parity; // code of this lane's node in `x`; bit k: the sign of node k there
    unsigned old;               // blocks of the queue SINGLE whose parents are not in `x`
    unsigned waiting[QUEUES], tested[DEPTH], blocks[PM_GRADES]; // of the warp
    unsigned whole;                                             // nodes
    int skipped[DEPTH], single_bound, plain_bound, whole_bound; // of the lane
    long long fine_bound, single, plain[2];
};

DEVICE long long rounded(double x)
{
    return __double_as_longlong(x + INTEGER) - __double_as_longlong(INTEGER);
}

// *sum += the sum of x over all lanes.
DEVICE void add(const struct warp *k, long long *sum, long long x)
{
    for (int distance = 1; distance < PM_WARP; distance *= 2)
        x += __shfl_xor_sync(ALL, x, distance);
    if (k->lane == 0 && x != 0)
        atomicAdd((unsigned long long *)sum, (unsigned long long)x);
}

#include "graded_tests.h"

#include "graded_blocks.h"

// ------------------------------------------------------------------ groups

// Computes row sums of the group's nodes, all exact.
DEVICE void group_open(struct warp *k, const struct pm_warp_group *group, int from)
{
    const struct pm_warp_walk *const w = k->w;

    k->unit = group->unit;
    k->count = group->count;
    k->path = k->lane < k->count ? group->path[k->lane] : 0;
    k->from = from;
    k->rests = 0;
    k->old = 0;
    k->single_bound = k->plain_bound = k->whole_bound = 0;
    k->whole = 0;
    k->fine_bound = k->single = k->plain[0] = k->plain[1] = 0;
    for (int d = 0; d < DEPTH; d++)
        k->tested[d] = 0, k->skipped[d] = 0;
    for (int grade = 0; grade < PM_GRADES; grade++)
        k->blocks[grade] = 0;
    for (int queue = 0; queue < QUEUES; queue++)
        k->waiting[queue] = 0;
    const unsigned odd = (unsigned)__popcll(w->first + k->unit) + (unsigned)__popc(k->path);
    k->parity = __ballot_sync(ALL, odd & 1);
#pragma unroll 4
    for (int i = 0; i < N; i++) {
        double y = w->root[k->unit * (unsigned)N + i];
        unsigned path = k->path;
        for (int l = from; l < LEVELS; l++, path /= FAN)
            y += w->level_table[(l * N + i) * FAN + path % FAN];
        k->y[i * PM_WARP + k->lane] = y;
    }
    __syncwarp(ALL);
}

DEVICE void group_close(struct warp *k, const int depth)
{
    struct pm_graded_sums *const sums = &k->w->sums[k->unit];

#pragma unroll 3
    for (int d = 0; d < depth; d++) {
        add(k, &sums->tested[k->from - 1 - d], k->lane == 0 ? k->tested[d] : 0);
        add(k, &sums->skipped[k->from - 1 - d], k->skipped[d]);
    }
    if (k->from != depth)
        return;
    for (int grade = PM_GRADE_SINGLE; grade < PM_GRADES; grade++)
        add(k, &sums->blocks[grade], k->lane == 0 ? k->blocks[grade] : 0);
    add(k, &sums->bound[PM_GRADE_SINGLE], k->single_bound);
    add(k, &sums->bound[PM_GRADE_PLAIN], k->plain_bound);
    add(k, &sums->bound[PM_GRADE_FINE], k->fine_bound);
    add(k, &sums->whole, k->lane == 0 ? k->whole : 0);
    add(k, &sums->whole_bound, k->whole_bound);
    add(k, &sums->single, k->single);
    add(k, &sums->plain[0], k->plain[0]);
    add(k, &sums->plain[1], k->plain[1]);
    __syncwarp(ALL);
}

// Puts up to 32 waiting nodes into a group of the next stage.
DEVICE void run_survivors(struct warp *k, int stage, const int depth)
{
    unsigned count, place = 0;
    const unsigned code = pop(k, SURVIVORS, 0, &count);
    const unsigned ancestor = __shfl_sync(ALL, k->path, (int)(code >> 3 * depth));

    if (k->lane == 0)
        place = atomicAdd(&k->w->counters->groups[stage + 1], 1u);
    place = __shfl_sync(ALL, place, 0);
    struct pm_warp_group *const group = &k->w->group[stage + 1][place];
    group->path[k->lane] = ancestor << 3 * depth | (code & ((1u << 3 * depth) - 1));
    if (k->lane == 0) {
        group->unit = k->unit;
        group->count = count;
    }
}

// Decides what to do next: full warps, the deepest first; then partly filled ones, from the top
// down.  False: the blocks of a group are done.
DEVICE int run_blocks(struct warp *k, int rest)
{
    const unsigned *const n = k->waiting;
    const unsigned least = rest ? 1 : PM_WARP;

    if (n[SINGLE] - k->old >= ENOUGH || n[SINGLE] >= least) {
        if (n[SINGLE] - k->old < ENOUGH && k->old > 0)
            recall(k);
        run_single(k);
    } else if (n[PLAIN] >= least || n[WHOLE] >= least) {
        run_plain(k, least);
    } else if (n[FINE] >= least) {
        run_fine(k);
    } else {
        return 0;
    }
    return 1;
}

// Processes everything below a group, `depth` levels of it.  The deepest nodes that fill a warp
// come first.
DEVICE void group_run(struct warp *k, int stage, const int depth, const int blocks)
{
    const unsigned *const n = k->waiting;
    int open = 1;

    for (;;) {
        const int nodes = open || n[INNER] > 0 || n[LAST] > 0;
        if (blocks && run_blocks(k, !nodes))
            continue;
        if (!blocks && n[SURVIVORS] >= (nodes ? PM_WARP : 1)) {
            run_survivors(k, stage, depth);
            continue;
        }
        if (!nodes)
            break;
        const int at = n[LAST] >= PM_WARP || (!open && n[INNER] == 0) ? 2
                       : n[INNER] >= PM_WARP || !open                 ? 1
                                                                      : 0;
        open = open && at > 0;
        test(k, at, at == depth - 1, blocks);
    }
}

// ------------------------------------------------------------------ kernels

// Loads the tables of a stage.
DEVICE void tables_load(struct row *row, const struct pm_warp_walk *w, int from, int depth)
{
    for (int k = threadIdx.x; k < N * FAN; k += blockDim.x) {
        const int i = k / FAN, s = k % FAN;
        struct row *const r = &row[i];
        for (int d = 0; d < depth; d++) {
            const int level = from - 1 - d;
            r->table[d][s] = w->level_table[level * N * FAN + k];
            if (s < HALF)
                r->near[d][s] = w->level_near[level * N * FAN + k];
            r->gap[d] = w->level_gap[level * N + i];
        }
        r->leaf[s] = w->level_near[k];
        if (s < HALF) {
            r->low[s] = w->low[k];
            r->single_low[s] = w->single_low[k];
        }
        r->pivot = w->pivot[i];
        r->zero = 0;
        r->single_pivot = w->single_pivot[i];
    }
    __syncthreads();
}

// Every warp takes groups of the stage until none is left, or until the limit is reached.  Each
// warp finds that out once.
DEVICE void stage_run(const struct pm_warp_walk *w, double *shared, int stage, int from,
                      const int depth, const int blocks)
{
    struct row *const row = (struct row *)shared;
    struct nodes *const nodes = (struct nodes *)(row + N);
    const unsigned there = w->counters->groups[stage], warp = threadIdx.x / PM_WARP;
    const unsigned groups = there < w->most ? there : w->most;
    struct warp k;

    tables_load(row, w, from, depth);
    k.w = w;
    k.row = row;
    k.nodes = nodes + warp;
    k.lane = threadIdx.x % PM_WARP;
    k.y = w->y + (unsigned long long)(blockIdx.x * WARPS + warp) * (N * PM_WARP);
    k.rest = w->rest + (k.y - w->y);
    for (;;) {
        unsigned next = 0;
        if (k.lane == 0)
            next = atomicAdd(&w->counters->taken[stage], 1u) - w->failed;
        next = __shfl_sync(ALL, next, 0);
        if (next >= groups)
            break;
        group_open(&k, &w->group[stage][next], from);
        group_run(&k, stage, depth, blocks);
        group_close(&k, depth);
    }
}

#ifndef SHARED
extern __shared__ double2 shared[];
#define SHARED ((double *)shared)
#endif

// From groups of nodes of level `from` to groups of the next stage, 1 to 3 levels below.
KERNEL((WARPS * PM_WARP, BLOCKS)) inner(struct pm_warp_walk w, int stage, int from, int depth)
{
    stage_run(&w, SHARED, stage, from, depth, 0);
}

// From groups of nodes of level 3 to blocks.
KERNEL((WARPS * PM_WARP, BLOCKS)) last(struct pm_warp_walk w, int stage)
{
    stage_run(&w, SHARED, stage, DEPTH, DEPTH, 1);
}

// One block of 64 threads for every unit: its root, its sums, and a group of its own.
KERNEL((64)) roots(struct pm_warp_walk w)
{
    enum { SUMS = sizeof(struct pm_graded_sums) / sizeof(long long) };
    const int i = threadIdx.x;
    const unsigned unit = blockIdx.x;

    if (i < N) {
        double y = w.base[i], rest = w.base_rest[i];
        for (int bit = 0; bit < TOP; bit++)
            if ((w.first + unit) >> bit & 1) {
                y -= w.twice[bit * N + i];
                rest -= w.twice_rest[bit * N + i];
            }
        const double whole = rint(rest / w.grid[i]) * w.grid[i];
        w.root[unit * (unsigned)N + i] = y + whole;
        w.root_rest[unit * (unsigned)N + i] = rest - whole;
    }
    if (i < SUMS)
        ((long long *)&w.sums[unit])[i] = 0;
    if (i > 0)
        return;
    w.group[0][unit].unit = unit;
    w.group[0][unit].count = 1;
    w.group[0][unit].path[0] = 0;
    for (int stage = 0; unit == 0 && stage < PM_STAGES; stage++) {
        w.counters->groups[stage] = stage == 0 ? gridDim.x : 0;
        w.counters->taken[stage] = 0;
    }
}
