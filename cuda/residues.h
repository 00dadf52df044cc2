/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residues modulo a prime p in doubles: src/engine/isa/vector_mod.h has the arithmetic and
 * says why it is exact.  The file that includes this has defined THREADS. */
enum { LANES = 8 };

struct prime {
    double p, inverse;
};

static __device__ __forceinline__ double quotient(struct prime m, double h)
{
    const double magic = 0x1.8p52;

    return fma(h, m.inverse, magic) - magic;
}

static __device__ __forceinline__ double reduce(struct prime m, double x)
{
    return fma(-quotient(m, x), m.p, x);
}

static __device__ __forceinline__ double times(struct prime m, double a, double b)
{
    const double h = a * b, l = fma(a, b, -h);

    return fma(-quotient(m, h), m.p, h) + l;
}

/* The number of this thread's strand, if the units of this launch begin at `first`. */
static __device__ __forceinline__ unsigned long long strand_number(unsigned long long first)
{
    return first * LANES + (unsigned long long)blockIdx.x * THREADS + threadIdx.x;
}

/* out[block] = the sum of a block's strands with their signs; a representative modulo p. */
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
