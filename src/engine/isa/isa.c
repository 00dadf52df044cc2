/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instruction sets, and which of them this machine has. */
#include "engine/dense/strands.h"

#include "config.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define ISA(set, doubles)                                                                          \
    extern pm_strands_walk pm_walk_real_##set, pm_walk_complex_##set, pm_walk_real_dd_##set,       \
        pm_walk_complex_dd_##set;                                                                  \
    extern pm_residues_walk pm_walk_modular_##set;                                                 \
    extern pm_sparse_strands pm_sparse_real_##set, pm_sparse_complex_##set,                        \
        pm_sparse_real_dd_##set, pm_sparse_complex_dd_##set;                                       \
    extern pm_sparse_residues pm_sparse_modular_##set;                                             \
    static const struct pm_isa set = {                                                             \
        .name = #set,                                                                              \
        .width = doubles,                                                                          \
        .floating = {{pm_walk_real_##set, pm_walk_complex_##set},                                  \
                     {pm_walk_real_dd_##set, pm_walk_complex_dd_##set}},                           \
        .modular = pm_walk_modular_##set,                                                          \
        .sparse = {{pm_sparse_real_##set, pm_sparse_complex_##set},                                \
                   {pm_sparse_real_dd_##set, pm_sparse_complex_dd_##set}},                         \
        .sparse_modular = pm_sparse_modular_##set};

ISA(portable, 1)
#ifdef PM_HAVE_X86_VECTORS
ISA(avx512, 8)
ISA(avx2, 4)
#endif

const struct pm_isa *const *pm_isa_list(void)
{
    static const struct pm_isa *const list[] = {
#ifdef PM_HAVE_X86_VECTORS
        &avx512, &avx2,
#endif
        &portable, NULL};
#ifdef PM_HAVE_X86_VECTORS
    const bool fma = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");

    if (fma && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return list;
    return fma ? list + 1 : list + 2;
#else
    return list;
#endif
}

const struct pm_isa *pm_isa_find(const char *name)
{
    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++)
        if (name == NULL || strcmp((*isa)->name, name) == 0)
            return *isa;
    return NULL;
}

pm_status pm_isa_chosen(const struct pm_isa **isa, const char *wanted)
{
    const char *const name = wanted != NULL ? wanted : getenv("PM_ISA");

    *isa = pm_isa_find(name);
    return *isa != NULL ? PM_OK
                        : pm_fail(PM_UNABLE, "PM_ISA: there is no instruction set '%s' here", name);
}
