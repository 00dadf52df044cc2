/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels for this machine. */
#include "engine/hafnian/walks_lanes.h"

#include "engine/isa/isa.h"

#define DECLARE(set)                                                                               \
    extern pm_haf_kernel pm_haf_real_##set, pm_haf_complex_##set, pm_haf_real_dd_##set,            \
        pm_haf_complex_dd_##set;
#define ROW(set)                                                                                   \
    {{pm_haf_real_##set, pm_haf_real_dd_##set}, {pm_haf_complex_##set, pm_haf_complex_dd_##set}},

PM_ISA_EACH(DECLARE)

pm_haf_kernel *pm_haf_kernel_of(const struct pm_isa *isa, int parts, int words)
{
    static pm_haf_kernel *const kernel[][2][2] = {PM_ISA_EACH(ROW)};

    return kernel[isa->number][parts - 1][words / parts - 1];
}
