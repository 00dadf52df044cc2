// SPDX-License-Identifier: GPL-3.0-or-later
// The sparse walk over floating numbers, with the operations of src/engine/sparse/sparse_kernel.c.
// Constants: PARTS, WORDS of a number (engine/glynn/products.h), and those of sparse.h.
#include "fold.h"

enum { LINE = ROWS * WORDS };

struct problem {
    struct pm_finish finish;
    double base[LINE];
    double twice[LOG_STRANDS][LINE];
};

typedef struct pm_total node;

// A product, and an upper bound of it.
struct P {
    N value;
    double size;
};

static __device__ __forceinline__ double at_least(double size, double least)
{
    return least == 0 || size > least ? size : least;
}

struct state {
    double x[LINE];
    P e[ENTRIES];
    const struct problem *problem;
    struct sums sums;
    double bound;

    template <typename... W> __device__ __forceinline__ N row(int i, W... low)
    {
        const double constant[WORDS] = {low...};
        const N y = n_load(x + WORDS * i, 1);

        return sizeof...(low) == 0 ? y : n_plus(y, constant, 1);
    }

    __device__ __forceinline__ P one()
    {
        return {n_real(1), 1};
    }

    __device__ __forceinline__ P product(N t, double least)
    {
        return {t, at_least(n_size(t), least)};
    }

    __device__ __forceinline__ P plus(N t, double least)
    {
        return product(n_shift(t, 1), least);
    }

    __device__ __forceinline__ P minus(N t, double least)
    {
        return product(n_shift(t, -1), least);
    }

    __device__ __forceinline__ P times(P p, P q)
    {
        return {n_times(p.value, q.value), p.size * q.size};
    }

    __device__ __forceinline__ P plus(P p, N t, double least)
    {
        return {n_times_plus(p.value, t), p.size * plus(t, least).size};
    }

    __device__ __forceinline__ P minus(P p, N t, double least)
    {
        return {n_times_minus(p.value, t), p.size * minus(t, least).size};
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
        sums_clear(&sums);
        bound = 0;
    }

    __device__ __forceinline__ void gather(P p, bool minus)
    {
        sums_gather(&sums, minus ? n_negative(p.value) : p.value);
        bound += p.size;
    }

    __device__ __forceinline__ void put(struct pm_total *out, unsigned long long number)
    {
        const struct pm_finish finish = problem->finish;

        put_node(out, strand_end(&sums, bound, number, finish.share), &finish);
    }
};

#include "sparse.h"
