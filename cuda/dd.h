/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Double-double numbers, with the operations of src/engine/isa/dd_number.h. */
struct d {
    double h, l;
};

struct z {
    struct d re, im;
};

static __device__ __forceinline__ struct d sub(struct d a, struct d b)
{
    double error;
    const double h = pm_two_sum(a.h, 0.0 - b.h, &error);

    return {h, (a.l - b.l) + error};
}

static __device__ __forceinline__ struct z sub(struct z a, struct z b)
{
    return {sub(a.re, b.re), sub(a.im, b.im)};
}

static __device__ __forceinline__ struct d plus(struct d t, double one)
{
    return {t.h + one, t.l};
}

static __device__ __forceinline__ struct z plus(struct z t, double one)
{
    return {plus(t.re, one), t.im};
}

static __device__ __forceinline__ struct d times(struct d p, struct d t)
{
    const double h = p.h * t.h, e = fma(p.h, t.h, -h);

    return {h, fma(p.l, t.h, fma(p.l, t.l, fma(p.h, t.l, e)))};
}

/* a b + c d */
static __device__ __forceinline__ struct d dot(struct d a, struct d b, struct d c, struct d d)
{
    const double first = a.h * b.h, first_error = fma(a.h, b.h, -first);
    const double second = c.h * d.h, second_error = fma(c.h, d.h, -second);
    double error;
    const double h = pm_two_sum(first, second, &error);
    double l = error + (first_error + second_error);

    l = fma(a.l, b.l, fma(c.l, d.l, l));
    l = fma(a.h, b.l, fma(c.h, d.l, l));
    return {h, fma(a.l, b.h, fma(c.l, d.h, l))};
}

static __device__ __forceinline__ struct z times(struct z p, struct z t)
{
    return {dot(p.re, t.re, {-p.im.h, -p.im.l}, t.im), dot(p.re, t.im, p.im, t.re)};
}

/* p (t + 1) and p (t - 1) */
template <typename T> static __device__ __forceinline__ T times_plus(T p, T t)
{
    return times(p, plus(t, 1));
}

template <typename T> static __device__ __forceinline__ T times_minus(T p, T t)
{
    return times(p, plus(t, -1));
}
