/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps over the moduli of the entries in single precision: the approximate size of an answer, in
 * the time of one prime.  Compiled once for each instruction set; all give the same bits.
 *
 * There is no cancellation.  A term of the answer goes through every action at most once.  Each
 * action rounds a sum and a product, and its weight was rounded before: up to the next number, an
 * error of less than 2u.  So there are at most four roundings for each action (pm_gamma_single()).
 * All weights are at least 1, so nothing becomes smaller than the smallest
 * normal number, except when numbers are scaled.  Then smaller numbers are raised to it, so that
 * the result is at least an upper bound. */
#include "engine/sweep/kernel/kernel.h"
#include "num/mag.h"
#include "num/type_real.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const int BELOW = 20; /* after scaling, the largest number is below 2^-BELOW */

typedef float N;
typedef float W;
typedef float S;
#define CONSTANTS struct pm_ring

static inline bool is_one(const struct pm_ring *ring, const W *w)
{
    (void)ring;
    return *w == 1;
}

static inline void add_block(const struct pm_ring *ring, N *restrict to, const N *restrict from,
                             size_t n)
{
    (void)ring;
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        to[i] += from[i];
}

static inline void add_block_times(const struct pm_ring *ring, N *restrict to,
                                   const N *restrict from, size_t n, const W *w)
{
    const float x = *w;

    (void)ring;
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        to[i] += x * from[i];
}

static inline void scale_block(const struct pm_ring *ring, N *to, size_t n, const W *w)
{
    const float x = *w;

    (void)ring;
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        to[i] *= x;
}

#include "engine/sweep/kernel/sweep_walk.h"

/* The exponent of the largest power of two that no entry is below. */
static int least_exponent(const struct pm_sweep_passes *passes, const T *value)
{
    double least = INFINITY;

    for (size_t i = 0; i < passes->actions; i++)
        if (passes->action[i].entry >= 0)
            least =
                fmin(least, value[passes->action[i].entry].m + value[passes->action[i].entry].r);
    return isfinite(least) && least > 0 ? ilogb(least) : 0;
}

static pm_status weigh(void *weight, struct pm_part *factor, const struct pm_sweep_passes *passes,
                       const struct pm_order_graph *graph, const struct pm_image *image)
{
    const T *const value = image->row_val;
    const int exp = least_exponent(passes, value);
    const int edges = graph->states == PM_ORDER_FREE ? graph->rows : graph->vertices / 2;
    bool vague = false; /* some entry is near or below the smallest double, and no 2u hold */
    W *const w = weight;

    for (size_t i = 0; i < passes->actions; i++) {
        const int entry = passes->action[i].entry;
        vague |= entry >= 0 && value[entry].r > 0x1p-30 * value[entry].m;
        const double x = entry < 0 ? 1 : ldexp(value[entry].m + value[entry].r, -exp);
        w[i] = pm_float_above(x);
    }
    *factor =
        (struct pm_part){.err = vague ? INFINITY : pm_gamma_single(4 * (double)passes->actions),
                         .exp = image->exp + (int64_t)exp * edges};
    return PM_OK;
}

static void begin(void *number, const struct pm_ring *ring)
{
    (void)ring;
    *(N *)number = 1;
}

static void walk(const struct pm_sweep_walk *walk, uint64_t first, uint64_t end)
{
    walk_tiles(walk->ring, walk, first, end);
}

static double growth(const void *weight, size_t action)
{
    return log2(1 + (double)((const W *)weight)[action]);
}

/* Compares the bits: numbers that are not negative have the same order, and compilers make vectors
 * of integers without permission to ignore NaN. */
static int top(const void *number, size_t count)
{
    const N *const x = number;
    uint32_t highest = 0;
    N most;
    int e;

#pragma omp simd reduction(max : highest)
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        highest = bits > highest ? bits : highest;
    }
    memcpy(&most, &highest, sizeof most);
    frexp(most, &e);
    return most > 0 && isfinite(most) ? e + BELOW : 0;
}

static bool shrink(void *number, size_t count, int exp)
{
    const N scale = ldexpf(1, -exp);
    N *const x = number;
    int raised = 0;

#pragma omp simd reduction(| : raised)
    for (size_t i = 0; i < count; i++) {
        const N y = x[i] * scale;
        const int small = (x[i] > 0) & (y < FLT_MIN);
        raised |= small;
        x[i] = small ? FLT_MIN : y;
    }
    return raised != 0;
}

static struct pm_part end(const void *number, const struct pm_part *factor,
                          const struct pm_ring *ring)
{
    const double x = *(const N *)number;

    (void)ring;
    return (struct pm_part){.re = {x, 0}, .err = pm_up(x * factor->err), .exp = factor->exp};
}

#define SWEEP_PASTE(set)  pm_sweep_moduli_##set
#define SWEEP_EXPAND(set) SWEEP_PASTE(set)

const struct pm_sweep_kernel SWEEP_EXPAND(PM_ISA) = {
    .size = sizeof(N),
    .weight = sizeof(W),
    .room = 80,
    .weigh = weigh,
    .begin = begin,
    .walk = walk,
    .end = end,
    .growth = growth,
    .top = top,
    .shrink = shrink,
};
