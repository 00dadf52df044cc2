// SPDX-License-Identifier: GPL-3.0-or-later
// Real strands of the sparse walk: see src/engine/kernels/isa/sparse_real.c.
enum { PARTS = 1, WORDS = 1 };

#include "fold.h"

typedef double T;

static __device__ __forceinline__ T n_one()
{
    return 1;
}

static __device__ __forceinline__ T n_sub(T a, T b)
{
    return a - b;
}

static __device__ __forceinline__ T n_times(T a, T b)
{
    return a * b;
}

static __device__ __forceinline__ T n_times_plus(T a, T t)
{
    return fma(a, t, a);
}

static __device__ __forceinline__ T n_times_minus(T a, T t)
{
    return fma(a, t, -a);
}

static __device__ __forceinline__ T n_plus(T t)
{
    return t + 1;
}

static __device__ __forceinline__ T n_minus(T t)
{
    return t - 1;
}

static __device__ __forceinline__ double n_size(T t)
{
    return fabs(t);
}

static __device__ __forceinline__ void n_words(double r[WORDS], T a)
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
