/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From sums of strands to nodes of the fold: the tree over the strands of a block of threads.
 * Constants: THREADS; PARTS and WORDS of a number, as in engine/glynn/products.h. */
#include "engine/glynn/finish.h"
#include "engine/glynn/products.h"
#include "strand.h"

static __device__ __forceinline__ struct pm_total
strand_end(const struct sums *sums, double bound, unsigned long long strand, double share)
{
    double low[PARTS];

    for (int k = 0; k < PARTS; k++)
        low[k] = sums_low(sums, k);
    return pm_total_strand(sums->high, low, bound, PARTS, __popcll(strand) & 1, share);
}

/* The total of the thread whose number is larger by `distance`. */
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

/* out[block] = the node of the fold for the THREADS / LANES units of a block. */
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
