/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kernel of tables goes with an instruction set. */
#include "batch/table.h"

#include "config.h"

#include <stddef.h>
#include <string.h>

extern pm_table_walk pm_table_walk_portable;
#ifdef PM_HAVE_X86_VECTORS
extern pm_table_walk pm_table_walk_avx2, pm_table_walk_avx512;
#endif

pm_table_walk *pm_table_kernel(const char *set)
{
    static const struct {
        const char *set;
        pm_table_walk *walk;
    } kernel[] = {
#ifdef PM_HAVE_X86_VECTORS
        {"avx512", pm_table_walk_avx512},
        {"avx2", pm_table_walk_avx2},
#endif
        {"portable", pm_table_walk_portable},
    };

    for (size_t k = 0; k < sizeof kernel / sizeof *kernel; k++)
        if (strcmp(kernel[k].set, set) == 0)
            return kernel[k].walk;
    return NULL;
}
