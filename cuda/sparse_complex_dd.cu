// SPDX-License-Identifier: GPL-3.0-or-later
// Complex strands of the sparse walk in double-double: see
// src/engine/kernels/isa/sparse_complex_dd.c.
enum { PARTS = 2, WORDS = 4 };

#include "fold.h"

#include "dd.h"

typedef struct z T;

static __device__ __forceinline__ T n_one()
{
    return {{1, 0}, {0, 0}};
}

static __device__ __forceinline__ T n_plus(T t)
{
    return {{t.re.h + 1, t.re.l}, t.im};
}

static __device__ __forceinline__ T n_minus(T t)
{
    return {{t.re.h - 1, t.re.l}, t.im};
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
    const double x = fabs(t.re.h), y = fabs(t.im.h);

    return fma(x < y ? x : y, 0.41421357, x > y ? x : y);
}

static __device__ __forceinline__ void n_words(double r[WORDS], T a)
{
    r[0] = a.re.h;
    r[1] = a.im.h;
    r[2] = a.re.l;
    r[3] = a.im.l;
}

struct rows {
    double x[4 * N];

    __device__ __forceinline__ T row(int i)
    {
        return {{x[4 * i], x[4 * i + 2]}, {x[4 * i + 1], x[4 * i + 3]}};
    }

    __device__ __forceinline__ T row(int i, double re, double im, double re_low, double im_low)
    {
        return {{x[4 * i] + re, x[4 * i + 2] + re_low}, {x[4 * i + 1] + im, x[4 * i + 3] + im_low}};
    }
};

#include "sparse_floating.h"
