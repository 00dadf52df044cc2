/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the kernels of an instruction set. */
#include "batch/all_minors.h"
#include "batch/terms_kernel.h"
#include "engine/isa/isa.h"

#define TERMS(set)    pm_terms_walk_##set,
#define MINORS(set)   pm_minors_walk_##set,
#define REAL(set)     pm_minors_real_##set,
#define COMPLEX(set)  pm_minors_complex_##set,
#define KERNELS(set)                                                                               \
    extern pm_terms_walk pm_terms_walk_##set, pm_minors_walk_##set;                                \
    extern pm_minors_strands pm_minors_real_##set, pm_minors_complex_##set;

PM_ISA_EACH(KERNELS)

pm_terms_walk *pm_terms_kernel(const struct pm_isa *isa, bool minors)
{
    static pm_terms_walk *const of_values[] = {PM_ISA_EACH(TERMS)};
    static pm_terms_walk *const of_minors[] = {PM_ISA_EACH(MINORS)};

    return (minors ? of_minors : of_values)[isa->number];
}

pm_minors_strands *pm_minors_kernel(const struct pm_isa *isa, int parts)
{
    static pm_minors_strands *const real[] = {PM_ISA_EACH(REAL)};
    static pm_minors_strands *const of_complex[] = {PM_ISA_EACH(COMPLEX)};

    return (parts == 1 ? real : of_complex)[isa->number];
}
