/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Four numbers of 32 bits, which sweep kernels move at once, and their places. */
#pragma once

#ifdef __CUDACC__
typedef uint4 quad;
#else
struct quad {
    unsigned x, y, z, w;
};
#endif

// Copies to shared memory; the copies have arrived after fetched().
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
static __device__ __forceinline__ void fetch(quad *to, const quad *from)
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from));
}

static __device__ __forceinline__ void fetched()
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}
#else // older devices, and the emulator, copy at once
static __device__ __forceinline__ void fetch(quad *to, const quad *from)
{
    *to = *from;
}

static __device__ __forceinline__ void fetched()
{
}
#endif

// Writes what this kernel does not read again.
static __device__ __forceinline__ void put(quad *to, quad q)
{
#ifdef __CUDACC__
    __stcs(to, q);
#else
    *to = q;
#endif
}

// Moves the lowest bits of x to the places that are set in mask.
static __device__ __forceinline__ unsigned long long deposit(unsigned long long x,
                                                             unsigned long long mask)
{
    unsigned long long y = 0;

    for (; mask != 0; mask &= mask - 1, x >>= 1)
        if (x & 1)
            y |= mask & -mask;
    return y;
}
