/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CPUID tells what the processor supports.  The first supported set of the table is used, unless
 * PM_ISA names another one. */
#include "engine/isa/isa.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH_portable = 1, WIDTH_avx2 = 4, WIDTH_avx512 = 8 };

#define NUMBER(set, type, name) NUMBER_##set,
#define ISA(set, type, name)    static const struct pm_isa set = {#set, NUMBER_##set, WIDTH_##set};
#define ROW(set, type, name)    &set,

enum { PM_ISA_EACH(NUMBER, , ) };
PM_ISA_EACH(ISA, , )

const struct pm_isa *const *pm_isa_list(void)
{
    static const struct pm_isa *const list[] = {PM_ISA_EACH(ROW, , ) NULL};
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

int pm_isa_number(const char *wanted)
{
    const struct pm_isa *isa;

    return pm_isa_chosen(&isa, wanted) == PM_OK ? isa->number : NUMBER_portable;
}

double pm_isa_times(double with_avx2, double with_none)
{
    const struct pm_isa *const isa = pm_isa_find(getenv("PM_ISA"));
    const double times = isa == NULL || isa->width > 4 ? 1 : isa->width > 1 ? with_avx2 : with_none;

    return times > 0 ? times : 1;
}
