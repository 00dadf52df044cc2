// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a sweep: see src/engine/sweep/launches.h.
//
// Pass: a block of threads has one tile and one group of its settings; a thread has one number of
// every block of the group, so that no thread ever needs another one's.  Exchange: a block of
// threads takes a tile into shared memory and writes it back in another order.
#include "engine/sweep/launches.h"

// Constant: THREADS of a block.
enum {
    T = THREADS,
    BATCH = 4, // pairs that are under way together
};

static __device__ __forceinline__ const void *at(const struct pm_launch_table *t, unsigned distance)
{
    return (const char *)t + distance;
}

// Number x of the bits in mask, from the lowest.
static __device__ __forceinline__ unsigned long long deposit(unsigned long long x,
                                                             unsigned long long mask)
{
    unsigned long long y = 0;

    for (; mask != 0; mask &= mask - 1, x >>= 1)
        if (x & 1)
            y |= mask & -mask;
    return y;
}

// Where block h begins.
static __device__ __forceinline__ unsigned long long block_at(const struct pm_launch_frame *f,
                                                              unsigned long long h)
{
    unsigned long long pads = 0;
    int ones = __popcll(h);

    for (int place = 0; h >> place != 0; place++)
        if (h >> place & 1)
            pads += f->below[place][--ones];
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

// The pairs of an action on one thread's numbers, which stand T apart.
static __device__ __forceinline__ void act(unsigned *number, const struct pm_launch_action *a,
                                           const unsigned short *pair, const unsigned *w,
                                           unsigned p)
{
    const int one = w[0] == 1;
    unsigned k = 0;

    if (a->act == PM_LAUNCH_CLEAR) {
        for (; k < a->count; k++)
            number[(pair[k] >> 8) * T] = 0;
        return;
    }
    if (a->act == PM_LAUNCH_SCALE) {
        for (; !one && k < a->count; k++)
            number[(pair[k] >> 8) * T] = times(number[(pair[k] >> 8) * T], w, p);
        return;
    }
    for (; k + BATCH <= a->count; k += BATCH) {
        unsigned x[BATCH], y[BATCH];
#pragma unroll
        for (int b = 0; b < BATCH; b++) {
            x[b] = number[(pair[k + b] & 255) * T];
            y[b] = number[(pair[k + b] >> 8) * T];
        }
#pragma unroll
        for (int b = 0; b < BATCH; b++)
            number[(pair[k + b] >> 8) * T] = plus(y[b], one ? x[b] : times(x[b], w, p), p);
    }
    for (; k < a->count; k++) {
        unsigned *const to = &number[(pair[k] >> 8) * T];
        const unsigned x = number[(pair[k] & 255) * T];
        *to = plus(*to, one ? x : times(x, w, p), p);
    }
}

static __device__ __forceinline__ void pass(const struct pm_launch_job *job,
                                            const struct pm_launch_step *step, unsigned *shared,
                                            unsigned long long *place)
{
    const struct pm_launch_table *const table = job->table;
    const struct pm_launch_frame *const f = (const struct pm_launch_frame *)at(table, step->frame);
    const struct pm_launch_pass *const pass = (const struct pm_launch_pass *)at(table, step->data);
    const struct pm_launch_action *const action =
        (const struct pm_launch_action *)at(table, table->action);
    const unsigned short *const pair = (const unsigned short *)at(table, table->pair);
    const unsigned long long others = deposit(blockIdx.x, step->outside);
    const int group = blockIdx.y % pass->groups, chunk = blockIdx.y / pass->groups;
    const int ones = __popcll(others) + pass->ones[group], first = pass->start[group];
    const int settings = pass->start[group + 1] - first;
    const unsigned i = chunk * T + threadIdx.x, p = job->p;
    unsigned *const vector = job->vector[step->vector], *const number = shared + threadIdx.x;

    if (chunk * T >= f->room[ones])
        return;
    for (int s = threadIdx.x; s < settings; s += T)
        place[s] = block_at(f, others | pass->where[first + s]);
    __syncthreads();
    if (i < f->room[ones]) {
#pragma unroll 8
        for (int s = 0; s < settings; s++)
            number[s * T] = vector[place[s] + i];
        for (unsigned k = 0; k < pass->count; k++) {
            const struct pm_launch_action *const a = &action[pass->first[group] + k];
            act(number, a, pair + a->first, job->weight + 2 * a->weight, p);
        }
#pragma unroll 8
        for (int s = 0; s < settings; s++)
            vector[place[s] + i] = number[s * T];
    }
    __syncthreads();
}

// -------------------------------------------------------------------- changes

static __device__ __forceinline__ void exchange(const struct pm_launch_job *job,
                                                const struct pm_launch_step *step, unsigned *shared,
                                                unsigned long long *place, unsigned *begin)
{
    const struct pm_launch_table *const table = job->table;
    const struct pm_launch_frame *const f = (const struct pm_launch_frame *)at(table, step->frame);
    const struct pm_launch_exchange *const e =
        (const struct pm_launch_exchange *)at(table, step->data);
    const unsigned long long others = deposit(blockIdx.x, step->outside);
    const int ones = __popcll(others), blocks = 1 << e->bits;
    unsigned *const vector = job->vector[step->vector];

    for (int b = threadIdx.x; b < blocks; b += T) {
        unsigned before = 0;
        for (int c = 0; c < b; c++)
            before += f->room[ones + __popcll((unsigned long long)c)];
        begin[b] = before;
        place[b] = block_at(f, others | e->high[b]);
    }
    __syncthreads();
    for (int b = 0; b < blocks; b++) {
        const unsigned room = f->room[ones + __popcll((unsigned long long)b)];
        for (unsigned i = threadIdx.x; i < room; i += T)
            shared[begin[b] + i] = vector[place[b] + i];
    }
    __syncthreads();
    for (int b = 0; b < blocks; b++) {
        const int pop = ones + __popcll((unsigned long long)b);
        const unsigned short *const list = f->list + f->first[pop];
        for (unsigned i = threadIdx.x; i < f->count[pop]; i += T) {
            const unsigned l = list[i], from = e->high_of_low[l] | e->high_of_high[b];
            vector[place[b] + i] =
                shared[begin[from] + f->rank[e->low_of_low[l] | e->low_of_high[b]]];
        }
    }
    __syncthreads();
}

static __device__ __forceinline__ void move_blocks(const struct pm_launch_job *job,
                                                   const struct pm_launch_step *step)
{
    const struct pm_launch_table *const table = job->table;
    const struct pm_launch_frame *const f = (const struct pm_launch_frame *)at(table, step->frame);
    const struct pm_launch_frame *const g = (const struct pm_launch_frame *)at(table, step->after);
    const struct pm_launch_blocks *const m = (const struct pm_launch_blocks *)at(table, step->data);
    const unsigned long long h = blockIdx.x, low = (1ull << m->place) - 1;
    const unsigned room = g->room[__popcll(h)];
    unsigned *const to = job->vector[!step->vector] + (room > 0 ? block_at(g, h) : 0);
    const int empty = m->rises && (h >> m->place) != m->value;
    const unsigned long long old =
        m->rises ? h & low : (h & ~low) << 1 | m->value << m->place | (h & low);
    const unsigned *const from =
        job->vector[step->vector] + (empty || room == 0 ? 0 : block_at(f, old));

    for (unsigned i = threadIdx.x; i < room; i += T)
        to[i] = empty ? 0 : from[i];
}

static __device__ __forceinline__ void remake(const struct pm_launch_job *job,
                                              const struct pm_launch_step *step)
{
    const struct pm_launch_table *const table = job->table;
    const struct pm_launch_frame *const f = (const struct pm_launch_frame *)at(table, step->frame);
    const struct pm_launch_frame *const g = (const struct pm_launch_frame *)at(table, step->after);
    const struct pm_launch_remake *const r = (const struct pm_launch_remake *)at(table, step->data);
    const unsigned long long h = blockIdx.x;
    const int ones = __popcll(h);
    unsigned *const to = job->vector[!step->vector] + (g->room[ones] > 0 ? block_at(g, h) : 0);

    for (unsigned i = threadIdx.x; i < g->room[ones]; i += T) {
        unsigned number = 0;
        if (i < g->count[ones]) {
            const unsigned long long s = h << g->low | g->list[g->first[ones] + i];
            unsigned long long old = r->kept;
            for (int k = 0; s >> k != 0; k++)
                if (s >> k & 1 && r->from[k] >= 0)
                    old |= 1ull << r->from[k];
            if ((s & r->fresh) == r->value)
                number = job->vector[step->vector][block_at(f, old >> f->low) +
                                                   f->rank[old & ((1u << f->low) - 1)]];
        }
        to[i] = number;
    }
}

// out: the result of the last step.  `number` is that of the step.
extern "C" __global__ void __launch_bounds__(THREADS)
    walk(unsigned *out, const struct pm_launch_job *job, unsigned long long number)
{
    __shared__ unsigned shared[PM_LAUNCH_SHARED];
    __shared__ unsigned long long place[PM_LAUNCH_TILE];
    __shared__ unsigned begin[1 << PM_LAUNCH_MOVING];
    const struct pm_launch_step *const step =
        (const struct pm_launch_step *)at(job->table, job->table->step) + number;

    if (step->kind == PM_LAUNCH_PASS)
        pass(job, step, shared, place);
    else if (step->kind == PM_LAUNCH_EXCHANGE)
        exchange(job, step, shared, place, begin);
    else if (step->kind == PM_LAUNCH_BLOCKS)
        move_blocks(job, step);
    else if (step->kind == PM_LAUNCH_REMAKE)
        remake(job, step);
    else if (step->kind == PM_LAUNCH_BEGIN && threadIdx.x < PM_LAUNCH_PAD)
        job->vector[step->vector][threadIdx.x] = threadIdx.x == 0;
    else if (step->kind == PM_LAUNCH_END && threadIdx.x == 0)
        *out = job->vector[step->vector][0];
}
