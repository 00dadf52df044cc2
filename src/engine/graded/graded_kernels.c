/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of the graded walk's kernels, with one row for each instruction set. */
#include "engine/graded/graded_nodes.h"
#include "engine/isa/isa.h"

#define MEMBERS(DO, set)                                                                           \
    DO(test, set)                                                                                  \
    DO(list, set)                                                                                  \
    DO(fill, set)                                                                                  \
    DO(fill_near, set) DO(single, set) DO(leaf, set) DO(whole, set) DO(fine, set) DO(rest, set)
#define DECLARE(member, set)                                                                       \
    extern __typeof__(*(struct pm_graded_kernels){0}.member) pm_graded_##member##_##set;
#define FILL(member, set)        .member = pm_graded_##member##_##set,
#define KERNELS(set, type, name) MEMBERS(DECLARE, set)
#define ROW(set, type, name)     {MEMBERS(FILL, set)},

PM_ISA_EACH(KERNELS, , )

const struct pm_graded_kernels *pm_graded_kernels_of(const struct pm_isa *isa)
{
    static const struct pm_graded_kernels kernels[] = {PM_ISA_EACH(ROW, , )};

    return &kernels[isa->number];
}
