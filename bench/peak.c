/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peak.h"

#include "config.h"

#ifdef PM_HAVE_X86_VECTORS
#include <immintrin.h>
#endif

/* Every chain is z = z / 2 + 1, from a start of its own: equal ones would be merged. */
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
#define START(k) z##k = ALL(k);
#define STEP(k)  z##k = FMA(z##k, half, one);
#define END(k)   sum += z##k;
#define CHAINS                                                                                     \
    {                                                                                              \
        const V half = ALL(0.5), one = ALL(1);                                                     \
        V z0, z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, sum = ALL(0);                          \
        EACH(START)                                                                                \
        for (; rounds > 0; rounds--) {                                                             \
            EACH(STEP)                                                                             \
        }                                                                                          \
        EACH(END)                                                                                  \
        return FIRST(sum);                                                                         \
    }

#define V        double
#define ALL(x)   (x)
#define FMA      __builtin_fma
#define FIRST(x) (x)
static double peak1(long rounds) CHAINS
#undef V
#undef ALL
#undef FMA
#undef FIRST

#ifdef PM_HAVE_X86_VECTORS
#define FIRST(x) (x)[0]
#define V        __m256d
#define ALL      _mm256_set1_pd
#define FMA      _mm256_fmadd_pd
__attribute__((target("avx2,fma"))) static double peak4(long rounds) CHAINS
#undef V
#undef ALL
#undef FMA

#define V   __m512d
#define ALL _mm512_set1_pd
#define FMA _mm512_fmadd_pd
__attribute__((target("avx512f"))) static double peak8(long rounds) CHAINS
#endif

double bench_peak(const struct pm_isa *isa, long rounds)
{
#ifdef PM_HAVE_X86_VECTORS
    if (isa->width > 1)
        return (isa->width == 8 ? peak8 : peak4)(rounds);
#else
    (void)isa;
#endif
    return peak1(rounds);
}
