/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk on a GPU: a thread walks a strand as a lane of a vector does on the CPU
 * (src/engine/dense, src/engine/sparse), operation for operation, so that both give the same bits.
 *
 * All threads walk the same Gray code, so the tables are read at one address by all of them, from
 * shared memory, two numbers a load.  Row sums stay in registers: N is known when this is compiled
 * and every loop over rows is unrolled.  Of the 2^4 sums of the unrolled columns half are kept, for
 * that of the opposite signs is the same with the other sign.
 *
 * Constants: N rows, ONES, ZEROS, LOG_BLOCKS and LOG_PATCH as in struct pm_strands, LOG_STRANDS
 * (columns above the Gray-coded ones), THREADS, BLOCKS of them on a multiprocessor.  The file that
 * includes this has defined PARTS and WORDS (fold.h), and defines block() and width(). */
#include "fold.h"
#include "num/root.h"

enum {
    LINE = N * WORDS,
    PAIRS = 8,         /* of opposite sign vectors of the unrolled columns */
    LATE = WORDS == 1, /* where the bound of a patch stands: the compiled code is faster so */
};

/* As the host lays them out (src/engine/dense/dense_gpu.c). */
struct tables {
    double low[LINE][PAIRS];
    double step[LOG_BLOCKS][LINE];
    double pivot[LINE], centre[2][LINE];
    double reach[N];
};

struct far_tables {
    double base[LINE];
    double twice[LOG_STRANDS][LINE];
};

/* A matrix.  The constants above are of all matrices of a launch. */
struct problem {
    double start; /* what every product starts from */
    struct pm_finish finish;
    struct tables tables;
    struct far_tables far;
};

/* r = the signed sum of a block's products, as the tree of differences. */
static __device__ void block(double r[WORDS], const struct tables *w, const double x[LINE],
                             double sign);

/* The square of row i's factor in the bound of a patch. */
static __device__ double width(const struct tables *w, const double x[LINE], const double *centre,
                               int i);

static __device__ __forceinline__ double patch_bound(const struct tables *w, double start,
                                                     const double x[LINE], const double *centre)
{
    double chain[4] = {1, 1, 1, 1};

#pragma unroll
    for (int i = 0; i < N; i++)
        chain[i < N / 4 * 4 ? i % 4 : 0] *= width(w, x, centre, i);
    return (start * pm_root_above(chain[0] * chain[1])) * pm_root_above(chain[2] * chain[3]);
}

static __device__ __forceinline__ struct pm_total strand_walk(const struct tables *w,
                                                              const struct far_tables *far,
                                                              double start, double share,
                                                              unsigned long long strand)
{
    struct sums sums = {};
    double x[LINE], bound = 0;

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
        double r[WORDS];
#pragma unroll
        for (int i = 0; i < LINE; i++)
            x[i] = fma(direction, step[i], x[i]);
        block(r, w, x, g & 1 ? -start : start);
        gather(&sums, r);
        if (!LATE && g % (1 << LOG_PATCH) == 0)
            bound += patch_bound(w, start, x, w->centre[g >> LOG_PATCH & 1]);
    }
    return strand_end(&sums, bound, strand, share);
}

/* out[y][x]: from problem y, node x of those that follow unit `first`, a multiple of a node. */
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    walk(struct pm_total *out, const struct problem *problem, unsigned long long first)
{
    constexpr int fits = sizeof(struct tables) <= 46 << 10; /* of 48 KiB */
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
