/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex numbers, with the operations of src/engine/isa/complex.h. */
struct z {
    double re, im;
};

static __device__ __forceinline__ struct z sub(struct z a, struct z b)
{
    return {a.re - b.re, a.im - b.im};
}

static __device__ __forceinline__ struct z plus(struct z t, double one)
{
    return {t.re + one, t.im};
}

static __device__ __forceinline__ struct z times(struct z p, struct z t)
{
    return {fma(-p.im, t.im, p.re * t.re), fma(p.re, t.im, p.im * t.re)};
}

/* p (t + 1) and p (t - 1) */
static __device__ __forceinline__ struct z times_plus(struct z p, struct z t)
{
    return {fma(-p.im, t.im, fma(p.re, t.re, p.re)), fma(p.re, t.im, fma(p.im, t.re, p.im))};
}

static __device__ __forceinline__ struct z times_minus(struct z p, struct z t)
{
    return {fma(-p.im, t.im, fma(p.re, t.re, -p.re)), fma(p.re, t.im, fma(p.im, t.re, -p.im))};
}
