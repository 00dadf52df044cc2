/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse walk on a GPU: a thread walks a strand as a lane of a vector does on the CPU
 * (src/engine/sparse/sparse_kernel.h), operation for operation, so that both give the same bits.
 *
 * "program.h" is written for the matrix in hand (src/engine/sparse/sparse_gpu.c): which products
 * are made of which, with rows, signs and values as constants, so that row sums and products are
 * registers as far as there are any.  All threads repeat the same operations, for they walk the
 * same Gray code; a warp whose products are all zero skips the block.
 *
 * Constants: ROWS, LOG_BLOCKS, LOG_STRANDS (columns above the Gray-coded ones), ENTRIES products,
 * RESULT the one that counts, THREADS, BLOCKS of them on a multiprocessor.  The file that includes
 * this has defined LINE numbers in a line of row sums, struct problem with members base[LINE] and
 * twice[LOG_STRANDS][LINE], the type P of products, and struct state:
 *
 *     double x[LINE]; P e[ENTRIES]; const struct problem *problem;
 *     row(i, low ...)                                        a row sum plus constants
 *     one(), product(t, least), plus(t, least), minus(t, least)   1, t, t + 1, t - 1
 *     times(p, q), plus(p, t, least), minus(p, t, least)     p q, p (t + 1), p (t - 1)
 *     difference(p, q), any(p)                               p - q, whether p is not zero
 *     begin(), gather(p, minus)                              x is there; add the product of a block
 */
struct strand : state {
    /* void move(int bit, double direction): the Gray step of a column;
     * bool block(unsigned moved): repeats what the columns `moved` have changed. */
#include "program.h"

    __device__ __forceinline__ void walk(unsigned long long number)
    {
        unsigned moved = ~0u;

#pragma unroll
        for (int i = 0; i < LINE; i++)
            x[i] = problem->base[i];
#pragma unroll 1
        for (int bit = 0; bit < LOG_STRANDS; bit++) {
            const double sign = number >> bit & 1 ? -1 : 0;
#pragma unroll
            for (int i = 0; i < LINE; i++)
                x[i] = fma(sign, problem->twice[bit][i], x[i]);
        }
        begin();
#pragma unroll 1
        for (unsigned g = 0; g < 1u << LOG_BLOCKS; g++) {
            if (g > 0) {
                const int bit = __ffs(g) - 1;
                move(bit, (g ^ g >> 1) >> bit & 1 ? -1 : 1);
                moved |= 1u << bit;
            }
            if (block(moved)) {
                moved = 0;
                gather(e[RESULT], g & 1);
            }
        }
    }
};

/* out[y][x]: from problem y, node x of those that follow unit `first`, a multiple of a node. */
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    walk(node *out, const struct problem *problem, unsigned long long first)
{
    const unsigned long long number = strand_number(first);
    struct strand strand;

    strand.problem = problem + blockIdx.y;
    strand.walk(number);
    strand.put(out, number);
}
