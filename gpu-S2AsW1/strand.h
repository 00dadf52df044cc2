/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands and threads: LANES strands in each unit, as in src/engine/glynn/sign_walk.h, and one
 * strand in each thread.  Constant: THREADS of a block. */
enum { LANES = 8 };

/* The number of this thread's strand; the units of this launch begin at `first`. */
static __device__ __forceinline__ unsigned long long strand_number(unsigned long long first)
{
    return first * LANES + (unsigned long long)blockIdx.x * THREADS + threadIdx.x;
}
