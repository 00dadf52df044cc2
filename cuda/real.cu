// SPDX-License-Identifier: GPL-3.0-or-later
// Real strands: see src/engine/dense/dense_real_kernel.c, whose operations these are.
enum { PARTS = 1, WORDS = 1 };

#include "strands.h"

// Four sign vectors first .. first + 3 and the four opposite to them: r = the tree over the
// former, *opposite = that over the latter, ascending.
static __device__ __forceinline__ double quads(double *opposite, const struct tables *w,
                                               const double x[LINE], int first, double sign)
{
    double p[8], q[8];

#pragma unroll
    for (int s = 0; s < 8; s++)
        p[s] = q[s] = sign;
#pragma unroll
    for (int i = 0; i < N; i++) {
        const double2 *const low = (const double2 *)&w->low[i][first];
        const double2 l01 = low[0], l23 = low[1];
        const double l[4] = {l01.x, l01.y, l23.x, l23.y};
#pragma unroll
        for (int s = 0; s < 8; s++) {
            const double t = s < 4 ? x[i] + l[s] : x[i] - l[7 - s];
            if (i < ONES) {
                p[s] = fma(p[s], t, p[s]);
                q[s] = fma(q[s], t, -q[s]);
            } else if (i < ZEROS) {
                p[s] *= t;
                q[s] *= t;
            } else {
                p[s] *= t + w->pivot[i];
                q[s] *= t - w->pivot[i];
            }
        }
    }
#pragma unroll
    for (int s = 0; s < 8; s++)
        p[s] -= q[s];
    *opposite = (p[4] - p[5]) - (p[6] - p[7]);
    return (p[0] - p[1]) - (p[2] - p[3]);
}

static __device__ __forceinline__ void block(double r[WORDS], const struct tables *w,
                                             const double x[LINE], double sign)
{
    double a = 0, d = 0;

#pragma unroll 1
    for (int half = 0; half < 2; half++) {
        double c;
        const double b = quads(&c, w, x, 4 * half, sign);
        if (half == 0) {
            a = b;
            d = c;
        } else {
            r[0] = (a - b) - (c - d);
        }
    }
}

static __device__ __forceinline__ double width(const struct tables *w, const double x[LINE],
                                               const double *centre, int i)
{
    const double y = x[i] + centre[i];

    return fma(y, y, w->reach[i]);
}
