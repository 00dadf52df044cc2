/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps over one of the number types (num/type.h), number by number. */
#include "num/type.h"
#include "engine/sweep/kernel/kernel.h"

#include <math.h>
#include <string.h>

typedef struct {
    T value;
    bool one;
} W;
#define N         T
#define CONSTANTS struct pm_ring

static inline bool is_one(const struct pm_ring *ring, const W *w)
{
    (void)ring;
    return w->one;
}

static inline void add_block(const struct pm_ring *ring, T *to, const T *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = t_add(ring, to[i], from[i]);
}

static inline void add_block_times(const struct pm_ring *ring, T *to, const T *from, size_t n,
                                   const W *w)
{
    for (size_t i = 0; i < n; i++)
        to[i] = t_mul_add(ring, w->value, from[i], to[i]);
}

static inline void scale_block(const struct pm_ring *ring, T *to, size_t n, const W *w)
{
    for (size_t i = 0; i < n; i++)
        to[i] = t_mul(ring, w->value, to[i]);
}

typedef T S;

static inline void add_products(const struct pm_ring *ring, S *sum, const T *x, const T *y,
                                size_t n)
{
    T part = t_zero();

    for (size_t i = 0; i < n; i++)
        part = t_mul_add(ring, x[i], y[i], part);
    *sum = t_add(ring, *sum, part);
}

#include "engine/sweep/kernel/sweep_back.h"

static pm_status weigh(void *weight, struct pm_part *factor, const struct pm_sweep_passes *passes,
                       const struct pm_order_graph *graph, const struct pm_image *image)
{
    const T one = t_one(&image->ring);
    W *const w = weight;

    (void)graph;
    *factor = (struct pm_part){.exp = image->exp};
    for (size_t i = 0; i < passes->actions; i++) {
        const int entry = passes->action[i].entry;
        w[i].value = entry < 0 ? one : ((const T *)image->row_val)[entry];
        w[i].one = memcmp(&w[i].value, &one, sizeof one) == 0;
    }
    return PM_OK;
}

static void begin(void *number, const struct pm_ring *ring)
{
    *(T *)number = t_one(ring);
}

static void walk(const struct pm_sweep_walk *walk, uint64_t first, uint64_t end)
{
    walk_tiles(walk->ring, walk, first, end);
}

static void back(const struct pm_sweep_walk *walk, const struct pm_sweep_back *back, uint64_t first,
                 uint64_t end)
{
    back_tiles(walk->ring, walk, back, first, end);
}

static struct pm_part share(const void *sum, size_t count, size_t apart, const void *weight,
                            const struct pm_part *factor, const struct pm_ring *ring)
{
    T x = t_zero();

    for (size_t k = 0; k < count; k++)
        x = t_add(ring, x, *(const S *)((const char *)sum + k * apart));
    struct pm_part part = t_part(ring, t_mul(ring, ((const W *)weight)->value, x));
    part.exp = factor->exp;
    return part;
}

#if PM_TYPE_FLOATING
static double growth(const void *weight, size_t action)
{
    const W *const w = (const W *)weight + action;
    const double x = t_modulus(w->value);
    return w->one ? 1 : fmax(log2(1 + x), x > 0 ? -log2(x) : 0);
}

static int top(const void *number, size_t count)
{
    const T *const x = number;
    double most = 0;
    int e;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, t_modulus(x[i]));
    frexp(most, &e);
    return most > 0 ? e : 0;
}

static bool shrink(void *number, size_t count, int exp)
{
    T *const x = number;
    for (size_t i = 0; i < count; i++)
        x[i] = t_ldexp(x[i], -exp);
    return false; /* their error bounds tell */
}
#endif

static struct pm_part end(const void *number, const struct pm_part *factor,
                          const struct pm_ring *ring)
{
    struct pm_part part = t_part(ring, *(const T *)number);
    part.exp = factor->exp;
    return part;
}

const struct pm_sweep_kernel PM_NAME(pm_sweep) = {
    .size = sizeof(T),
    .weight = sizeof(W),
    .sum = sizeof(S),
    .room = 400,
    .weigh = weigh,
    .begin = begin,
    .walk = walk,
    .end = end,
    .back = back,
    .share = share,
#if PM_TYPE_FLOATING
    .growth = growth,
    .top = top,
    .shrink = shrink,
#endif
};
