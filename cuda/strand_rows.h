/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row sums of a strand on a GPU, in one of two forms.
 *
 * In registers: a thread has its own sums, which take two registers for each word of a row.
 *
 * Apart, for numbers that would need too many registers (src/engine/dense/dense_gpu.c).  A row sum
 * is the sum of two numbers.  The first belongs to a lane of a warp.  It contains the lowest
 * columns of the strand, whose signs differ between lanes but not between warps; the host makes
 * this table. The second belongs to a warp and contains the other columns.  It is in shared memory
 * and follows the Gray code.  Row sums are exact (engine/glynn/rounded.c), so both forms give the
 * same sums. This form takes one more addition for each word, and no registers.
 *
 * Constants: APART, the form; LINE, words of all rows; LOG_STRANDS; THREADS of a block. */

enum { LOG_WARP = 5, WARP = 1 << LOG_WARP };

struct far_tables {
    double base[LINE];
    double twice[LOG_STRANDS][LINE];
#if APART
    double lane[LINE][WARP];
#endif
};

#if APART

struct row_sums {
    const double *lane;  // this lane's numbers are WARP apart
    double *warp, *next; // in shared memory; next: where those after a step will be
};

static __device__ __forceinline__ double row_word(const struct row_sums *x, int k)
{
    return x->lane[WARP * k] + x->warp[k];
}

static __device__ __forceinline__ void
row_sums_begin(struct row_sums *x, const struct far_tables *far, unsigned long long strand)
{
    __shared__ double sums[THREADS / WARP][2][LINE];
    const int lane = (int)threadIdx.x % WARP, warp = (int)threadIdx.x / WARP;

    x->lane = far->lane[0] + lane;
    x->warp = sums[warp][0];
    x->next = sums[warp][1];
    for (int k = lane; k < LINE; k += WARP) {
        double sum = far->base[k];
        for (int bit = LOG_WARP; bit < LOG_STRANDS; bit++)
            sum = fma(strand >> bit & 1 ? -1.0 : 0.0, far->twice[bit][k], sum);
        x->warp[k] = sum;
    }
}

// Nobody still reads `next`: all lanes have been here since.
static __device__ __forceinline__ void row_sums_step(struct row_sums *x, const double *step,
                                                     double direction)
{
    double *const before = x->warp;

    for (int k = (int)threadIdx.x % WARP; k < LINE; k += WARP)
        x->next[k] = fma(direction, step[k], before[k]);
    x->warp = x->next;
    x->next = before;
    __syncwarp(~0u);
}

#else

struct row_sums {
    double word[LINE];
};

static __device__ __forceinline__ double row_word(const struct row_sums *x, int k)
{
    return x->word[k];
}

static __device__ __forceinline__ void
row_sums_begin(struct row_sums *x, const struct far_tables *far, unsigned long long strand)
{
#pragma unroll
    for (int i = 0; i < LINE; i++)
        x->word[i] = far->base[i];
#pragma unroll 1
    for (int bit = 0; bit < LOG_STRANDS; bit++) {
        const double sign = strand >> bit & 1 ? -1 : 0;
#pragma unroll
        for (int i = 0; i < LINE; i++)
            x->word[i] = fma(sign, far->twice[bit][i], x->word[i]);
    }
}

static __device__ __forceinline__ void row_sums_step(struct row_sums *x, const double *step,
                                                     double direction)
{
#pragma unroll
    for (int i = 0; i < LINE; i++)
        x->word[i] = fma(direction, step[i], x->word[i]);
}

#endif
