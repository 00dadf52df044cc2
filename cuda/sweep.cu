// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a sweep: see src/engine/sweep/launches.h.
//
// Pass: a block of threads has one tile and one group of its settings in shared memory; or, of each
// row, as many numbers as fit.  Actions never mix different numbers of rows.  So the threads that
// share the pairs of an action wait only for each other.  Exchange: a block of threads reads a tile
// into shared memory and writes it back in another order.  Memory is the limit: copies into shared
// memory are asynchronous, sixteen bytes at a time.
//
// Constant: THREADS of a block.
#include "quads.h"
#include "engine/sweep/launches.h"

enum {
    T = THREADS,
    APART = PM_LAUNCH_APART,
    BATCH = 8, // pairs that are under way together
};

#ifdef __CUDACC__
extern __shared__ quad rows[];
#else // the emulator has no memory whose size is given at a launch
static quad rows[PM_LAUNCH_ROOM / 4];
#endif

static __device__ __forceinline__ const void *at(const struct pm_launch_table *t, unsigned distance)
{
    return (const char *)t + distance;
}

static __device__ __forceinline__ const struct pm_launch_frame *
frame_at(const struct pm_launch_job *job, unsigned distance)
{
    return (const struct pm_launch_frame *)at(job->table, distance);
}

// Where block h begins: the distance in numbers.
static __device__ __forceinline__ unsigned long long block_at(const struct pm_launch_table *t,
                                                              const struct pm_launch_frame *f,
                                                              unsigned long long h)
{
    const unsigned *const top = (const unsigned *)at(t, f->top);
    const unsigned *const rest = (const unsigned *)at(t, f->rest);
    const unsigned long long above = h >> f->split, below = h & ((1ull << f->split) - 1);
    const unsigned long long pads =
        top[above] +
        (unsigned long long)rest[((unsigned long long)__popcll(above) << f->split) + below];

    return PM_LAUNCH_PAD * pads;
}

static __device__ __forceinline__ unsigned plus(unsigned x, unsigned y, unsigned p)
{
    const unsigned sum = x + y, less = sum - p;

    return less < sum ? less : sum;
}

static __device__ __forceinline__ unsigned times(unsigned x, const unsigned *w, unsigned p)
{
    const unsigned q = (unsigned)((unsigned long long)x * w[1] >> 32), y = x * w[0] - q * p,
                   less = y - p;

    return less < y ? less : y;
}

// --------------------------------------------------------------------- passes

// A thread's part of a pass: number[s * numbers] is its number of row s; of the pairs of an action
// it takes every parts-th batch.
struct share {
    unsigned *number;
    unsigned numbers, part, parts, p;
};

static __device__ __forceinline__ void add_pairs(const struct share *t, const unsigned *pair,
                                                 unsigned count, const unsigned *w)
{
    const int one = w[0] == 1;
    unsigned k = t->part * BATCH;

    for (; k + BATCH <= count; k += t->parts * BATCH) {
        unsigned x[BATCH], y[BATCH], *to[BATCH];
#pragma unroll
        for (int b = 0; b < BATCH; b++) {
            const unsigned here = pair[k + b];
            to[b] = &t->number[(here >> 16) * t->numbers];
            x[b] = t->number[(here & 0xffff) * t->numbers];
            y[b] = *to[b];
        }
#pragma unroll
        for (int b = 0; b < BATCH; b++)
            *to[b] = plus(y[b], one ? x[b] : times(x[b], w, t->p), t->p);
    }
    for (; k < count; k++) { // the last batch, which is not whole
        unsigned *const to = &t->number[(pair[k] >> 16) * t->numbers];
        const unsigned x = t->number[(pair[k] & 0xffff) * t->numbers];
        *to = plus(*to, one ? x : times(x, w, t->p), t->p);
    }
}

static __device__ __forceinline__ void act(const struct share *t, const struct pm_launch_action *a,
                                           const unsigned *pair, const unsigned *w)
{
    if (a->act == PM_LAUNCH_ADD) {
        add_pairs(t, pair, a->count, w);
        return;
    }
    for (unsigned k = t->part; k < a->count; k += t->parts) {
        unsigned *const to = &t->number[(pair[k] >> 16) * t->numbers];
        *to = a->act == PM_LAUNCH_CLEAR ? 0 : times(*to, w, t->p);
    }
}

static __device__ __forceinline__ void pass(const struct pm_launch_job *job,
                                            const struct pm_launch_step *step,
                                            unsigned long long *place)
{
    const struct pm_launch_table *const table = job->table;
    const struct pm_launch_frame *const f = frame_at(job, step->frame);
    const struct pm_launch_pass *const pass = (const struct pm_launch_pass *)at(table, step->data);
    const struct pm_launch_action *const action =
        (const struct pm_launch_action *)at(table, table->action);
    const unsigned *const pair = (const unsigned *)at(table, table->pair);
    const unsigned long long others = deposit(blockIdx.x, step->outside);
    const unsigned numbers = pass->numbers, quads = numbers / 4;
    const int group = blockIdx.y % pass->groups, first = pass->start[group];
    const unsigned begin = blockIdx.y / pass->groups * numbers;
    const unsigned settings = pass->start[group + 1] - first;
    const unsigned all = f->room[__popcll(others) + pass->ones[group]];
    const unsigned room = all < begin ? 0 : (all - begin < numbers ? all - begin : numbers) / 4;
    unsigned *const vector = job->vector[step->vector];

    if (room == 0)
        return;
    for (unsigned s = threadIdx.x; s < settings; s += T)
        place[s] = block_at(table, f, others | pass->where[first + s]) + begin;
    __syncthreads();
    for (unsigned k = threadIdx.x; k < settings * quads; k += T)
        if (k % quads < room)
            fetch(&rows[k], (const quad *)(vector + place[k / quads]) + k % quads);
    fetched();
    __syncthreads();
    const struct share share = {(unsigned *)rows + threadIdx.x % numbers, numbers,
                                threadIdx.x / numbers, T / numbers, job->p};
    for (unsigned k = 0; k < pass->count; k++) {
        const struct pm_launch_action *const a = &action[pass->first[group] + k];
        const unsigned *const w = job->weight + 2 * a->weight;
        if (a->act == PM_LAUNCH_SCALE && w[0] == 1)
            continue;
        act(&share, a, pair + a->first, w);
        __syncthreads();
    }
    for (unsigned k = threadIdx.x; k < settings * quads; k += T)
        if (k % quads < room)
            ((quad *)(vector + place[k / quads]))[k % quads] = rows[k];
}

// -------------------------------------------------------------------- changes

static __device__ __forceinline__ void exchange(const struct pm_launch_job *job,
                                                const struct pm_launch_step *step,
                                                unsigned long long *place, unsigned short *rank)
{
    const struct pm_launch_table *const table = job->table;
    const struct pm_launch_frame *const f = frame_at(job, step->frame);
    const struct pm_launch_exchange *const e =
        (const struct pm_launch_exchange *)at(table, step->data);
    const unsigned long long others = deposit(blockIdx.x, step->outside);
    const int ones = __popcll(others), blocks = 1 << e->bits;
    unsigned *const vector = job->vector[step->vector];
    const unsigned *const number = (const unsigned *)rows;

    for (int b = threadIdx.x; b < blocks; b += T)
        place[b] = block_at(table, f, others | e->high[b]);
    for (int l = threadIdx.x; l < 1 << f->low; l += T)
        rank[l] = f->rank[l];
    __syncthreads();
    for (unsigned k = threadIdx.x; k < (unsigned)blocks * (PM_LAUNCH_ROW / 4); k += T) {
        const unsigned b = k / (PM_LAUNCH_ROW / 4), i = k % (PM_LAUNCH_ROW / 4);
        if (i < f->room[ones + __popcll((unsigned long long)b)] / 4u)
            fetch(&rows[b * (APART / 4) + i], (const quad *)(vector + place[b]) + i);
    }
    fetched();
    __syncthreads();
    const unsigned i = threadIdx.x % PM_LAUNCH_ROW;
#pragma unroll 4
    for (int b = threadIdx.x / PM_LAUNCH_ROW; b < blocks; b += T / PM_LAUNCH_ROW) {
        const int pop = ones + __popcll((unsigned long long)b);
        if (i < f->count[pop]) {
            const unsigned old = e->of_low[f->first[pop] + i] | e->of_high[b];
            vector[place[b] + i] = number[(old >> 16) * APART + rank[old & 0xffff]];
        }
    }
}

// A warp moves some blocks; a lane moves four numbers of each.
static __device__ __forceinline__ void move_blocks(const struct pm_launch_job *job,
                                                   const struct pm_launch_step *step)
{
    enum { TURNS = PM_LAUNCH_TURNS };
    const struct pm_launch_table *const table = job->table;
    const struct pm_launch_frame *const f = frame_at(job, step->frame);
    const struct pm_launch_frame *const g = frame_at(job, step->after);
    const struct pm_launch_blocks *const m = (const struct pm_launch_blocks *)at(table, step->data);
    const unsigned long long low = (1ull << m->place) - 1, blocks = 1ull << g->high;
    const unsigned long long first = ((unsigned long long)blockIdx.x * (T / 32) + threadIdx.x / 32) * TURNS;
    const unsigned i = threadIdx.x % 32;
    quad number[TURNS];

#pragma unroll
    for (int k = 0; k < TURNS; k++) {
        const unsigned long long h = first + k;
        const int empty = m->rises && (h >> m->place) != m->value;
        const unsigned long long old =
            m->rises ? h & low : (h & ~low) << 1 | m->value << m->place | (h & low);
        number[k] = quad{0, 0, 0, 0};
        if (h < blocks && !empty && i < g->room[__popcll(h)] / 4u)
            number[k] = ((const quad *)(job->vector[step->vector] + block_at(table, f, old)))[i];
    }
#pragma unroll
    for (int k = 0; k < TURNS; k++) {
        const unsigned long long h = first + k;
        if (h < blocks && i < g->room[__popcll(h)] / 4u)
            ((quad *)(job->vector[!step->vector] + block_at(table, g, h)))[i] = number[k];
    }
}

static __device__ __forceinline__ void remake(const struct pm_launch_job *job,
                                              const struct pm_launch_step *step)
{
    const struct pm_launch_table *const table = job->table;
    const struct pm_launch_frame *const f = frame_at(job, step->frame);
    const struct pm_launch_frame *const g = frame_at(job, step->after);
    const struct pm_launch_remake *const r = (const struct pm_launch_remake *)at(table, step->data);
    const unsigned long long h = blockIdx.x;
    const int ones = __popcll(h);
    const unsigned i = threadIdx.x;
    unsigned number = 0;

    if (i >= g->room[ones])
        return;
    if (i < g->count[ones]) {
        const unsigned long long s = h << g->low | g->list[g->first[ones] + i];
        unsigned long long old = r->kept;
        for (int k = 0; s >> k != 0; k++)
            if (s >> k & 1 && r->from[k] >= 0)
                old |= 1ull << r->from[k];
        if ((s & r->fresh) == r->value)
            number = job->vector[step->vector][block_at(table, f, old >> f->low) +
                                               f->rank[old & ((1u << f->low) - 1)]];
    }
    job->vector[!step->vector][block_at(table, g, h) + i] = number;
}

// out: the result of the last step.  `number` is the number of the step.
extern "C" __global__ void __launch_bounds__(THREADS)
    walk(unsigned long long *out, const struct pm_launch_job *job, unsigned long long number)
{
    __shared__ unsigned long long place[PM_LAUNCH_TILE];
    __shared__ unsigned short rank[1 << PM_LAUNCH_LOW];
    const struct pm_launch_step *const step =
        (const struct pm_launch_step *)at(job->table, job->table->step) + number;

    if (step->kind == PM_LAUNCH_PASS)
        pass(job, step, place);
    else if (step->kind == PM_LAUNCH_EXCHANGE)
        exchange(job, step, place, rank);
    else if (step->kind == PM_LAUNCH_BLOCKS)
        move_blocks(job, step);
    else if (step->kind == PM_LAUNCH_REMAKE)
        remake(job, step);
    else if (step->kind == PM_LAUNCH_BEGIN && threadIdx.x < PM_LAUNCH_PAD)
        job->vector[step->vector][threadIdx.x] = threadIdx.x == 0;
    else if (step->kind == PM_LAUNCH_END && threadIdx.x == 0)
        *out = job->vector[step->vector][0];
}
