/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands of residues modulo a prime, and the sum of a block of them.  Constant: THREADS. */
#include "engine/isa/vector_mod.h"
#include "strand.h"

/* out[block] = the signed sum of a block's strands; a number congruent to it modulo p. */
static __device__ __forceinline__ void put_node(long long *out, double sum,
                                                unsigned long long strand)
{
    __shared__ long long warp[THREADS / 32];
    long long total = __popcll(strand) & 1 ? -(long long)sum : (long long)sum;

    for (int distance = 1; distance < 32; distance *= 2)
        total += __shfl_down_sync(~0u, total, distance);
    if (threadIdx.x % 32 == 0)
        warp[threadIdx.x / 32] = total;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < THREADS / 32; k++)
            total += warp[k];
        out[blockIdx.y * gridDim.x + blockIdx.x] = total;
    }
}
