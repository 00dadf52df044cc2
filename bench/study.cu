// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of the SUPerman paper (section 5).  They compute Ryser's formula in the order of a
// Gray code, halved as by Nijenhuis and Wilf.  They differ in where they keep the row sums x and
// the matrix.  pm-bench measures them for comparison; the library does not compute with them.
//
// Macros:
// X_SHARED: the row sums are in shared memory; without it, they are in registers.
// A_SHARED: the matrix is in shared memory; without it, it is in global memory.
// ROW_MAJOR: the matrix is stored by rows; without it, by columns.
// SIZE: the kernel is for matrices of this order; without it, for all orders up to MOST.
// KAHAN: the sum is compensated by Kahan's method (Communications of the ACM 8, 1965), as in the
// paper's table of precision.
// KERNEL: the beginning of the declaration.  tests/study.c defines it and includes this file as C,
// once for each kind of kernel.
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

// Registers cannot be indexed at run time.  So loops over them are unrolled to their largest
// length.
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

// Adds the terms first .. last - 1.  Each thread adds `chunk` of them.  Term 0 is the product of
// x0, and the caller adds it.
KERNEL study(double *out, const double *__restrict__ a, const double *__restrict__ x0, int order,
             long long first, long long last, long long chunk)
{
    extern __shared__ double shared[];
    (void)order; // not used if SIZE is defined
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
