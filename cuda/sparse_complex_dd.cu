// SPDX-License-Identifier: GPL-3.0-or-later
// Complex strands of the sparse walk in double-double: see
// src/engine/sparse/sparse_complex_dd_kernel.c.
enum { PARTS = 2, WORDS = 4 };

#include "fold.h"

#include "dd.h"

typedef struct z T;

static __device__ __forceinline__ void words(double r[WORDS], T a)
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
