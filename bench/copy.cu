// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the device copies memory: sixteen bytes a thread and turn.
extern "C" __global__ void __launch_bounds__(256) copy(uint4 *to, const uint4 *from,
                                                       unsigned long long count)
{
    const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

    for (unsigned long long k = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
         k < count; k += step)
        to[k] = from[k];
}
