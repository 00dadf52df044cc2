// SPDX-License-Identifier: GPL-3.0-or-later
// Real strands in double-double: see src/engine/dense/dense_real_dd_kernel.c, whose operations these are.
enum { PARTS = 1, WORDS = 2 };

#include "strands.h"

#include "dd.h"

// As twos.h wants it.
static __device__ __forceinline__ struct d twos(struct d *opposite, const struct tables *w,
                                                const double x[LINE], int first, double sign)
{
    struct d p[4], q[4];

#pragma unroll
    for (int s = 0; s < 4; s++)
        p[s] = q[s] = {sign, 0};
#pragma unroll
    for (int i = 0; i < N; i++) {
        const double2 h = *(const double2 *)&w->low[2 * i][first];
        const double2 l = *(const double2 *)&w->low[2 * i + 1][first];
        const double yh = x[2 * i], yl = x[2 * i + 1];
        const struct d t[4] = {
            {yh + h.x, yl + l.x}, {yh + h.y, yl + l.y}, {yh - h.y, yl - l.y}, {yh - h.x, yl - l.x}};
#pragma unroll
        for (int s = 0; s < 4; s++) {
            if (i < ONES) {
                p[s] = times_plus(p[s], t[s]);
                q[s] = times_minus(q[s], t[s]);
            } else if (i < ZEROS) {
                p[s] = times(p[s], t[s]);
                q[s] = times(q[s], t[s]);
            } else {
                const double ph = w->pivot[2 * i], pl = w->pivot[2 * i + 1];
                p[s] = times(p[s], {t[s].h + ph, t[s].l + pl});
                q[s] = times(q[s], {t[s].h - ph, t[s].l - pl});
            }
        }
    }
    *opposite = sub(sub(p[2], q[2]), sub(p[3], q[3]));
    return sub(sub(p[0], q[0]), sub(p[1], q[1]));
}

#include "twos.h"

static __device__ __forceinline__ void block(double r[WORDS], const struct tables *w,
                                             const double x[LINE], double sign)
{
    const struct d sum = block_of_twos<struct d>(w, x, sign);

    r[0] = sum.h;
    r[1] = sum.l;
}

static __device__ __forceinline__ double width(const struct tables *w, const double x[LINE],
                                               const double *centre, int i)
{
    const double y = x[2 * i] + centre[2 * i];

    return fma(y, y, w->reach[i]);
}
