/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each chain depends only on its own previous result.  So as many chains as the latency in cycles
 * keep the units busy.  The walk's kernels are compared with this rate. */
#include "bench/peak.h"

#include "config.h"

#ifdef PM_HAVE_X86_VECTORS
#include <immintrin.h>
#endif

/* Every chain is z = z / 2 + 1, with different starts, since equal chains would be merged. */
#define EACH_CHAIN _Pragma("GCC unroll 12") for (int k = 0; k < BENCH_PEAK_FMAS; k++)
#define PEAK(name, target, vector, all, fused, first)                                              \
    target static double name(long rounds)                                                         \
    {                                                                                              \
        const vector half = all(0.5), one = all(1.0);                                              \
        vector z[BENCH_PEAK_FMAS], sum = all(0.0);                                                 \
                                                                                                   \
        EACH_CHAIN z[k] = all((double)k);                                                          \
        for (; rounds > 0; rounds--)                                                               \
            EACH_CHAIN z[k] = fused(z[k], half, one);                                              \
        EACH_CHAIN sum += z[k];                                                                    \
        return first(sum);                                                                         \
    }
#define ITSELF(x) (x)
#define FIRST(x)  (x)[0]

#define FOR(set) __attribute__((target(set)))

PEAK(peak_portable, , double, ITSELF, __builtin_fma, ITSELF)
#ifdef PM_HAVE_X86_VECTORS
PEAK(peak_avx2, FOR("avx2,fma"), __m256d, _mm256_set1_pd, _mm256_fmadd_pd, FIRST)
PEAK(peak_avx512, FOR("avx512f"), __m512d, _mm512_set1_pd, _mm512_fmadd_pd, FIRST)
#endif

double bench_peak(const struct pm_isa *isa, long rounds)
{
#ifdef PM_HAVE_X86_VECTORS
    if (isa->width > 1)
        return (isa->width == 8 ? peak_avx512 : peak_avx2)(rounds);
#else
    (void)isa;
#endif
    return peak_portable(rounds);
}
