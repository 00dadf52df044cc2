/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From blocks of products to nodes of the fold: running sums of a strand, and the tree over the
 * strands of a block of threads, LANES of them a unit.  The file that includes this has defined
 * PARTS (1 real, 2 complex), WORDS (of a number, twice as many in double-double: high parts, then
 * low ones) and THREADS. */
#include "engine/glynn/finish.h"

enum { LANES = 8 };

/* High + low, or high + middle + low, as src/engine/isa/sums.h and dd.h have them. */
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

static __device__ __forceinline__ struct pm_total
strand_end(struct sums *sums, double bound, unsigned long long strand, double share)
{
    for (int k = 0; WORDS > PARTS && k < PARTS; k++)
        sums->low[k] += sums->middle[k];
    return pm_total_strand(sums->high, sums->low, bound, PARTS, __popcll(strand) & 1, share);
}

/* The number of this thread's strand, if the units of this launch begin at `first`. */
static __device__ __forceinline__ unsigned long long strand_number(unsigned long long first)
{
    return first * LANES + (unsigned long long)blockIdx.x * THREADS + threadIdx.x;
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

/* out[block] = the node of the fold that stands for the THREADS / LANES units of a block. */
static __device__ __forceinline__ void put_node(struct pm_total *out, struct pm_total total,
                                                const struct pm_finish *finish)
{
    __shared__ struct pm_total warp[THREADS / 32];

    for (int distance = 1; distance < 32; distance *= 2) {
        const struct pm_total other = neighbour(&total, distance);
        if (distance == LANES)
            total = pm_total_scale(&total, PARTS, finish);
        const struct pm_total scaled =
            distance == LANES ? pm_total_scale(&other, PARTS, finish) : other;
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
    out[blockIdx.y * gridDim.x + blockIdx.x] = warp[0];
}
