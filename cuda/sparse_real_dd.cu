// SPDX-License-Identifier: GPL-3.0-or-later
// Real strands of the sparse walk in double-double: see src/engine/sparse/sparse_real_dd_kernel.c.
enum { PARTS = 1, WORDS = 2 };

#include "fold.h"

#include "dd.h"

typedef struct d T;

static __device__ __forceinline__ void words(double r[WORDS], T a)
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
