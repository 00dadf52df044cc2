/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of patterns.h for this machine. */
#include "engine/hafnian/patterns.h"

#include "engine/isa/isa.h"

#define DECLARE(set)                                                                               \
    extern pm_haf_patterns_fill pm_haf_patterns_real_##set, pm_haf_patterns_complex_##set,         \
        pm_haf_patterns_real_dd_##set, pm_haf_patterns_complex_dd_##set;
#define ROW(set)                                                                                   \
    {{pm_haf_patterns_real_##set, pm_haf_patterns_real_dd_##set},                                  \
     {pm_haf_patterns_complex_##set, pm_haf_patterns_complex_dd_##set}},

PM_ISA_EACH(DECLARE)

pm_haf_patterns_fill *pm_haf_patterns_of(const struct pm_isa *isa, int parts, int words)
{
    static pm_haf_patterns_fill *const kernel[][2][2] = {PM_ISA_EACH(ROW)};

    return kernel[isa->number][parts - 1][words / parts - 1];
}
