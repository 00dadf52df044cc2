// SPDX-License-Identifier: GPL-3.0-or-later
// The placements of the SUPerman paper (section 5): Ryser's formula in the order of a Gray code,
// halved as by Nijenhuis and Wilf, with row sums x in registers or in shared memory and the matrix
// in shared or in global memory.  A baseline to measure, not what this library computes with.
//
// X_SHARED, else registers; A_SHARED, else global; ROW_MAJOR: the matrix in global memory by rows,
// else by columns; SIZE: made for this order, else for any up to MOST; KAHAN: the sum is Kahan's
// compensated one (Communications of the ACM 8, 1965), as in the paper's table of precision.
// tests/study.c compiles it as C, once for every kernel, with a KERNEL of its own.
#ifndef KERNEL
#define KERNEL extern "C" __global__ void
#endif
#define MOST 63
#undef ROWS
#undef ORDER
#undef INSIDE
#undef X
#undef EACH_ROW
#undef A

// clang-format off
#ifdef SIZE
#define ROWS SIZE
#define ORDER SIZE
#define INSIDE(i) 1
#else
#define ROWS MOST
#define ORDER order
#define INSIDE(i) ((i) < order)
#endif

// Registers have no numbers at run time: loops over them are unrolled, as long as they may be.
#ifdef X_SHARED
#define X(i) x[(i) * blockDim.x]
#define EACH_ROW for (int i = 0; i < ORDER; i++)
#else
#define X(i) x[i]
#define EACH_ROW _Pragma("unroll") for (int i = 0; i < ROWS; i++) if (INSIDE(i))
#endif

#ifdef ROW_MAJOR
#define A(i, j) matrix[(i) * ORDER + (j)]
#else
#define A(i, j) matrix[(j) * ORDER + (i)]
#endif
// clang-format on

// Terms first .. last - 1, counted from 1, `chunk` of them a thread; term 0 is the product of x0.
KERNEL study(double *out, const double *__restrict__ a, const double *__restrict__ x0, int order,
             long long first, long long last, long long chunk)
{
    extern __shared__ double shared[];
    (void)order; // which SIZE stands for
#ifdef A_SHARED
    for (int k = threadIdx.x; k < ORDER * ORDER; k += blockDim.x)
        shared[k] = a[k];
    __syncthreads();
    const double *const matrix = shared;
    double *const rest = shared + ORDER * ORDER;
#else
    const double *const matrix = a;
    double *const rest = shared;
#endif
#ifdef X_SHARED
    double *const x = rest + threadIdx.x;
#else
    double x[ROWS];
    (void)rest;
#endif
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    const long long begin = first + thread * chunk;
    const long long end = begin + chunk < last ? begin + chunk : last;
    const long long before = (begin - 1) ^ ((begin - 1) >> 1);
    double sum = 0;
#ifdef KAHAN
    double low = 0;
#endif

    EACH_ROW X(i) = x0[i];
    for (int j = 0; j < ORDER - 1; j++)
        if (before >> j & 1)
            EACH_ROW X(i) += A(i, j);
    for (long long g = begin; g < end; g++) {
        const int j = __ffsll(g) - 1;
        const double sign = (g ^ (g >> 1)) >> j & 1 ? 1.0 : -1.0;
        double product = g & 1 ? -1.0 : 1.0;
        EACH_ROW
        {
            X(i) = fma(sign, A(i, j), X(i));
            product *= X(i);
        }
#ifdef KAHAN
        const double more = product - low, next = sum + more;
        low = (next - sum) - more;
        sum = next;
#else
        sum += product;
#endif
    }
    out[thread] = sum;
}
