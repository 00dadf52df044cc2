// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the device multiplies and adds doubles: independent chains, nothing else.
enum { CHAINS = 8, UNROLL = 16 };

// CHAINS * UNROLL fused multiply-adds a thread and round.
extern "C" __global__ void __launch_bounds__(256) peak(double *out, int rounds)
{
    double z[CHAINS];

#pragma unroll
    for (int k = 0; k < CHAINS; k++)
        z[k] = threadIdx.x + k;
#pragma unroll 1
    for (int round = 0; round < rounds; round++)
#pragma unroll
        for (int step = 0; step < UNROLL; step++)
#pragma unroll
            for (int k = 0; k < CHAINS; k++)
                z[k] = fma(z[k], 0.5, 1.0);
    double sum = 0;
#pragma unroll
    for (int k = 0; k < CHAINS; k++)
        sum += z[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
