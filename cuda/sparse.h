/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse walk on a GPU.  A thread walks a strand with the same operations as a lane of a vector
 * on the CPU (src/engine/sparse/sparse_kernel.c), so both give the same bits.
 *
 * "program.h" is generated for the current matrix (src/engine/sparse/program_source.c).  It says
 * how products are made, with rows, signs and values as constants, so that row sums and products
 * are in registers as far as possible.  All threads do the same operations, since they walk the
 * same Gray code.  A warp whose products are all zero skips the block.
 *
 * Constants: ROWS, LOG_BLOCKS, LOG_STRANDS (columns above the Gray-coded ones), ENTRIES products,
 * RESULT the one that counts, THREADS, BLOCKS of them on a multiprocessor.  A file that includes
 * this has defined LINE, the number of numbers in a line of row sums; struct problem with members
 * base[LINE] and twice[LOG_STRANDS][LINE]; the type P of products; and struct state:
 *
 *     double x[LINE]; P e[ENTRIES]; const struct problem *problem;
 *     row(i, low ...)                                        a row sum plus constants
 *     one(), product(t, least), plus(t, least), minus(t, least)   1, t, t + 1, t - 1
 *     times(p, q), plus(p, t, least), minus(p, t, least)     p q, p (t + 1), p (t - 1)
 *     difference(p, q), any(p)                               p - q, whether p is not zero
 *     begin(), gather(p, minus)                              x is ready; add the product of a
 * block */
struct strand : state {
    /* void move(int bit, double direction): the Gray code step of a column; bool block(unsigned
     * moved): repeats what depends on the columns `moved`. */
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

/* out[y][x] = for problem y, node x, counted from unit `first`, which is a multiple of a node. */
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    walk(node *out, const struct problem *problem, unsigned long long first)
{
    const unsigned long long number = strand_number(first);
    struct strand strand;

    strand.problem = problem + blockIdx.y;
    strand.walk(number);
    strand.put(out, number);
}
