/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the kernels of an instruction set. */
#include "batch/all_minors.h"
#include "engine/isa/isa.h"

#define REAL(set)    pm_minors_real_##set,
#define COMPLEX(set) pm_minors_complex_##set,
#define KERNELS(set) extern pm_minors_strands pm_minors_real_##set, pm_minors_complex_##set;

PM_ISA_EACH(KERNELS)

pm_minors_strands *pm_minors_kernel(const struct pm_isa *isa, int parts)
{
    static pm_minors_strands *const real[] = {PM_ISA_EACH(REAL)};
    static pm_minors_strands *const of_complex[] = {PM_ISA_EACH(COMPLEX)};

    return (parts == 1 ? real : of_complex)[isa->number];
}
