// SPDX-License-Identifier: GPL-3.0-or-later
// Strands modulo a prime p.  src/engine/dense/dense_mod_kernel.c has the same arithmetic and
// explains why it is exact.  Row sums stay in registers and all threads read the tables at the same
// address, as in dense.cu.
//
// Constants: ROWS and their CLASSES, see below; LOG_BLOCKS, LOG_STRANDS, THREADS, BLOCKS as in
// dense.cu.
#include "residues.h"

enum { PAIRS = 8 }; // of opposite sign vectors of the unrolled columns

// In the host's layout (src/engine/dense/dense_gpu.c).
struct tables {
    double low[ROWS][2][PAIRS]; // with the pivot, and without
    double step[LOG_BLOCKS][ROWS];
};

struct far_tables {
    double base[ROWS];
    double twice[LOG_STRANDS][ROWS];
};

struct problem {
    struct prime prime;
    struct tables tables;
    struct far_tables far;
};

// Properties of a row: the first or the last of its group, and its class.
enum { FIRST = 1, LAST = 2, ONE = 4, ZERO = 8, ANY = 16, WIDE = 32 };

static __device__ constexpr int row_class[ROWS] = {CLASSES};

// The signed sum for the sign vectors first and first + 1; *opposite = the same for the two
// opposite ones.
static __device__ __forceinline__ double twos(double *opposite, const struct tables *w,
                                              struct prime m, const double x[ROWS], int first,
                                              double sign)
{
    double a[4], b[4], p[4], q[4];

#pragma unroll
    for (int s = 0; s < 4; s++)
        a[s] = b[s] = sign;
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        const int c = row_class[i];
        const double y = x[i];
        const double2 with = *(const double2 *)&w->low[i][0][first];
        const double2 less = c & (ANY | WIDE) ? *(const double2 *)&w->low[i][1][first] : with;
        const double t[4] = {y + with.x, y + with.y, y - less.y, y - less.x};
        const double u[4] = {y + less.x, y + less.y, y - with.y, y - with.x};
#pragma unroll
        for (int s = 0; s < 4; s++) {
            if (c & FIRST) {
                p[s] = c & ONE ? t[s] + 1 : t[s];
                q[s] = c & ONE ? t[s] - 1 : c & ZERO ? t[s] : u[s];
            } else {
                p[s] = c & ONE ? fma(p[s], t[s], p[s]) : p[s] * t[s];
                q[s] = c & ONE ? fma(q[s], t[s], -q[s]) : q[s] * (c & ZERO ? t[s] : u[s]);
            }
            if (c & LAST) {
                a[s] = times(m, a[s], p[s]);
                b[s] = times(m, b[s], q[s]);
            }
        }
    }
#pragma unroll
    for (int s = 0; s < 4; s++)
        a[s] -= b[s];
    *opposite = a[2] - a[3];
    return a[0] - a[1];
}

static __device__ __forceinline__ double strand_walk(const struct tables *w,
                                                     const struct far_tables *far, struct prime m,
                                                     unsigned long long strand)
{
    double x[ROWS], sum = 0;

#pragma unroll
    for (int i = 0; i < ROWS; i++)
        x[i] = far->base[i];
#pragma unroll 1
    for (int bit = 0; bit < LOG_STRANDS; bit++) {
        const double sign = strand >> bit & 1 ? -1 : 0;
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            x[i] = fma(sign, far->twice[bit][i], x[i]);
    }
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        if (row_class[i] & WIDE)
            x[i] = reduce(m, x[i]);
#pragma unroll 1
    for (unsigned g = 0; g < 1u << LOG_BLOCKS; g++) {
        const int bit = g == 0 ? 0 : __ffs(g) - 1;
        const double direction = g == 0 ? 0 : (g ^ g >> 1) >> bit & 1 ? -1 : 1;
        const double *const step = w->step[bit];
        double r = 0;
#pragma unroll
        for (int i = 0; i < ROWS; i++) {
            x[i] = fma(direction, step[i], x[i]);
            if (row_class[i] & WIDE)
                x[i] = reduce(m, x[i]);
        }
#pragma unroll 1
        for (int k = 0; k < 4; k++) { // pairs 0, 1, 2, 3 and 7, 6, 5, 4: the signs are + - - +
            double opposite;
            const double two = twos(&opposite, w, m, x, 2 * k, g & 1 ? -1.0 : 1.0);
            r += k == 0 || k == 3 ? two - opposite : opposite - two;
        }
        sum = reduce(m, sum + r);
    }
    return sum;
}

// out[y][x] = for problem y, node x, counted from unit `first`, which is a multiple of a node.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    walk(long long *out, const struct problem *problem, unsigned long long first)
{
    __shared__ __align__(16) struct tables w;

    problem += blockIdx.y;
    for (int k = threadIdx.x; k < (int)(sizeof w / sizeof(double)); k += THREADS)
        ((double *)&w)[k] = ((const double *)&problem->tables)[k];
    __syncthreads();
    const unsigned long long strand = strand_number(first);
    put_node(out, strand_walk(&w, &problem->far, problem->prime, strand), strand);
}

EMULATE(walk)
