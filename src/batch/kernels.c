/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kernel of tables goes with an instruction set. */
#include "batch/table.h"
#include "engine/isa/isa.h"

#define KERNEL(set) extern pm_table_walk pm_table_walk_##set;
#define ROW(set)    pm_table_walk_##set,

PM_ISA_EACH(KERNEL)

pm_table_walk *pm_table_kernel(const struct pm_isa *isa)
{
    static pm_table_walk *const kernel[] = {PM_ISA_EACH(ROW)};

    return kernel[isa->number];
}
