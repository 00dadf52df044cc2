/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of the tree engine's kernels, by number type, key width and instruction set. */
#include "engine/tree/tree_kernels.h"

#include "engine/isa/isa.h"

enum { NARROW = 64 }; /* number of bits of a narrow key */

#define DECLARE(type) extern const struct pm_tree_kernels pm_tree_##type, pm_tree_wide_##type;
#define BOTH(type)                                                                                 \
    {                                                                                              \
        &pm_tree_##type, &pm_tree_wide_##type                                                      \
    }

DECLARE(mod)
DECLARE(wrap)
DECLARE(real)
DECLARE(complex)
DECLARE(dd)
DECLARE(complex_dd)
PM_ISA_TABLE(const struct pm_tree_kernels, pm_tree_mods);
PM_ISA_TABLE(const struct pm_tree_kernels, pm_tree_wide_mods);

const struct pm_tree_kernels *pm_tree_kernels_of(enum pm_number number, int width, const char *set)
{
    static const struct pm_tree_kernels *const kernels[PM_NUMBERS][2] = {
        [PM_MOD] = BOTH(mod),         [PM_WRAP] = BOTH(wrap), [PM_REAL] = BOTH(real),
        [PM_COMPLEX] = BOTH(complex), [PM_DD] = BOTH(dd),     [PM_COMPLEX_DD] = BOTH(complex_dd),
    };
    const bool wide = width > NARROW;

    if (number != PM_MODS)
        return kernels[number][wide];
    return (wide ? pm_tree_wide_mods_sets : pm_tree_mods_sets)[pm_isa_number(set)];
}
