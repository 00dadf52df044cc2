/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kernels go with a number type, a key width, an instruction set. */
#include "engine/dense/strands.h"
#include "engine/tree/run.h"

#include "config.h"

#include <stdlib.h>

/* Keys of one word, of two. */
#define NARROW        64
#define KERNELS(type) extern const struct pm_tree_kernels pm_tree_##type, pm_tree_wide_##type
#define BOTH(type)                                                                                 \
    {                                                                                              \
        &pm_tree_##type, &pm_tree_wide_##type                                                      \
    }

KERNELS(mod);
KERNELS(wrap);
KERNELS(real);
KERNELS(complex);
KERNELS(dd);
KERNELS(complex_dd);
KERNELS(mods_portable);
#ifdef PM_HAVE_X86_VECTORS
KERNELS(mods_avx2);
KERNELS(mods_avx512);
#endif

static const struct pm_tree_kernels *of_residues(bool wide, const char *set)
{
    static const struct pm_tree_kernels *const portable[2] = BOTH(mods_portable);
#ifdef PM_HAVE_X86_VECTORS
    static const struct pm_tree_kernels *const avx2[2] = BOTH(mods_avx2);
    static const struct pm_tree_kernels *const avx512[2] = BOTH(mods_avx512);
    const struct pm_isa *isa;

    if (pm_isa_chosen(&isa, set) == PM_OK && isa->width > 1)
        return isa->width == 8 ? avx512[wide] : avx2[wide];
#endif
    return portable[wide];
}

const struct pm_tree_kernels *pm_tree_kernels_of(enum pm_number number, int width, const char *set)
{
    static const struct pm_tree_kernels *const kernels[PM_NUMBERS][2] = {
        [PM_MOD] = BOTH(mod),         [PM_WRAP] = BOTH(wrap), [PM_REAL] = BOTH(real),
        [PM_COMPLEX] = BOTH(complex), [PM_DD] = BOTH(dd),     [PM_COMPLEX_DD] = BOTH(complex_dd),
    };
    const bool wide = width > NARROW;
    return number == PM_MODS ? of_residues(wide, set) : kernels[number][wide];
}
