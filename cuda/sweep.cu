// SPDX-License-Identifier: GPL-3.0-or-later
// The passes of a sweep over tiles: see src/engine/sweep/gpu/tile.h.
//
// A block of threads has a tile in shared memory, and stays on its multiprocessor for all tiles of its
// share of a pass.  In a round, a thread has 32 numbers in registers and adds them to each other; which
// ones, is known at compile time for each code of an action.  Memory is the limit: copies into shared
// memory are asynchronous, sixteen bytes at a time.
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
    QUAD_BITS = PM_TILE_ROW - 2,                  // of the number of a quad in its row
    LANE_BITS = PM_TILE_BITS - 2 - PM_TILE_TURNS, // of a thread's number
    LANE_ROWS = LANE_BITS - QUAD_BITS,            // of them, those of a row
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

// The lowest bit that is set in k.
static __device__ constexpr int bit(int k)
{
    return k & 1 ? 0 : 1 + bit(k >> 1);
}

// A Gray code: gray(k) and gray(k - 1) differ in bit(k).
static __device__ constexpr int gray(int k)
{
    return k ^ k >> 1;
}

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
static_assert(sizeof(steps) == PM_TILE_LIST, "the host knows the shared memory of a block");

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

// What a block knows of its tile: how the bits outside the tile change the lowest two bits of the
// places of its numbers; whether these bits have an odd number of ones.
struct tile {
    unsigned low;
    bool odd;
};

static __device__ __forceinline__ tile tile_at(const struct pm_tile_pass *pass, unsigned number,
                                               unsigned long long place)
{
    const unsigned a = __popcll(place & pass->low[0]), b = __popcll(place & pass->low[1]);

    return tile{(a & 1) | (b & 1) << 1, ((__popc(number) ^ pass->odd) & 1) != 0};
}

static __device__ __forceinline__ void round_of(const struct pm_tile_round *r, const steps *list,
                                                unsigned first, tile t, unsigned p)
{
    const struct pm_tile_round round = *r;
    const unsigned end = first + round.count;
    unsigned mine = combine<PM_TILE_SHARES - 1>(round.share, threadIdx.x) ^ 4 * t.low;

    for (unsigned turn = 0; turn < (1u << PM_TILE_SHARES) / T; turn++) {
        const bool turned = turn ^ (round.implied && t.odd);
        unsigned x[OWN], here = mine;

#pragma unroll
        for (int s = 0; s < OWN; s++) {
            here ^= s > 0 ? round.own[bit(s)] : 0;
            x[gray(s)] = *shared_at(here);
        }
        for (unsigned k = first; k < end; k++) {
            const auto now = list->what[k];
            act(x, now.word ^ (turned ? now.turn : 0), now.mask, list->weight[k], p);
        }
        here = again(mine);
#pragma unroll
        for (int s = 0; s < OWN; s++) {
            here ^= s > 0 ? round.own[bit(s)] : 0;
            *shared_at(here) = x[gray(s)];
        }
        mine ^= round.share[PM_TILE_SHARES - 1];
    }
}

// --------------------------------------------------------------------- memory

// The first number of the thread's rows; x is the number of the thread.
static __device__ __forceinline__ unsigned long long rows_of(const unsigned long long *row,
                                                             unsigned x)
{
    unsigned long long sum = 4 * (x & ((1u << QUAD_BITS) - 1));

#pragma unroll
    for (int k = 0; k < LANE_ROWS; k++)
        sum += x >> (QUAD_BITS + k) & 1 ? row[k] : 0;
    return sum;
}

// From turn k - 1 to turn k.
static __device__ __forceinline__ unsigned long long moved(const unsigned long long *row, int k)
{
    const unsigned long long step = row[LANE_ROWS + bit(k)];

    return gray(k) >> bit(k) & 1 ? step : 0 - step;
}

static __device__ __forceinline__ void load(const struct pm_tile_pass *pass, const unsigned *vector)
{
    const unsigned thread = threadIdx.x, row = thread >> QUAD_BITS;
    const unsigned fresh = pass->begins ? ~0u : pass->fresh;
    unsigned to = thread ^ combine<LANE_ROWS>(pass->spread, row);

    vector += rows_of(pass->in, thread);
#pragma unroll
    for (int i = 0; i < TURNS; i++) {
        if (i > 0) {
            vector += moved(pass->in, i);
            to ^= (unsigned)T << bit(i) ^ pass->spread[LANE_ROWS + bit(i)];
        }
        if (pass->begins || ((gray(i) * (T >> QUAD_BITS) + row) & fresh) != 0)
            rows[to] = quad{pass->begins && thread == 0 && i == 0, 0, 0, 0};
        else
            fetch(&rows[to], (const quad *)vector);
    }
}

static __device__ __forceinline__ void store(const struct pm_tile_pass *pass, unsigned *vector,
                                             tile t)
{
    const unsigned turns = (1u << pass->bits) / (4 * T), *const from = pass->from;
    const unsigned a = from[0], b = from[1];
    unsigned here = pass->kept ^ (t.odd ^ pass->drops_odd ? pass->turned : 0) ^ 4 * t.low ^
                    combine<2>(from, t.low) ^ combine<LANE_BITS>(from + 2, threadIdx.x);

    vector += rows_of(pass->out, threadIdx.x);
#pragma unroll
    for (int i = 0; i < TURNS; i++) {
        if (i > 0) {
            vector += moved(pass->out, i);
            here ^= from[2 + LANE_BITS + bit(i)];
        }
        if (i < turns)
            put((quad *)vector, quad{*shared_at(here), *shared_at(here ^ a), *shared_at(here ^ b),
                                     *shared_at(here ^ a ^ b)});
    }
}

// The next place, in steps of `step`, that has only bits of `outside`.
static __device__ __forceinline__ unsigned long long
next_place(unsigned long long place, unsigned long long step, unsigned long long outside)
{
    return ((place | ~outside) + step) & outside;
}

// The tiles whose numbers are that of the block, and so on in steps of the number of blocks.
static __device__ __forceinline__ void work(const struct pm_tile_job *job,
                                            const struct pm_tile_pass *pass, const steps *list)
{
    const struct pm_tile_round *const round =
        (const struct pm_tile_round *)at(job->table, job->table->round) + pass->first;
    const unsigned long long step = deposit(gridDim.x, pass->outside);
    unsigned long long place = deposit(blockIdx.x, pass->outside);

    for (unsigned number = blockIdx.x; number < pass->blocks; number += gridDim.x) {
        const tile t = tile_at(pass, number, place);
        unsigned first = 0;

        load(pass, job->vector[0] + place);
        fetched();
        __syncthreads();
        for (unsigned k = 0; k < pass->count; k++) {
            round_of(&round[k], list, first, t, job->p);
            first += round[k].count;
            __syncthreads();
        }
        store(pass, job->vector[0] + place, t);
        __syncthreads();
        place = next_place(place, step, pass->outside);
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

// A thread has 2^log settings of the pairs; from one to the next, one pair and the last one change.
static __device__ __forceinline__ void dot(unsigned long long *out, const struct pm_tile_job *job)
{
    const struct pm_tile_dot *const d = &job->table->dot;
    const unsigned last = d->pairs - 1, own = last - d->log, each = 1u << d->log;
    const unsigned long long thread = (unsigned long long)blockIdx.x * T + threadIdx.x;
    const unsigned long long setting =
        thread | (unsigned long long)((__popcll(thread) ^ d->odd) & 1) << last;
    unsigned long long x = d->base[0], y = d->base[1], low = 0, high = 0;

    for (unsigned j = 0; j < d->pairs; j++)
        if (setting >> j & 1) {
            x ^= d->flip[0][j];
            y ^= d->flip[1][j];
        }
    for (unsigned k = 0; thread >> own == 0 && k < each; k++) {
        if (k > 0) {
            const unsigned j = own + __ffs(k) - 1;
            x ^= d->flip[0][j] ^ d->flip[0][last];
            y ^= d->flip[1][j] ^ d->flip[1][last];
        }
        const unsigned long long product =
            (unsigned long long)job->vector[0][x] * job->vector[1][y];
        low += (unsigned)product;
        high += product >> 32;
    }
    add_up(out, (high % job->p * ((1ull << 32) % job->p) + low) % job->p);
}

// out: the result of the last launch.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    walk(unsigned long long *out, const struct pm_tile_job *job, const struct pm_tile_pass pass)
{
    __shared__ __align__(16) steps list;

    if (pass.kind == PM_TILE_DOT) {
        dot(out, job);
    } else if (pass.kind == PM_TILE_COPY) {
        copy(job);
    } else if (pass.kind == PM_TILE_END) {
        if (threadIdx.x == 0)
            *out = job->vector[0][pass.answer];
    } else {
        if (pass.begins && threadIdx.x == 0)
            *out = 0;
        list_steps(&list, job, &pass); // before the first barrier of work()
        work(job, &pass, &list);
    }
}
