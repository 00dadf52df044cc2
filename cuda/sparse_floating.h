/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse walk over floating numbers.  The file that includes this has defined PARTS, WORDS,
 *
 *     T sub(T a, T b), plus(T t, double one), times(T p, T t)      a - b, t + one, p t
 *     T times_plus(T p, T t), times_minus(T p, T t)                p (t + 1), p (t - 1)
 *     void words(double r[WORDS], T a)                             high words first
 *     struct rows                                                  as sparse.h says
 *
 * with the operations of src/engine/sparse/sparse_kernel.h. */
enum { LINE = N * WORDS };

struct problem {
    struct pm_finish finish;
    double base[LINE];
    double twice[LOG_STRANDS][LINE];
};

typedef struct pm_total node;

/* A product, and what it is at most. */
struct P {
    T value;
    double size;
};

/* A little more than the modulus. */
static __device__ __forceinline__ double size_of(T t)
{
    double r[WORDS];

    words(r, t);
    const double x = fabs(r[0]), y = fabs(r[PARTS - 1]);
    return PARTS == 1 ? x : fma(x < y ? x : y, 0.41421357, x > y ? x : y);
}

static __device__ __forceinline__ double at_least(double size, double least)
{
    return least == 0 || size > least ? size : least;
}

struct state : rows {
    P e[ENTRIES];
    const struct problem *problem;
    struct sums sums;
    double bound;

    __device__ __forceinline__ P one()
    {
        return {T{1}, 1};
    }

    __device__ __forceinline__ P product(T t, double least)
    {
        return {t, at_least(size_of(t), least)};
    }

    __device__ __forceinline__ P plus(T t, double least)
    {
        return product(::plus(t, 1), least);
    }

    __device__ __forceinline__ P minus(T t, double least)
    {
        return product(::plus(t, -1), least);
    }

    __device__ __forceinline__ P times(P p, P q)
    {
        return {::times(p.value, q.value), p.size * q.size};
    }

    __device__ __forceinline__ P plus(P p, T t, double least)
    {
        return {times_plus(p.value, t), p.size * at_least(size_of(::plus(t, 1)), least)};
    }

    __device__ __forceinline__ P minus(P p, T t, double least)
    {
        return {times_minus(p.value, t), p.size * at_least(size_of(::plus(t, -1)), least)};
    }

    __device__ __forceinline__ P difference(P p, P q)
    {
        return {sub(p.value, q.value), p.size + q.size};
    }

    __device__ __forceinline__ bool any(P p)
    {
        return __any_sync(~0u, p.size != 0);
    }

    __device__ __forceinline__ void begin()
    {
        sums = {};
        bound = 0;
    }

    __device__ __forceinline__ void gather(P p, bool minus)
    {
        double r[WORDS];

        words(r, p.value);
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            r[k] = minus ? 0.0 - r[k] : r[k];
        ::gather(&sums, r);
        bound += p.size;
    }

    __device__ __forceinline__ void put(struct pm_total *out, unsigned long long number)
    {
        const struct pm_finish finish = problem->finish;

        put_node(out, strand_end(&sums, bound, number, finish.share), &finish);
    }
};

#include "sparse.h"
