/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the kernel for a kind of numbers. */
#include "engine/sweep/kernel/kernel.h"

#include "engine/isa/isa.h"

extern const struct pm_sweep_kernel pm_sweep_mod, pm_sweep_real, pm_sweep_complex, pm_sweep_dd,
    pm_sweep_complex_dd;
#define DECLARE(set)                                                                               \
    extern const struct pm_sweep_kernel pm_sweep_residues_##set, pm_sweep_moduli_##set;
#define RESIDUES(set) &pm_sweep_residues_##set,
#define MODULI(set)   &pm_sweep_moduli_##set,
#define COUNT(set)    +1
PM_ISA_EACH(DECLARE)

enum { SETS = PM_ISA_EACH(COUNT) };

/* The row of the instruction set; the last row is for every machine. */
static int set_number(const char *set)
{
    const struct pm_isa *isa;

    return pm_isa_chosen(&isa, set) == PM_OK ? isa->number : SETS - 1;
}

static const struct pm_sweep_kernel *of_residues(const char *set)
{
    static const struct pm_sweep_kernel *const kernels[] = {PM_ISA_EACH(RESIDUES)};

    return kernels[set_number(set)];
}

const struct pm_sweep_kernel *pm_sweep_kernel_of_moduli(const char *set)
{
    static const struct pm_sweep_kernel *const kernels[] = {PM_ISA_EACH(MODULI)};

    return kernels[set_number(set)];
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
    return ring->number == PM_MOD && ring->p >> PM_SWEEP_PRIME_BITS == 0 ? of_residues(set)
                                                                         : kernels[ring->number];
}
