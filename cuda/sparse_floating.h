/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse walk over floating numbers.  The file that includes this has defined PARTS, WORDS,
 * numbers T with n_sub(), n_times(), n_plus(), ..., and low_of(), as in
 * src/engine/kernels/isa/program.h. */
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
        return {n_one(), 1};
    }

    __device__ __forceinline__ P product(T t, double least)
    {
        return {t, at_least(n_size(t), least)};
    }

    __device__ __forceinline__ P plus(T t, double least)
    {
        return product(n_plus(t), least);
    }

    __device__ __forceinline__ P minus(T t, double least)
    {
        return product(n_minus(t), least);
    }

    __device__ __forceinline__ P times(P p, P q)
    {
        return {n_times(p.value, q.value), p.size * q.size};
    }

    __device__ __forceinline__ P plus(P p, T t, double least)
    {
        return {n_times_plus(p.value, t), p.size * at_least(n_size(n_plus(t)), least)};
    }

    __device__ __forceinline__ P minus(P p, T t, double least)
    {
        return {n_times_minus(p.value, t), p.size * at_least(n_size(n_minus(t)), least)};
    }

    __device__ __forceinline__ P difference(P p, P q)
    {
        return {n_sub(p.value, q.value), p.size + q.size};
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

        n_words(r, p.value);
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
