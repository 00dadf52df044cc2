// SPDX-License-Identifier: GPL-3.0-or-later
// Strands of the sparse walk modulo a prime: see src/engine/sparse/sparse_mod_kernel.c, and
// sparse.h for the constants.  Rows whose sums must be reduced, the set WIDE, depend on the prime.
// Their values are in the problem (LOWS and STEPS numbers); those of other rows are in the code.
#include "residues.h"

enum { LINE = ROWS };

struct problem {
    struct prime prime;
    double base[ROWS];
    double twice[LOG_STRANDS][ROWS];
    double low[LOWS], step[STEPS];
};

typedef long long node;
typedef double P;

struct state {
    double x[ROWS], e[ENTRIES], sum;
    const struct problem *problem;
    struct prime m;

    __device__ __forceinline__ double row(int i)
    {
        return x[i];
    }

    __device__ __forceinline__ double row(int i, double low)
    {
        return x[i] + low;
    }

    __device__ __forceinline__ double one()
    {
        return 1;
    }

    __device__ __forceinline__ double product(double t)
    {
        return t;
    }

    __device__ __forceinline__ double plus(double t)
    {
        return t + 1;
    }

    __device__ __forceinline__ double minus(double t)
    {
        return t - 1;
    }

    __device__ __forceinline__ double times(double p, double q)
    {
        return p * q;
    }

    __device__ __forceinline__ double plus(double p, double t)
    {
        return fma(p, t, p);
    }

    __device__ __forceinline__ double minus(double p, double t)
    {
        return fma(p, t, -p);
    }

    __device__ __forceinline__ double difference(double p, double q)
    {
        return p - q;
    }

    // Multiplies the product so far into a reduced product.
    __device__ __forceinline__ double apart(double p)
    {
        return reduce(m, p);
    }

    __device__ __forceinline__ double apart(double a, double p)
    {
        return ::times(m, a, p);
    }

    __device__ __forceinline__ bool any(double p)
    {
        return __any_sync(~0u, p != 0);
    }

    __device__ __forceinline__ void begin()
    {
        m = problem->prime;
        sum = 0;
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            if (WIDE >> i & 1)
                x[i] = reduce(m, x[i]);
    }

    __device__ __forceinline__ void gather(double p, bool minus)
    {
        sum = reduce(m, minus ? sum - p : sum + p);
    }

    __device__ __forceinline__ void put(long long *out, unsigned long long number)
    {
        put_node(out, sum, number);
    }
};

#include "sparse.h"
