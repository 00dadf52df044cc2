/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of instruction sets.  All of them compute the same bits.
 *
 * Kernels that use vectors are compiled once for each set, and their names end with the set's
 * name.  PM_ISA_TABLE() makes a table of them with one row for each set: row pm_isa.number. */
#pragma once

#include "base/status.h"

#include "config.h"

/* The sets of this build, fastest first. */
#ifdef PM_HAVE_X86_VECTORS
#define PM_ISA_EACH(DO, type, name)                                                                \
    DO(avx512, type, name) DO(avx2, type, name) DO(portable, type, name)
#else
#define PM_ISA_EACH(DO, type, name) DO(portable, type, name)
#endif

/* name_sets[set]: the functions or objects name_avx512 and so on, which are of this type. */
#define PM_ISA_TABLE(type, name)                                                                   \
    PM_ISA_EACH(PM_ISA_EXTERN, type, name)                                                         \
    static type *const name##_sets[] = {PM_ISA_EACH(PM_ISA_ROW, type, name)}
#define PM_ISA_EXTERN(set, type, name) extern type name##_##set;
#define PM_ISA_ROW(set, type, name)    &name##_##set,

/* name_sets[set][layers - 1][parts - 1]: name_real_avx512 and so on; 2 layers: in double-double; 2
 * parts: complex. */
#define PM_ISA_NUMBERS(type, name)                                                                 \
    PM_ISA_EACH(PM_ISA_EXTERN_NUMBERS, type, name)                                                 \
    static type *const name##_sets[][2][2] = {PM_ISA_EACH(PM_ISA_ROW_NUMBERS, type, name)}
#define PM_ISA_EXTERN_NUMBERS(set, type, name)                                                     \
    extern type name##_real_##set, name##_complex_##set, name##_real_dd_##set,                     \
        name##_complex_dd_##set;
#define PM_ISA_ROW_NUMBERS(set, type, name)                                                        \
    {{&name##_real_##set, &name##_complex_##set},                                                  \
     {&name##_real_dd_##set, &name##_complex_dd_##set}},

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

/* Its row, or that of the portable set if there is none. */
int pm_isa_number(const char *wanted);

/* How many times as long as with AVX-512 work takes with the set that is used, if it takes so many
 * times as long with AVX2 or with neither; 0: as long. */
double pm_isa_times(double with_avx2, double with_none);
