// SPDX-License-Identifier: GPL-3.0-or-later
// The dense walk over floating numbers on a GPU.  A thread walks a strand with the same operations
// as a lane of a vector on the CPU (src/engine/dense/dense_kernel.h), so both give the same bits.
//
// All threads walk the same Gray code, so all of them read the tables at the same address, from
// shared memory, two numbers in each load.  Row sums stay in registers: their number is known at
// compile time and every loop over rows is unrolled.  Only half of the 2^4 sums of the unrolled
// columns are kept, since opposite signs give the opposite sum.
//
// Constants: PARTS, WORDS of a number (engine/glynn/products.h); ROWS, ONES, ZEROS, LOG_BLOCKS and
// LOG_PATCH as in struct pm_strands; LOG_STRANDS, the number of columns above the Gray-coded ones;
// THREADS of a block, BLOCKS on a multiprocessor.
#include "fold.h"
#include "num/root.h"

enum {
    LINE = ROWS * WORDS,
    PAIRS = 8,                     // of opposite sign vectors of the unrolled columns
    TOGETHER = WORDS == 1 ? 4 : 2, // of these, as many as there are registers for
    LATE = WORDS == 1 && LOG_PATCH > 0, // where the bound of a patch stands: faster so
};

// In the host's layout (src/engine/dense/dense_gpu.c).
struct tables {
    double low[LINE][PAIRS];
    double step[LOG_BLOCKS][LINE];
    double pivot[LINE], centre[2][LINE];
    double reach[ROWS];
};

struct far_tables {
    double base[LINE];
    double twice[LOG_STRANDS][LINE];
};

// A matrix.  The constants above are the same for all matrices of a launch.
struct problem {
    struct pm_finish finish;
    double start; // what every product starts from: a power of two
    struct tables tables;
    struct far_tables far;
};

// Loads the sums of row i's unrolled columns, pairs first .. first + TOGETHER - 1.
static __device__ __forceinline__ void load_low(N low[TOGETHER], const struct tables *w, int i,
                                                int first)
{
#pragma unroll
    for (int k = 0; k < WORDS; k++)
#pragma unroll
        for (int s = 0; s < TOGETHER; s += 2) {
            const double2 two = *(const double2 *)&w->low[WORDS * i + k][first + s];
            low[s].w[k] = two.x;
            low[s + 1].w[k] = two.y;
        }
}

// The signed sum of the products of sign vectors first .. first + TOGETHER - 1.  *opposite: that of
// the opposite sign vectors, in ascending order.
static __device__ __forceinline__ N pass(N *opposite, const struct tables *w, const double x[LINE],
                                         int first, double sign)
{
    N p[2 * TOGETHER], q[2 * TOGETHER], low[TOGETHER];

#pragma unroll
    for (int s = 0; s < 2 * TOGETHER; s++)
        p[s] = q[s] = n_real(sign);
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        const N y = n_load(x + WORDS * i, 1);
        const double *const pivot = w->pivot + WORDS * i;
        const bool scale = i == 0 && WORDS > 1; // takes fewer operations than a product
        load_low(low, w, i, first);
#pragma unroll
        for (int s = 0; s < 2 * TOGETHER; s++) {
            const N t =
                s < TOGETHER ? n_plus(y, low[s].w, 1) : n_minus(y, low[2 * TOGETHER - 1 - s].w, 1);
            if (i < ONES && !scale) {
                p[s] = n_times_plus(p[s], t);
                q[s] = n_times_minus(q[s], t);
            } else {
                const N up = i < ONES ? n_shift(t, 1) : i < ZEROS ? t : n_plus(t, pivot, 1);
                const N down = i < ONES ? n_shift(t, -1) : i < ZEROS ? t : n_minus(t, pivot, 1);
                p[s] = scale ? n_scale(up, sign) : n_times(p[s], up);
                q[s] = scale ? n_scale(down, sign) : n_times(q[s], down);
            }
        }
    }
#pragma unroll
    for (int s = 0; s < 2 * TOGETHER; s++)
        p[s] = n_sub(p[s], q[s]);
    *opposite = n_signed_sum(p + TOGETHER, TOGETHER);
    return n_signed_sum(p, TOGETHER);
}

// The signed sum of a block's products, as a tree of differences.
static __device__ __forceinline__ N block(const struct tables *w, const double x[LINE], double sign)
{
    N b = {}, c = {}, first = {}, last = {};

#pragma unroll 1
    for (int k = 0; k < PAIRS / TOGETHER; k++) { // from the begin and from the end
        N opposite;
        const N sum = pass(&opposite, w, x, TOGETHER * k, sign);
        if (k % 2 == 0) {
            b = sum;
            c = opposite;
        } else {
            b = n_sub(b, sum);
            c = n_sub(opposite, c);
        }
        if (k == 1) {
            first = b;
            last = c;
        }
    }
    return PAIRS / TOGETHER == 2 ? n_sub(first, last) : n_sub(n_sub(first, b), n_sub(c, last));
}

// The square of row i's factor in the bound of a patch.
static __device__ __forceinline__ double width(const struct tables *w, const double x[LINE],
                                               const double *centre, int i)
{
    double sum = w->reach[i];

#pragma unroll
    for (int k = WORDS * i + PARTS - 1; k >= WORDS * i; k--) {
        const double y = x[k] + centre[k];
        sum = fma(y, y, sum);
    }
    return sum;
}

static __device__ __forceinline__ double patch_bound(const struct tables *w, double start,
                                                     const double x[LINE], const double *centre)
{
    double chain[4] = {1, 1, 1, 1};

#pragma unroll
    for (int i = 0; i < ROWS; i++)
        chain[i < ROWS / 4 * 4 ? i % 4 : 0] *= width(w, x, centre, i);
    return (start * pm_root_above(chain[0] * chain[1])) * pm_root_above(chain[2] * chain[3]);
}

static __device__ __forceinline__ struct pm_total strand_walk(const struct tables *w,
                                                              const struct far_tables *far,
                                                              double start, double share,
                                                              unsigned long long strand)
{
    struct sums sums;
    double x[LINE], bound = 0;

    sums_clear(&sums);
#pragma unroll
    for (int i = 0; i < LINE; i++)
        x[i] = far->base[i];
#pragma unroll 1
    for (int bit = 0; bit < LOG_STRANDS; bit++) {
        const double sign = strand >> bit & 1 ? -1 : 0;
#pragma unroll
        for (int i = 0; i < LINE; i++)
            x[i] = fma(sign, far->twice[bit][i], x[i]);
    }
#pragma unroll 1
    for (unsigned g = 0; g < 1u << LOG_BLOCKS; g++) {
        if (LATE && g % (1 << LOG_PATCH) == 1) // of the block before
            bound += patch_bound(w, start, x, w->centre[g >> LOG_PATCH & 1]);
        const int bit = g == 0 ? 0 : __ffs(g) - 1;
        const double direction = g == 0 ? 0 : (g ^ g >> 1) >> bit & 1 ? -1 : 1;
        const double *const step = w->step[bit];
#pragma unroll
        for (int i = 0; i < LINE; i++)
            x[i] = fma(direction, step[i], x[i]);
        sums_gather(&sums, block(w, x, g & 1 ? -start : start));
        if (!LATE && g % (1 << LOG_PATCH) == 0)
            bound += patch_bound(w, start, x, w->centre[g >> LOG_PATCH & 1]);
    }
    return strand_end(&sums, bound, strand, share);
}

// out[y][x] = for problem y, node x, counted from unit `first`, which is a multiple of a node.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    walk(struct pm_total *out, const struct problem *problem, unsigned long long first)
{
    constexpr int fits = sizeof(struct tables) <= 46 << 10; // of 48 KiB
    __shared__ __align__(16) double copy[fits ? sizeof(struct tables) / sizeof(double) : 1];

    problem += blockIdx.y;
    for (int k = threadIdx.x; fits && k < (int)(sizeof copy / sizeof *copy); k += THREADS)
        copy[k] = ((const double *)&problem->tables)[k];
    __syncthreads();
    const struct tables *const w = fits ? (const struct tables *)copy : &problem->tables;
    const struct pm_finish finish = problem->finish;
    const struct pm_total total =
        strand_walk(w, &problem->far, problem->start, finish.share, strand_number(first));
    put_node(out, total, &finish);
}
