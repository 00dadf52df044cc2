/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one table of instruction sets.  All compute the same bits.
 *
 * Kernels that use vectors are compiled once per set, under names that end with the set's.  Who has
 * such kernels has a small table of them, a row for each set, and picks the row number
 * pm_isa.number:
 *
 *     #define DECLARE(set) extern pm_kernel pm_walk_##set;
 *     #define ROW(set)     pm_walk_##set,
 *     PM_ISA_EACH(DECLARE)
 *     static pm_kernel *const walk[] = {PM_ISA_EACH(ROW)};
 */
#ifndef PM_ENGINE_ISA_ISA_H
#define PM_ENGINE_ISA_ISA_H

#include "base/status.h"

#include "config.h"

/* The sets of this build, the fastest first. */
#ifdef PM_HAVE_X86_VECTORS
#define PM_ISA_EACH(DO) DO(avx512) DO(avx2) DO(portable)
#else
#define PM_ISA_EACH(DO) DO(portable)
#endif

struct pm_isa {
    const char *name;
    int number; /* in tables of kernels */
    int width;  /* doubles in a vector */
};

/* Sets that this build and this machine have, the fastest first; NULL-terminated. */
const struct pm_isa *const *pm_isa_list(void);

/* The one of that name; NULL asks for the fastest.  NULL where there is none. */
const struct pm_isa *pm_isa_find(const char *name);

/* The one of that name; without one, that which the environment's PM_ISA names, or the fastest. */
pm_status pm_isa_chosen(const struct pm_isa **isa, const char *wanted);

#endif
