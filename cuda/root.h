/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sqrt(x) rounded to nearest, of 0 or 2^-900 < x < 2^900: the steps of the function sqrt() without
 * its branch for other numbers. */
static __device__ __forceinline__ double root(double x)
{
#ifdef __CUDA_ARCH__
    double y;

    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    const double e = fma(x, -(y * y), 1.0);
    const double z = fma(fma(e, 0.375, 0.5), y * e, y);
    const double g = x * z;
    const double s = fma(fma(g, -g, x), 0.5 * z, g);
    return __double2hiint(x) == 0 ? 0 : s;
#else
    return sqrt(x);
#endif
}
