// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of products with multiplicities on a GPU (src/engine/multiple/terms.h).  Sixteen threads
// take a chunk.  A thread does the same operations as a lane of a vector on the CPU
// (terms_products.h), so both give the same bits.  The numbers s_i of the lines that are not low,
// and their contributions to every x_j, are the same for all sixteen and are in shared memory.
//
// Constants: PARTS of a number; THREADS of a block.
#include "engine/multiple/terms_products.h"

enum { LANES = PM_TERM_LANES, CHUNKS = THREADS / LANES, CELLS = (PM_TERM_MOST + 1) * PARTS };

static const unsigned ALL = ~0u;

static __device__ __forceinline__ void add_number(double *high, double *low, double more,
                                                  double more_low)
{
    const double sum = *high + more, other = sum - *high;

    *low = *low + (((*high - (sum - other)) + (more - other)) + more_low);
    *high = sum;
}

// A lane of a walk.
static __device__ __forceinline__ void add_walk(struct pm_terms_sum *sum, const struct pm_terms *t,
                                                const double *x, double weight, int lane)
{
    for (int group = 0; group < t->groups; group++) {
        const struct number z = product(t, x, weight, group, lane, PARTS);
        add_number(&sum->high[0], &sum->low[0], z.re[0], 0);
        if (PARTS == 2)
            add_number(&sum->high[1], &sum->low[1], z.im[0], 0);
        sum->size = sum->size + z.size[0];
    }
}

static __device__ __forceinline__ void change_x(double *x, const struct pm_terms_table *t,
                                                const double *entry, int change, int lane)
{
    for (int c = lane; c < t->factors * PARTS; c += LANES)
        x[c] = x[c] + change * entry[c];
}

extern "C" __global__ void __launch_bounds__(THREADS)
    walk(struct pm_terms_sum *out, const struct pm_terms_table *t, unsigned long long first)
{
    __shared__ double all_x[CHUNKS][CELLS];
    __shared__ unsigned char all_digits[CHUNKS][PM_TERM_MOST + 1];
    __shared__ struct pm_terms_sum lanes[THREADS];
    const double *const number = (const double *)(t + 1), *const binomial = number + t->binomial;
    const int cells = t->factors * PARTS;
    const int here = (int)threadIdx.x / LANES, lane = (int)threadIdx.x % LANES;
    const unsigned long long chunk = first + (unsigned long long)blockIdx.x * CHUNKS + here;
    const unsigned long long begin = chunk * PM_TERM_CHUNK;
    double *const x = all_x[here];
    unsigned char *const digit = all_digits[here];
    struct pm_terms_sum sum = {{0, 0}, {0, 0}, 0};
    struct pm_terms terms;

    terms.factors = t->factors;
    terms.groups = t->groups;
    terms.times = t->power;
    terms.offset = number + t->offset;
    terms.weight = number + t->weight;
    terms.floor = number + t->floor;
    if (lane == 0) {
        unsigned long long rest = begin;
        for (int i = t->low; i < t->lines; i++) {
            digit[i] = (unsigned char)(rest % t->radix[i]);
            rest /= t->radix[i];
        }
    }
    for (int c = lane; c < cells; c += LANES)
        x[c] = 0;
    __syncwarp(ALL);
    for (int i = t->low; i < t->lines; i++)
        change_x(x, t, number + t->entry + i * cells, t->times[i] - 2 * digit[i], lane);
    __syncwarp(ALL);
    for (int k = 0; k < PM_TERM_CHUNK; k++) {
        // after the last walk nothing is added, but all threads continue together
        double weight = begin + k < t->walks ? 1 : 0;
        for (int i = t->low; i < t->lines; i++)
            weight = weight * binomial[i * (PM_TERM_MOST + 1) + digit[i]];
        add_walk(&sum, &terms, x, weight, lane);
        __syncwarp(ALL);
        int i = t->low;
        for (int carry = 1; carry && i < t->lines; i++) {
            carry = digit[i] + 1 == t->radix[i];
            change_x(x, t, number + t->entry + i * cells, carry ? 2 * digit[i] : -2, lane);
        }
        __syncwarp(ALL);
        if (lane == 0) {
            for (int done = t->low; done < i - 1; done++)
                digit[done] = 0;
            digit[i - 1] = digit[i - 1] + 1 == t->radix[i - 1] ? 0 : digit[i - 1] + 1;
        }
        __syncwarp(ALL);
    }
    lanes[threadIdx.x] = sum;
    __syncwarp(ALL);
    if (lane > 0)
        return;
    struct pm_terms_sum all = {{0, 0}, {0, 0}, 0};
    for (int k = 0; k < LANES; k++) {
        const struct pm_terms_sum *const more = &lanes[threadIdx.x + k];
        for (int part = 0; part < PARTS; part++)
            add_number(&all.high[part], &all.low[part], more->high[part], more->low[part]);
        all.size = all.size + more->size;
    }
    out[blockIdx.x * CHUNKS + here] = all;
}
