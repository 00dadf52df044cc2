// SPDX-License-Identifier: GPL-3.0-or-later
// Complex strands of the sparse walk: see src/engine/sparse/sparse_complex_kernel.c.
enum { PARTS = 2, WORDS = 2 };

#include "complex.h"
#include "fold.h"

typedef struct z T;

static __device__ __forceinline__ void words(double r[WORDS], T a)
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
