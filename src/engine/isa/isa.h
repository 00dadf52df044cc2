/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of instruction sets.  All of them compute the same bits.
 *
 * Kernels that use vectors are compiled once for each set, and their names end with the set's
 * name.  A file with such kernels has a small table with one row for each set, and uses row
 * pm_isa.number:
 *
 *     #define DECLARE(set) extern pm_kernel pm_walk_##set;
 *     #define ROW(set)     pm_walk_##set,
 *     PM_ISA_EACH(DECLARE)
 *     static pm_kernel *const walk[] = {PM_ISA_EACH(ROW)}; */
#ifndef PM_ENGINE_ISA_ISA_H
#define PM_ENGINE_ISA_ISA_H

#include "base/status.h"

#include "config.h"

/* The sets of this build, fastest first. */
#ifdef PM_HAVE_X86_VECTORS
#define PM_ISA_EACH(DO) DO(avx512) DO(avx2) DO(portable)
#else
#define PM_ISA_EACH(DO) DO(portable)
#endif

struct pm_isa {
    const char *name;
    int number; /* row number in tables of kernels */
    int width;  /* doubles in a vector */
};

/* The sets that both this build and this machine have, fastest first; ends with NULL. */
const struct pm_isa *const *pm_isa_list(void);

/* The set with that name, or the fastest for NULL.  Returns NULL where there is none. */
const struct pm_isa *pm_isa_find(const char *name);

/* The set with that name.  Without a name: the set that the environment variable PM_ISA names, or
 * the fastest. */
pm_status pm_isa_chosen(const struct pm_isa **isa, const char *wanted);

#endif
