/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast this instruction set multiplies and adds: independent chains, nothing else. */
#include "engine/isa/isa.h"

double ISA_NAME(pm_fma_peak)(long rounds);

/* Every chain is z = z / 2 + 1, from a start of its own: equal ones would be merged. */
double ISA_NAME(pm_fma_peak)(long rounds)
{
    const V half = v_all(0.5), one = v_all(1);
    double out[8] __attribute__((aligned(64)));
    double total = 0;

#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
#define START(k) V z##k = v_all(k);
#define STEP(k)  z##k = v_fma(z##k, half, one);
#define END(k)                                                                                     \
    v_store(out, z##k);                                                                            \
    total += out[0];
    EACH(START)
    for (; rounds > 0; rounds--) {
        EACH(STEP)
    }
    EACH(END)
    return total;
}
