// SPDX-License-Identifier: GPL-3.0-or-later
// Real strands of the sparse walk in double-double: see src/engine/kernels/isa/sparse_real_dd.c.
enum { PARTS = 1, WORDS = 2 };

#include "fold.h"

#include "dd.h"

typedef struct d T;

static __device__ __forceinline__ T n_one()
{
    return {1, 0};
}

static __device__ __forceinline__ T n_plus(T t)
{
    return {t.h + 1, t.l};
}

static __device__ __forceinline__ T n_minus(T t)
{
    return {t.h - 1, t.l};
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
    return times(a, n_plus(t));
}

static __device__ __forceinline__ T n_times_minus(T a, T t)
{
    return times(a, n_minus(t));
}

static __device__ __forceinline__ double n_size(T t)
{
    return fabs(t.h);
}

static __device__ __forceinline__ void n_words(double r[WORDS], T a)
{
    r[0] = a.h;
    r[1] = a.l;
}

struct rows {
    double x[2 * N];

    __device__ __forceinline__ T row(int i)
    {
        return {x[2 * i], x[2 * i + 1]};
    }

    __device__ __forceinline__ T row(int i, double h, double l)
    {
        return {x[2 * i] + h, x[2 * i + 1] + l};
    }
};

#include "sparse_floating.h"
