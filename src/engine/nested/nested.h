/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data that the engine `nested` passes to its kernels. */
#ifndef PM_ENGINE_NESTED_NESTED_H
#define PM_ENGINE_NESTED_NESTED_H

#include "engine/engine.h"
#include "model/nested_order.h"

/* Returns how many numbers of columns may be used by suffixes, if the number of columns used by
 * prefixes is given. */
static inline int pm_nested_width(const struct pm_nested *n)
{
    const int suffixes = n->rows - n->prefixes, spare = n->cols - n->rows;

    return (suffixes < spare ? suffixes : spare) + 1;
}

/* *part = the permanent.  `values` has one row: the value of every column. */
typedef pm_status pm_nested_kernel(struct pm_part *part, const struct pm_nested *nested,
                                   const struct pm_image *values);

extern pm_nested_kernel pm_nested_mod, pm_nested_wrap, pm_nested_real, pm_nested_complex,
    pm_nested_dd, pm_nested_complex_dd;

#endif
