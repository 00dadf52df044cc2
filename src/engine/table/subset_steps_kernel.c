/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of subsets.h, in vectors of eight sets, which the compiler divides where they are shorter.
 * A line whose bit is above those of a block adds another whole block.  The three lowest lines
 * exchange the numbers of a vector. */
#include "base/bits.h"
#include "engine/isa/vector.h"
#include "engine/table/subsets.h"

/* All functions of vectors are inline, so it does not matter how a call would pass a vector. */
#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint64_t U __attribute__((vector_size(64)));

enum { LANE_BITS = 3, VECTORS = 1 << (PM_SUBSETS_BLOCK - LANE_BITS) };

#ifdef __clang__
#define PICK(x, ...) __builtin_shufflevector(x, (U){0}, __VA_ARGS__)
#else
#define PICK(x, ...) __builtin_shuffle(x, (U){0}, (U){__VA_ARGS__})
#endif

/* The numbers of sets with the bit of a low line become those without it; the others become 0. */
KERNEL U without(U x, int line)
{
    return line == 0   ? PICK(x, 8, 0, 8, 2, 8, 4, 8, 6)
           : line == 1 ? PICK(x, 8, 8, 0, 1, 8, 8, 4, 5)
                       : PICK(x, 8, 8, 8, 8, 0, 1, 2, 3);
}

KERNEL U times(U x, uint64_t weight, bool ones)
{
    return ones ? x : x * weight;
}

/* Adds the term of a line inside the block. */
KERNEL void add_inside(U *sum, const U *own, int w, uint64_t weight, bool ones)
{
    UNROLL for (int k = 0; k < VECTORS; k++) if (w < LANE_BITS) sum[k] +=
        times(without(own[k], w), weight, ones);
    else if (k >> (w - LANE_BITS) & 1) sum[k] += times(own[k ^ 1 << (w - LANE_BITS)], weight, ones);
}

KERNEL void block(const struct pm_subsets_step *s, uint64_t high, bool ones)
{
    const U mask = (UINT64_C(1) << s->bits) - 1 + (U){0};
    const U *const from = (const U *)s->from, *const own = from + high * VECTORS;
    U *const to = (U *)s->to + high * VECTORS, sum[VECTORS];

    UNROLL for (int k = 0; k < VECTORS; k++) sum[k] = (s->keeps ? own[k] : (U){0}) + s->offset;
    for (uint64_t rest = high & s->lines_above; rest != 0; rest &= rest - 1) {
        const U *const other = from + (high ^ (rest & -rest)) * VECTORS;
        const uint64_t weight = ones ? 1 : s->weight[PM_SUBSETS_BLOCK + __builtin_ctzll(rest)];
        UNROLL for (int k = 0; k < VECTORS; k++) sum[k] += times(other[k], weight, ones);
    }
    UNROLL for (int w = 0; w < PM_SUBSETS_BLOCK; w++) if (s->weight[w] != 0)
        add_inside(sum, own, w, s->weight[w], ones);
    for (int fold = 0; fold < s->folds; fold++)
        UNROLL for (int k = 0; k < VECTORS; k++) sum[k] =
            (sum[k] >> s->bits) * s->gap + (sum[k] & mask);
    UNROLL for (int k = 0; k < VECTORS; k++) to[k] = sum[k];
}

pm_subsets_walk ISA_NAME(pm_subsets_walk);

void ISA_NAME(pm_subsets_walk)(const struct pm_subsets_step *s, uint64_t first, uint64_t end)
{
    for (uint64_t high = end; high-- > first;)
        if (pm_popcount(high) <= s->most) {
            if (s->ones)
                block(s, high, true);
            else
                block(s, high, false);
        }
}
