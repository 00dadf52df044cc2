// SPDX-License-Identifier: GPL-3.0-or-later
// Real strands of the sparse walk: see src/engine/sparse/sparse_real_kernel.c.
enum { PARTS = 1, WORDS = 1 };

#include "fold.h"

typedef double T;

static __device__ __forceinline__ T sub(T a, T b)
{
    return a - b;
}

static __device__ __forceinline__ T plus(T t, double one)
{
    return t + one;
}

static __device__ __forceinline__ T times(T p, T t)
{
    return p * t;
}

static __device__ __forceinline__ T times_plus(T p, T t)
{
    return fma(p, t, p);
}

static __device__ __forceinline__ T times_minus(T p, T t)
{
    return fma(p, t, -p);
}

static __device__ __forceinline__ void words(double r[WORDS], T a)
{
    r[0] = a;
}

struct rows {
    double x[N];

    __device__ __forceinline__ T row(int i)
    {
        return x[i];
    }

    __device__ __forceinline__ T row(int i, double low)
    {
        return x[i] + low;
    }
};

#include "sparse_floating.h"
