// SPDX-License-Identifier: GPL-3.0-or-later
// The dense walk over floating numbers on a GPU.  A thread walks a strand with the same operations
// as a lane of a vector on the CPU (src/engine/dense/dense_kernel.c), so both give the same bits.
//
// All threads walk the same Gray code, so all of them read the tables at the same address, two
// numbers in each load.  Row sums are in registers, so every loop over rows is unrolled; those in
// complex double-double are not (strand_rows.h).  Only half of the 2^4 sums of the unrolled
// columns are kept, since opposite signs give the opposite sum.
//
// Constants: PARTS, WORDS of a number (engine/glynn/products.h); ROWS, ONES, ZEROS, LOG_BLOCKS and
// LOG_PATCH as in struct pm_dense_strands; LOG_STRANDS, the number of columns above the Gray-coded ones;
// THREADS of a block, BLOCKS on a multiprocessor; APART, the form of row sums.
#include "fold.h"
#include "num/root.h"

enum {
    LINE = ROWS * WORDS,
    PAIRS = 8,                             // of opposite sign vectors of the unrolled columns
    TOGETHER = WORDS <= 1 + APART ? 4 : 2, // of these, as many as there are registers for
    LATE = WORDS == 1 && LOG_PATCH > 0,    // where the bound of a patch stands: faster so
    UNROLLED = APART ? 4 : ROWS,           // rows
};

#include "strand_rows.h"

// In the host's layout (src/engine/dense/dense_gpu.c).
struct tables {
    double low[LINE][PAIRS];
    double step[LOG_BLOCKS][LINE];
    double pivot[LINE], centre[2][LINE];
    double reach[ROWS];
};

// A matrix.  The constants above are the same for all matrices of a launch.
struct problem {
    struct pm_finish finish;
    double start; // what every product starts from: a power of two
    struct tables tables;
    struct far_tables far;
};

typedef const double (*low_sums)[PAIRS];

enum pivot_kind { ONE, ZERO, ANY };

// Loads the sums of row i's unrolled columns, pairs first .. first + TOGETHER - 1.
static __device__ __forceinline__ void load_low(N low[TOGETHER], low_sums table, int i, int first)
{
#pragma unroll
    for (int k = 0; k < WORDS; k++)
#pragma unroll
        for (int s = 0; s < TOGETHER; s += 2) {
            const double2 two = *(const double2 *)&table[WORDS * i + k][first + s];
            low[s].w[k] = two.x;
            low[s + 1].w[k] = two.y;
        }
}

// Multiplies p[s] by the sum of row i plus its pivot, q[s] by the sum minus the pivot, for sign
// vectors first .. first + TOGETHER - 1 and their opposites, in ascending order.  `scale`: p[s] and
// q[s] become these factors times `sign`.
static __device__ __forceinline__ void multiply(N *p, N *q, const struct tables *w, low_sums table,
                                                const struct row_sums *x, int i, int first,
                                                const enum pivot_kind kind, const bool scale,
                                                double sign)
{
    const double *const pivot = w->pivot + WORDS * i;
    N y, low[TOGETHER];

#pragma unroll
    for (int k = 0; k < WORDS; k++)
        y.w[k] = row_word(x, WORDS * i + k);
    load_low(low, table, i, first);
#pragma unroll
    for (int s = 0; s < 2 * TOGETHER; s++) {
        const N t =
            s < TOGETHER ? n_plus(y, low[s].w, 1) : n_minus(y, low[2 * TOGETHER - 1 - s].w, 1);
        if (kind == ONE && !scale) {
            p[s] = n_times_plus(p[s], t);
            q[s] = n_times_minus(q[s], t);
        } else {
            const N up = kind == ONE ? n_shift(t, 1) : kind == ZERO ? t : n_plus(t, pivot, 1);
            const N down = kind == ONE ? n_shift(t, -1) : kind == ZERO ? t : n_minus(t, pivot, 1);
            p[s] = scale ? n_scale(up, sign) : n_times(p[s], up);
            q[s] = scale ? n_scale(down, sign) : n_times(q[s], down);
        }
    }
}

// The signed sum of the products of sign vectors first .. first + TOGETHER - 1.  *opposite: that of
// the opposite sign vectors, in ascending order.
static __device__ __forceinline__ N pass(N *opposite, const struct tables *w, low_sums table,
                                         const struct row_sums *x, int first, double sign)
{
    constexpr bool scale = WORDS > 1; // the first row: takes fewer operations than a product
    N p[2 * TOGETHER], q[2 * TOGETHER];
    int i = scale;

#pragma unroll
    for (int s = 0; s < 2 * TOGETHER; s++)
        p[s] = q[s] = n_real(sign);
    if (scale)
        multiply(p, q, w, table, x, 0, first, ONES > 0 ? ONE : ZEROS > 0 ? ZERO : ANY, true, sign);
#pragma unroll UNROLLED
    for (; i < ONES; i++)
        multiply(p, q, w, table, x, i, first, ONE, false, sign);
#pragma unroll UNROLLED
    for (; i < ZEROS; i++)
        multiply(p, q, w, table, x, i, first, ZERO, false, sign);
#pragma unroll UNROLLED
    for (; i < ROWS; i++)
        multiply(p, q, w, table, x, i, first, ANY, false, sign);
#pragma unroll
    for (int s = 0; s < 2 * TOGETHER; s++)
        p[s] = n_sub(p[s], q[s]);
    *opposite = n_signed_sum(p + TOGETHER, TOGETHER);
    return n_signed_sum(p, TOGETHER);
}

// The signed sum of a block's products, as a tree of differences.
static __device__ __forceinline__ N block(const struct tables *w, low_sums table,
                                          const struct row_sums *x, double sign)
{
    N b = {}, c = {}, first = {}, last = {};

#pragma unroll 1
    for (int k = 0; k < PAIRS / TOGETHER; k++) { // from the begin and from the end
        N opposite;
        const N sum = pass(&opposite, w, table, x, TOGETHER * k, sign);
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
static __device__ __forceinline__ double width(const struct tables *w, const struct row_sums *x,
                                               const double *centre, int i)
{
    double sum = w->reach[i];

#pragma unroll
    for (int k = WORDS * i + PARTS - 1; k >= WORDS * i; k--) {
        const double y = row_word(x, k) + centre[k];
        sum = fma(y, y, sum);
    }
    return sum;
}

static __device__ __forceinline__ double patch_bound(const struct tables *w, double start,
                                                     const struct row_sums *x, const double *centre)
{
    double chain[4] = {1, 1, 1, 1};
    int i = 0;

#pragma unroll UNROLLED / 4
    for (; i + 4 <= ROWS; i += 4)
#pragma unroll
        for (int c = 0; c < 4; c++)
            chain[c] *= width(w, x, centre, i + c);
#pragma unroll
    for (; i < ROWS; i++)
        chain[0] *= width(w, x, centre, i);
    return (start * pm_root_above(chain[0] * chain[1])) * pm_root_above(chain[2] * chain[3]);
}

static __device__ __forceinline__ struct pm_total
strand_walk(const struct tables *w, low_sums table, const struct far_tables *far, double start,
            double share, unsigned long long strand)
{
    struct sums sums;
    struct row_sums x;
    double bound = 0;

    sums_clear(&sums);
    row_sums_begin(&x, far, strand);
#pragma unroll 1
    for (unsigned g = 0; g < 1u << LOG_BLOCKS; g++) {
        if (LATE && g % (1 << LOG_PATCH) == 1) // of the block before
            bound += patch_bound(w, start, &x, w->centre[g >> LOG_PATCH & 1]);
        const int bit = g == 0 ? 0 : __ffs(g) - 1;
        const double direction = g == 0 ? 0 : (g ^ g >> 1) >> bit & 1 ? -1 : 1;
        row_sums_step(&x, w->step[bit], direction);
        sums_gather(&sums, block(w, table, &x, g & 1 ? -start : start));
        if (!LATE && g % (1 << LOG_PATCH) == 0)
            bound += patch_bound(w, start, &x, w->centre[g >> LOG_PATCH & 1]);
    }
    return strand_end(&sums, bound, strand, share);
}

// out[y][x] = for problem y, node x, counted from unit `first`, which is a multiple of a node.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    walk(struct pm_total *out, const struct problem *problem, unsigned long long first)
{
    constexpr int fits = sizeof(struct tables) <= 46 << 10; // of 48 KiB
    constexpr size_t size = APART ? sizeof(double[LINE][PAIRS]) : fits ? sizeof(struct tables) : 0;
    __shared__ __align__(16) double copy[size / sizeof(double) + (size == 0)];

    problem += blockIdx.y;
    for (int k = threadIdx.x; k < (int)(size / sizeof *copy); k += THREADS)
        copy[k] = ((const double *)&problem->tables)[k];
    __syncthreads();
    const struct tables *const w = !APART && fits ? (const struct tables *)copy : &problem->tables;
    const low_sums table = size > 0 ? (low_sums)copy : w->low;
    const struct pm_finish finish = problem->finish;
    const struct pm_total total =
        strand_walk(w, table, &problem->far, problem->start, finish.share, strand_number(first));
    put_node(out, total, &finish);
}
