/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of each instruction set, by the names that dense/isa.c gives the sets. */
#include "engine/graded/graded.h"

#include "config.h"

#include <string.h>

#define KERNELS(set)                                                                               \
    void pm_graded_test_##set(struct pm_graded_test *, const struct pm_graded_level *,             \
                              const struct pm_graded_group *);                                     \
    int pm_graded_list_##set(uint8_t *, const uint16_t *, const uint16_t *);                       \
    void pm_graded_fill_##set(struct pm_graded_group *, const struct pm_graded_level *,            \
                              const struct pm_graded_group *, const uint8_t *, unsigned);          \
    void pm_graded_fill_near_##set(struct pm_graded_near *, const struct pm_graded_level *,        \
                                   const struct pm_graded_near *, const uint8_t *, unsigned);      \
    int64_t pm_graded_single_##set(const struct pm_graded_single *,                                \
                                   const struct pm_graded_near *);                                 \
    void pm_graded_leaf_##set(double[2][PM_GRADED_LANES], const struct pm_graded_leaf *,           \
                              const struct pm_graded_group *);                                     \
    void pm_graded_whole_##set(double[2][PM_GRADED_LANES], const struct pm_graded_leaf *,          \
                               const struct pm_graded_level *, int,                                \
                               const struct pm_graded_group *);                                    \
    void pm_graded_fine_##set(double[PM_GRADED_LIMBS][PM_GRADED_LANES],                            \
                              const struct pm_graded_leaf *, const struct pm_graded_group *,       \
                              const double *);                                                     \
    void pm_graded_rest_##set(double *, const struct pm_graded_level *, int, const double *,       \
                              const uint64_t *, int);                                              \
    static const struct pm_graded_kernels set = {.name = #set,                                     \
                                                 .test = pm_graded_test_##set,                     \
                                                 .list = pm_graded_list_##set,                     \
                                                 .fill = pm_graded_fill_##set,                     \
                                                 .fill_near = pm_graded_fill_near_##set,           \
                                                 .single = pm_graded_single_##set,                 \
                                                 .leaf = pm_graded_leaf_##set,                     \
                                                 .whole = pm_graded_whole_##set,                   \
                                                 .fine = pm_graded_fine_##set,                     \
                                                 .rest = pm_graded_rest_##set};

KERNELS(portable)
#ifdef PM_HAVE_X86_VECTORS
KERNELS(avx512)
KERNELS(avx2)
#endif

const struct pm_graded_kernels *pm_graded_kernels_find(const char *isa)
{
    static const struct pm_graded_kernels *const list[] = {
#ifdef PM_HAVE_X86_VECTORS
        &avx512, &avx2,
#endif
        &portable};

    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        if (strcmp(list[k]->name, isa) == 0)
            return list[k];
    return NULL;
}
