/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kernel computes with which numbers. */
#include "engine/sweep/kernel.h"

#include "config.h"
#include "engine/isa/isa.h"

#include <string.h>

extern const struct pm_sweep_kernel pm_sweep_mod, pm_sweep_real, pm_sweep_complex, pm_sweep_dd,
    pm_sweep_complex_dd;
extern const struct pm_sweep_kernel pm_sweep_residues_portable, pm_sweep_residues_avx2,
    pm_sweep_residues_avx512;

static const struct pm_sweep_kernel *of_residues(const char *set)
{
#ifdef PM_HAVE_X86_VECTORS
    const struct pm_isa *isa;

    if (pm_isa_chosen(&isa, set) == PM_OK && isa->width > 1)
        return isa->width == 8 ? &pm_sweep_residues_avx512 : &pm_sweep_residues_avx2;
#else
    (void)set;
#endif
    return &pm_sweep_residues_portable;
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
