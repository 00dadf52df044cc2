// SPDX-License-Identifier: GPL-3.0-or-later
// Complex strands of the sparse walk: see src/engine/kernels/isa/sparse_complex.c.
enum { PARTS = 2, WORDS = 2 };

#include "complex.h"
#include "fold.h"

typedef struct z T;

static __device__ __forceinline__ T n_one()
{
    return {1, 0};
}

static __device__ __forceinline__ T n_sub(T a, T b)
{
    return sub(a, b);
}

static __device__ __forceinline__ T n_times(T a, T b)
{
    return times(a, b);
}

static __device__ __forceinline__ T n_times_plus(T a, T t)
{
    return times_plus(a, t);
}

static __device__ __forceinline__ T n_times_minus(T a, T t)
{
    return times_minus(a, t);
}

static __device__ __forceinline__ T n_plus(T t)
{
    return {t.re + 1, t.im};
}

static __device__ __forceinline__ T n_minus(T t)
{
    return {t.re - 1, t.im};
}

static __device__ __forceinline__ double n_size(T t)
{
    const double x = fabs(t.re), y = fabs(t.im);

    return fma(x < y ? x : y, 0.41421357, x > y ? x : y);
}

static __device__ __forceinline__ void n_words(double r[WORDS], T a)
{
    r[0] = a.re;
    r[1] = a.im;
}

struct rows {
    double x[2 * N];

    __device__ __forceinline__ T row(int i)
    {
        return {x[2 * i], x[2 * i + 1]};
    }

    __device__ __forceinline__ T row(int i, double re, double im)
    {
        return {x[2 * i] + re, x[2 * i + 1] + im};
    }
};

#include "sparse_floating.h"
