// SPDX-License-Identifier: GPL-3.0-or-later
// Complex strands: see src/engine/dense/dense_complex_kernel.c, whose operations these are.
enum { PARTS = 2, WORDS = 2 };

#include "strands.h"

#include "complex.h"

// Two sign vectors first, first + 1 and the two opposite to them: the difference of the products,
// and that of the opposite ones, ascending.
static __device__ __forceinline__ struct z twos(struct z *opposite, const struct tables *w,
                                                const double x[LINE], int first, double sign)
{
    struct z p[4], q[4];

#pragma unroll
    for (int s = 0; s < 4; s++)
        p[s] = q[s] = {sign, 0};
#pragma unroll
    for (int i = 0; i < N; i++) {
        const double2 re = *(const double2 *)&w->low[2 * i][first];
        const double2 im = *(const double2 *)&w->low[2 * i + 1][first];
        const double yr = x[2 * i], yi = x[2 * i + 1];
        const struct z t[4] = {{yr + re.x, yi + im.x},
                               {yr + re.y, yi + im.y},
                               {yr - re.y, yi - im.y},
                               {yr - re.x, yi - im.x}};
#pragma unroll
        for (int s = 0; s < 4; s++) {
            if (i == 0 && ONES > 0) { // times_plus() and times_minus() of {sign, 0}
                p[s] = {fma(sign, t[s].re, sign), sign * t[s].im};
                q[s] = {fma(sign, t[s].re, -sign), p[s].im};
            } else if (i < ONES) {
                p[s] = times_plus(p[s], t[s]);
                q[s] = times_minus(q[s], t[s]);
            } else if (i < ZEROS) {
                p[s] = times(p[s], t[s]);
                q[s] = times(q[s], t[s]);
            } else {
                const double pr = w->pivot[2 * i], pi = w->pivot[2 * i + 1];
                p[s] = times(p[s], {t[s].re + pr, t[s].im + pi});
                q[s] = times(q[s], {t[s].re - pr, t[s].im - pi});
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

    r[0] = sum.re;
    r[1] = sum.im;
}

static __device__ __forceinline__ double width(const struct tables *w, const double x[LINE],
                                               const double *centre, int i)
{
    const double re = x[2 * i] + centre[2 * i], im = x[2 * i + 1] + centre[2 * i + 1];

    return fma(re, re, fma(im, im, w->reach[i]));
}
