/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk on a GPU: a thread walks a strand as a lane of a vector does on the CPU
 * (src/engine/kernels/isa), operation for operation, so that both give the same bits.
 *
 * All threads walk the same Gray code, so the tables are read at one address by all of them, from
 * shared memory, two numbers a load.  Row sums stay in registers: N is known when this is compiled
 * and every loop over rows is unrolled.  Of the 2^4 sums of the unrolled columns half are kept, for
 * that of the opposite signs is the same with the other sign.
 *
 * Constants: N rows, ONES and ZEROS as in struct pm_strands, LOG_BLOCKS, LOG_STRANDS (columns above
 * the Gray-coded ones), THREADS, BLOCKS of them on a multiprocessor.  The file that includes this
 * has
 * defined PARTS (1 real, 2 complex) and WORDS (of a number, twice as many in double-double: high
 * parts, then low ones), and defines block() and width(). */
#include "engine/dense/finish.h"

enum {
    LINE = N * WORDS,
    PAIRS = 8, /* of opposite sign vectors of the unrolled columns */
    LOG_PATCH = 2,
    LANES = 8,
    LATE = WORDS == 1, /* where the bound of a patch stands: the compiled code is faster so */
};

/* As the host lays them out (src/engine/dense/device.c). */
struct tables {
    double low[LINE][PAIRS];
    double step[LOG_BLOCKS][LINE];
    double pivot[LINE], centre[2][LINE];
    double reach[N];
};

struct far_tables {
    double base[LINE];
    double twice[LOG_STRANDS][LINE];
};

/* r = the signed sum of a block's products, as the tree of differences. */
static __device__ void block(double r[WORDS], const struct tables *w, const double x[LINE],
                             double sign);

/* At least |row sum i| within the patch, about. */
static __device__ double width(const struct tables *w, const double x[LINE], const double *centre,
                               int i);

static __device__ __forceinline__ double patch_bound(const struct tables *w, double start,
                                                     const double x[LINE], const double *centre)
{
    double chain[4] = {start, 1, 1, 1};

#pragma unroll
    for (int i = 0; i < N; i++)
        chain[i < N / 4 * 4 ? i % 4 : 0] *= width(w, x, centre, i) + w->reach[i];
    return (chain[0] * chain[1]) * (chain[2] * chain[3]);
}

/* Sums: high + low, or high + middle + low, as src/engine/kernels/isa/sums.h and dd.h have them. */
struct sums {
    double high[PARTS], middle[PARTS], low[PARTS];
};

static __device__ __forceinline__ void gather(struct sums *sums, const double r[WORDS])
{
    double first, second, third;

#pragma unroll
    for (int k = 0; k < PARTS; k++) {
        sums->high[k] = pm_two_sum(sums->high[k], r[k], &first);
        if (WORDS == PARTS) {
            sums->low[k] += first;
        } else {
            sums->middle[k] = pm_two_sum(sums->middle[k], r[WORDS - PARTS + k], &second);
            sums->middle[k] = pm_two_sum(sums->middle[k], first, &third);
            sums->low[k] += second + third;
        }
    }
}

static __device__ __forceinline__ struct pm_total strand_walk(const struct tables *w,
                                                              const struct far_tables *far,
                                                              double start, double share,
                                                              unsigned long long strand)
{
    struct sums sums = {};
    double x[LINE], bound = 0;

#pragma unroll
    for (int i = 0; i < LINE; i++)
        x[i] = far->base[i];
#pragma unroll 1
    for (int bit = 0; bit < LOG_STRANDS; bit++) {
        const double sign = strand >> bit & 1 ? -1 : 0;
#pragma unroll
        for (int i = 0; i < LINE; i++)
            x[i] = fma(sign, far->twice[bit][i], x[i]);
    }
#pragma unroll 1
    for (unsigned g = 0; g < 1u << LOG_BLOCKS; g++) {
        if (LATE && g % (1 << LOG_PATCH) == 1) // of the block before
            bound += patch_bound(w, start, x, w->centre[g >> LOG_PATCH & 1]);
        const int bit = g == 0 ? 0 : __ffs(g) - 1;
        const double direction = g == 0 ? 0 : (g ^ g >> 1) >> bit & 1 ? -1 : 1;
        const double *const step = w->step[bit];
        double r[WORDS];
#pragma unroll
        for (int i = 0; i < LINE; i++)
            x[i] = fma(direction, step[i], x[i]);
        block(r, w, x, g & 1 ? -start : start);
        gather(&sums, r);
        if (!LATE && g % (1 << LOG_PATCH) == 0)
            bound += patch_bound(w, start, x, w->centre[g >> LOG_PATCH & 1]);
    }
    for (int k = 0; WORDS > PARTS && k < PARTS; k++)
        sums.low[k] += sums.middle[k];
    return pm_total_strand(sums.high, sums.low, bound, PARTS, __popcll(strand) & 1, share);
}

/* The total of the thread `distance` further on. */
static __device__ __forceinline__ struct pm_total neighbour(const struct pm_total *x, int distance)
{
    struct pm_total y;

    for (int k = 0; k < 2; k++) {
        y.re[k] = __shfl_down_sync(~0u, x->re[k], distance);
        y.im[k] = __shfl_down_sync(~0u, x->im[k], distance);
    }
    y.err = __shfl_down_sync(~0u, x->err, distance);
    return y;
}

/* out[block] = the node of the fold that stands for THREADS / LANES units from `first`, a multiple
 * of that number. */
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    walk(struct pm_total *out, const struct tables *tables, const struct far_tables *far,
         double start, struct pm_finish finish, unsigned long long first)
{
    __shared__ __align__(16) struct tables w;
    __shared__ struct pm_total warp[THREADS / 32];

    for (int k = threadIdx.x; k < (int)(sizeof w / sizeof(double)); k += THREADS)
        ((double *)&w)[k] = ((const double *)tables)[k];
    __syncthreads();
    const unsigned long long strand =
        first * LANES + (unsigned long long)blockIdx.x * THREADS + threadIdx.x;
    struct pm_total total = strand_walk(&w, far, start, finish.share, strand);
    for (int distance = 1; distance < 32; distance *= 2) {
        const struct pm_total other = neighbour(&total, distance);
        if (distance == LANES)
            total = pm_total_scale(&total, PARTS, &finish);
        const struct pm_total scaled =
            distance == LANES ? pm_total_scale(&other, PARTS, &finish) : other;
        pm_total_add(&total, &scaled);
    }
    if (threadIdx.x % 32 == 0)
        warp[threadIdx.x / 32] = total;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    for (int count = THREADS / 64; count > 0; count /= 2)
        for (int k = 0; k < count; k++) {
            warp[k] = warp[2 * k];
            pm_total_add(&warp[k], &warp[2 * k + 1]);
        }
    out[blockIdx.x] = warp[0];
}
