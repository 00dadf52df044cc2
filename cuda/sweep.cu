// SPDX-License-Identifier: GPL-3.0-or-later
// The passes of a sweep over tiles: see src/engine/sweep/gpu/tile.h.
//
// A block of threads has a tile in shared memory.  In a round, a thread has 32 numbers in registers
// and adds them to each other; which ones, is known at compile time for each code of an action.
// Memory is the limit: copies into shared memory are asynchronous, sixteen bytes at a time.
//
// Constants: THREADS of a block, BLOCKS on a multiprocessor; WEIGHTED: 0 if all weights are 1.  The more
// additions there are in the program, the longer it takes to compile, so it has no weights that are not
// needed, and with weights each pair of slots in one order only.
#include "quads.h"
#include "engine/sweep/gpu/tile.h"

enum {
    T = THREADS,
    OWN = 1 << PM_TILE_OWN,
    TURNS = 1 << PM_TILE_TURNS,
    LANE_BITS = PM_TILE_BITS - 2 - PM_TILE_TURNS, // of a thread's number
};

#ifdef __CUDACC__
extern __shared__ quad rows[];

// Returns x, but hides this from the compiler, so that values computed from it are not kept in
// registers.
static __device__ __forceinline__ unsigned again(unsigned x)
{
    asm volatile("" : "+r"(x));
    return x;
}
#else
#define rows ((quad *)SHARED)

static inline unsigned again(unsigned x)
{
    return x;
}
#endif

static __device__ __forceinline__ const void *at(const struct pm_tile_table *t, unsigned distance)
{
    return (const char *)t + distance;
}

static __device__ __forceinline__ unsigned *shared_at(unsigned address)
{
    return (unsigned *)((char *)rows + address);
}

// The exclusive or of the addresses of the bits of x.
template <int BITS>
static __device__ __forceinline__ unsigned combine(const unsigned *address, unsigned x)
{
    unsigned sum = 0;

#pragma unroll
    for (int k = 0; k < BITS; k++)
        sum ^= x >> k & 1 ? address[k] : 0;
    return sum;
}

// x - p if that is not negative, else x.
static __device__ __forceinline__ unsigned reduced(unsigned x, unsigned p)
{
#if defined __CUDACC__ && __CUDA_ARCH__ >= 900
    return __viaddmin_u32(x, 0 - p, x); // one instruction
#elif defined __CUDACC__
    return min(x - p, x);
#else
    return x - p < x ? x - p : x;
#endif
}

static __device__ __forceinline__ unsigned plus(unsigned x, unsigned y, unsigned p)
{
    return reduced(x + y, p);
}

// A weight, and floor(2^32 weight / p).
struct factor {
    unsigned weight, shoup;
};

static __device__ __forceinline__ unsigned times(unsigned x, factor f, unsigned p)
{
    const unsigned q = __umulhi(x, f.shoup);

    return reduced(x * f.weight - q * p, p);
}

// The steps of a pass.
struct steps {
    struct {
        unsigned word, turn, mask, none;
    } what[PM_TILE_STEPS + 1];
    factor weight[PM_TILE_STEPS][PM_TILE_OWN];
};

// Copies the steps, with their weights, to shared memory.
static __device__ __forceinline__ void list_steps(steps *list, const struct pm_tile_job *job,
                                                  const struct pm_tile_pass *pass)
{
    const struct pm_tile_step *const step =
        (const struct pm_tile_step *)at(job->table, job->table->step) + pass->step;

    for (unsigned k = threadIdx.x; k < pass->steps; k += T) {
        const struct pm_tile_step *const s = &step[k];
        const bool clear = (s->word & PM_TILE_CODE) == PM_TILE_CLEAR;
        for (unsigned j = 0; WEIGHTED && j < s->count; j++) {
            const unsigned *const w = job->weight + 2 * s->weight[j];
            list->weight[k][j] = clear ? factor{0, 0} : factor{w[0], w[1]};
        }
        list->what[k] = {s->word, s->turn, s->mask, 0};
    }
}

// ---------------------------------------------------------------------- steps

// The bit of slot k in register s of a round that is not turned.
static __device__ constexpr int bit_of(int s, int k)
{
    return k < PM_TILE_OWN ? s >> k & 1 : (s ^ s >> 1 ^ s >> 2 ^ s >> 3 ^ s >> 4) & 1;
}

static __device__ constexpr int flip(int k)
{
    return k < PM_TILE_OWN ? 1 << k : 0;
}

// Slots A and B (-1: none); their bits in `from` are FA and FB.
template <int A, int FA, int B, int FB, bool PLAIN>
static __device__ __forceinline__ void add(unsigned (&x)[OWN], factor f, unsigned p)
{
#pragma unroll
    for (int s = 0; s < OWN; s++)
        if (bit_of(s, A) == FA && (B < 0 || bit_of(s, B) == FB)) {
            unsigned &to = x[s ^ flip(A) ^ (B < 0 ? 0 : flip(B))];
            to = plus(to, PLAIN ? x[s] : times(x[s], f, p), p);
        }
}

template <int A, int FA, int B>
static __device__ __forceinline__ void add_other(unsigned (&x)[OWN], unsigned word,
                                                 const factor *&f, unsigned p)
{
    if ((WEIGHTED ? B <= A : B == A) || (word >> (PM_TILE_FIRST + 2 * B) & 3) == 0)
        return;
    const factor now = WEIGHTED ? *f++ : factor{1, 0};
    if (word >> (PM_TILE_FIRST + 2 * B) & 1)
        add<A, FA, B, 0, !WEIGHTED>(x, now, p);
    else
        add<A, FA, B, 1, !WEIGHTED>(x, now, p);
}

template <int A, int FA>
static __device__ __forceinline__ void add_others(unsigned (&x)[OWN], unsigned word,
                                                  const factor *f, unsigned p)
{
    add_other<A, FA, 0>(x, word, f, p);
    add_other<A, FA, 1>(x, word, f, p);
    add_other<A, FA, 2>(x, word, f, p);
    add_other<A, FA, 3>(x, word, f, p);
    add_other<A, FA, 4>(x, word, f, p);
    add_other<A, FA, 5>(x, word, f, p);
}

#define EITHER(call, a)                                                                            \
    case 2 * a:                                                                                    \
        call(a, 0);                                                                                \
        break;                                                                                     \
    case 2 * a + 1:                                                                                \
        call(a, 1);                                                                                \
        break
#define EACH(call)                                                                                 \
    EITHER(call, 0);                                                                               \
    EITHER(call, 1);                                                                               \
    EITHER(call, 2);                                                                               \
    EITHER(call, 3);                                                                               \
    EITHER(call, 4)

static __device__ __forceinline__ void add_star(unsigned (&x)[OWN], unsigned word, const factor *f,
                                                unsigned p)
{
#define STAR(a, from) add_others<a, from>(x, word, f, p)
    switch (word & PM_TILE_CODE) {
        EACH(STAR);
        EITHER(STAR, 5);
    }
#undef STAR
}

static __device__ __forceinline__ void add_alone(unsigned (&x)[OWN], unsigned which, unsigned p)
{
#define ALONE(a, from) add<a, from, -1, 0, true>(x, factor{1, 0}, p)
    switch (which) {
        EACH(ALONE);
    }
#undef ALONE
}

#undef EACH
#undef EITHER

static __device__ __forceinline__ void act(unsigned (&x)[OWN], unsigned word, unsigned mask,
                                           const factor *f, unsigned p)
{
    const unsigned code = word & PM_TILE_CODE;

    if (code < PM_TILE_ALONE) {
        add_star(x, word, f, p);
    } else if (code == PM_TILE_ALONE) {
        add_alone(x, word >> PM_TILE_FIRST & PM_TILE_CODE, p);
    } else if (WEIGHTED || code == PM_TILE_CLEAR) {
        const unsigned those = word & PM_TILE_OTHERS ? ~mask : mask;
        const factor now = WEIGHTED ? *f : factor{0, 0};
#pragma unroll
        for (int s = 0; s < OWN; s++)
            if (those >> s & 1)
                x[s] = times(x[s], now, p);
    }
}

// --------------------------------------------------------------------- rounds

// low: how the bits outside the tile change the lowest two bits of the places of its numbers.
static __device__ __forceinline__ void round_of(const struct pm_tile_round *r, const steps *list,
                                                unsigned first, unsigned low, bool odd, unsigned p)
{
    const struct pm_tile_round round = *r;
    const unsigned end = first + round.count;
    unsigned mine = combine<PM_TILE_SHARES - 1>(round.share, threadIdx.x) ^ 4 * low;
    unsigned own[PM_TILE_OWN], x[OWN];

    for (unsigned turn = 0; turn < (1u << PM_TILE_SHARES) / T; turn++) {
        const bool turned = turn ^ (round.implied && odd);

#pragma unroll
        for (int k = 0; k < PM_TILE_OWN; k++)
            own[k] = again(round.own[k]);
#pragma unroll
        for (int s = 0; s < OWN; s++)
            x[s] = *shared_at(mine ^ combine<PM_TILE_OWN>(own, s));
        for (unsigned k = first; k < end; k++) {
            const auto now = list->what[k];
            act(x, now.word ^ (turned ? now.turn : 0), now.mask, list->weight[k], p);
        }
#pragma unroll
        for (int k = 0; k < PM_TILE_OWN; k++)
            own[k] = again(own[k]);
#pragma unroll
        for (int s = 0; s < OWN; s++)
            *shared_at(mine ^ combine<PM_TILE_OWN>(own, s)) = x[s];
        mine ^= round.share[PM_TILE_SHARES - 1];
    }
}

// --------------------------------------------------------------------- memory

// The distance, in numbers, of the row bits that are set in x.
template <int BITS>
static __device__ __forceinline__ unsigned long long distance(const unsigned long long *row,
                                                              unsigned x)
{
    unsigned long long sum = 0;

#pragma unroll
    for (int k = 0; k < BITS; k++)
        sum += x >> k & 1 ? row[k] : 0;
    return sum;
}

static __device__ __forceinline__ void load(const struct pm_tile_pass *pass, const unsigned *vector)
{
    const unsigned tid = threadIdx.x, fresh = pass->begins ? ~0u : pass->fresh;
    const unsigned *const mine =
        vector + distance<LANE_BITS - 2>(pass->in, tid >> 2) + 4 * (tid & 3);
    const unsigned quads = tid ^ combine<LANE_BITS - 2>(pass->spread, tid >> 2);

#pragma unroll
    for (unsigned i = 0; i < TURNS; i++) {
        quad *const to =
            &rows[i * T + (quads ^ combine<PM_TILE_TURNS>(pass->spread + LANE_BITS - 2, i))];
        const unsigned row = i * (T / 4) + tid / 4;
        if (pass->begins || (row & fresh) != 0)
            *to = quad{pass->begins && i * T + tid == 0, 0, 0, 0};
        else
            fetch(to, (const quad *)(mine + distance<PM_TILE_TURNS>(pass->in + LANE_BITS - 2, i)));
    }
}

static __device__ __forceinline__ void store(const struct pm_tile_pass *pass, unsigned *vector,
                                             unsigned low, bool odd)
{
    const unsigned tid = threadIdx.x, turns = (1u << pass->bits) / (4 * T);
    const unsigned address = pass->kept ^ (odd ? pass->turned : 0) ^ 4 * low ^
                             combine<2>(pass->from, low) ^ combine<LANE_BITS>(pass->from + 2, tid);
    const unsigned a = pass->from[0], b = pass->from[1];
    unsigned *const mine = vector + distance<LANE_BITS - 2>(pass->out, tid >> 2) + 4 * (tid & 3);

#pragma unroll 4
    for (unsigned i = 0; i < turns; i++) {
        const unsigned here = address ^ combine<PM_TILE_TURNS>(pass->from + 2 + LANE_BITS, i);
        const quad q = {*shared_at(here), *shared_at(here ^ a), *shared_at(here ^ b),
                        *shared_at(here ^ a ^ b)};
        *(quad *)(mine + distance<PM_TILE_TURNS>(pass->out + LANE_BITS - 2, i)) = q;
    }
}

// -------------------------------------------------------------------- results

static __device__ __forceinline__ void copy(const struct pm_tile_job *job)
{
    const quad *const from =
        (const quad *)job->vector[0] + ((unsigned long long)blockIdx.x << (PM_TILE_BITS - 2));
    quad *const to = (quad *)job->vector[1] + (from - (const quad *)job->vector[0]);

#pragma unroll 4
    for (unsigned k = threadIdx.x; k < 1u << (PM_TILE_BITS - 2); k += T)
        to[k] = from[k];
}

// The exact sum, over the block, of the numbers of all its threads.
static __device__ __forceinline__ void add_up(unsigned long long *out, unsigned long long number)
{
    unsigned long long *const sum = (unsigned long long *)rows;

    sum[threadIdx.x] = number;
    for (unsigned half = T / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            sum[threadIdx.x] += sum[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        atomicAdd(out, sum[0]);
}

static __device__ __forceinline__ void dot(unsigned long long *out, const struct pm_tile_job *job)
{
    const struct pm_tile_dot *const d = &job->table->dot;
    const unsigned long long all = 1ull << (d->pairs - 1);
    const unsigned long long step = all >> d->log,
                             own = (unsigned long long)blockIdx.x * T + threadIdx.x;
    unsigned long long sum = 0;

    for (unsigned long long k = own; own < step && k < all; k += step) {
        const unsigned long long setting = k | (unsigned long long)((__popcll(k) ^ d->odd) & 1)
                                                   << (d->pairs - 1);
        unsigned long long x = d->base[0], y = d->base[1];
        for (unsigned j = 0; j < d->pairs; j++)
            if (setting >> j & 1) {
                x ^= d->flip[0][j];
                y ^= d->flip[1][j];
            }
        sum += (unsigned long long)job->vector[0][x] * job->vector[1][y] % job->p;
    }
    add_up(out, sum);
}

// out: the result of the last launch.  `number` is the number of the launch.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    walk(unsigned long long *out, const struct pm_tile_job *job, unsigned long long number)
{
    __shared__ __align__(16) steps list;
    const struct pm_tile_table *const table = job->table;
    const struct pm_tile_pass *const pass =
        (const struct pm_tile_pass *)at(table, table->pass) + number;
    const struct pm_tile_round *const round =
        (const struct pm_tile_round *)at(table, table->round) + pass->first;
    const unsigned long long tile = deposit(blockIdx.x, pass->outside);
    unsigned *const vector = job->vector[0] + tile;
    const unsigned low = (__popcll(tile & pass->low[0]) & 1) | (__popcll(tile & pass->low[1]) & 1)
                                                                   << 1;
    const bool odd = (__popcll(blockIdx.x) ^ pass->odd) & 1;
    const unsigned p = job->p, rounds = pass->count;
    unsigned first = 0;

    if (pass->kind == PM_TILE_DOT) {
        dot(out, job);
    } else if (pass->kind == PM_TILE_COPY) {
        copy(job);
    } else if (pass->kind == PM_TILE_END) {
        if (threadIdx.x == 0)
            *out = vector[pass->answer];
    } else {
        if (pass->begins && threadIdx.x == 0)
            *out = 0;
        load(pass, vector);
        list_steps(&list, job, pass);
        fetched();
        __syncthreads();
        for (unsigned k = 0; k < rounds; k++) {
            round_of(&round[k], &list, first, low, odd, p);
            first += round[k].count;
            __syncthreads();
        }
        store(pass, vector, low, odd ^ pass->drops_odd);
    }
}
