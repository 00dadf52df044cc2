/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the kernel for a kind of numbers. */
#include "engine/sweep/kernel/kernel.h"

#include "engine/isa/isa.h"

extern const struct pm_sweep_kernel pm_sweep_mod, pm_sweep_real, pm_sweep_complex, pm_sweep_dd,
    pm_sweep_complex_dd;
PM_ISA_TABLE(const struct pm_sweep_kernel, pm_sweep_residues);
PM_ISA_TABLE(const struct pm_sweep_kernel, pm_sweep_moduli);

const struct pm_sweep_kernel *pm_sweep_kernel_of_moduli(const char *set)
{
    return pm_sweep_moduli_sets[pm_isa_number(set)];
}

const struct pm_sweep_kernel *pm_sweep_kernel_of(const struct pm_ring *ring, const char *set)
{
    static const struct pm_sweep_kernel *const kernels[PM_NUMBERS] = {
        [PM_MOD] = &pm_sweep_mod,
        [PM_REAL] = &pm_sweep_real,
        [PM_COMPLEX] = &pm_sweep_complex,
        [PM_DD] = &pm_sweep_dd,
        [PM_COMPLEX_DD] = &pm_sweep_complex_dd,
    };
    return ring->number == PM_MOD && ring->p >> PM_SWEEP_PRIME_BITS == 0
               ? pm_sweep_residues_sets[pm_isa_number(set)]
               : kernels[ring->number];
}
