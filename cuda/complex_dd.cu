// SPDX-License-Identifier: GPL-3.0-or-later
// Complex strands in double-double: see src/engine/dense/dense_complex_dd_kernel.c, whose operations these
// are.
enum { PARTS = 2, WORDS = 4 };

#include "strands.h"

#include "dd.h"

// As twos.h wants it.
static __device__ __forceinline__ struct z twos(struct z *opposite, const struct tables *w,
                                                const double x[LINE], int first, double sign)
{
    struct z p[4], q[4];

#pragma unroll
    for (int s = 0; s < 4; s++)
        p[s] = q[s] = {{sign, 0}, {0, 0}};
#pragma unroll
    for (int i = 0; i < N; i++) {
        const double *const y = x + WORDS * i, *const pivot = w->pivot + WORDS * i;
#pragma unroll
        for (int s = 0; s < 4; s++) {
            const double side = s < 2 ? 1 : -1;
            const int k = s < 2 ? first + s : first + 3 - s;
            const struct z t = {
                {fma(side, w->low[WORDS * i][k], y[0]), fma(side, w->low[WORDS * i + 2][k], y[2])},
                {fma(side, w->low[WORDS * i + 1][k], y[1]),
                 fma(side, w->low[WORDS * i + 3][k], y[3])}};
            if (i < ONES) {
                p[s] = times_plus(p[s], t);
                q[s] = times_minus(q[s], t);
            } else if (i < ZEROS) {
                p[s] = times(p[s], t);
                q[s] = times(q[s], t);
            } else {
                p[s] = times(p[s], {{t.re.h + pivot[0], t.re.l + pivot[2]},
                                    {t.im.h + pivot[1], t.im.l + pivot[3]}});
                q[s] = times(q[s], {{t.re.h - pivot[0], t.re.l - pivot[2]},
                                    {t.im.h - pivot[1], t.im.l - pivot[3]}});
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
    const struct z sum = block_of_twos<struct z>(w, x, sign);

    r[0] = sum.re.h;
    r[1] = sum.im.h;
    r[2] = sum.re.l;
    r[3] = sum.im.l;
}

static __device__ __forceinline__ double width(const struct tables *w, const double x[LINE],
                                               const double *centre, int i)
{
    const double re = x[WORDS * i] + centre[WORDS * i];
    const double im = x[WORDS * i + 1] + centre[WORDS * i + 1];

    return fma(re, re, fma(im, im, w->reach[i]));
}
