/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_stack_symmetric(): symmetric matrices from those that are symmetric up to roundings. */
#include "base/argument.h"
#include "engine/stack_load.h"
#include "model/matrix.h"

#include <math.h>

static pm_status largest(double *most, const struct pm_batch *b, size_t k)
{
    double z[2];

    *most = 0;
    for (int i = 0; i < b->stack.rows; i++)
        for (int j = 0; j < b->stack.cols; j++) {
            PM_TRY(pm_stack_finite(z, b, k, i, j));
            *most = fmax(*most, hypot(z[0], z[1]));
        }
    return PM_OK;
}

/* The mean of entries (i, j) and (j, i), which overflows nowhere. */
static pm_status write_mean(double *mean, const struct pm_batch *b, size_t k, int i, int j,
                            double allowed)
{
    double x[2], y[2];

    pm_stack_entry(x, b, k, i, j);
    pm_stack_entry(y, b, k, j, i);
    if (!(hypot(x[0] / 2 - y[0] / 2, x[1] / 2 - y[1] / 2) <= allowed / 2))
        return pm_stack_asymmetric(k, false, i, j);
    for (int part = 0; part < b->parts; part++)
        mean[part] = x[part] / 2 + y[part] / 2;
    return PM_OK;
}

pm_status pm_stack_symmetric(double *means, const pm_stack *stack, double rtol)
{
    PM_ARGUMENTS(stack);
    PM_ARGUMENTS_IF(stack->count > 0, means);
    struct pm_batch b = {.parts = 1};
    double most;

    PM_TRY(pm_stack_take(&b, stack));
    PM_TRY(pm_matrix_check_square("a matrix", false, b.stack.rows, b.stack.cols));
    if (b.stack.entries == PM_ENTRIES_INTEGER)
        return pm_fail(PM_INPUT, "a stack of floating-point numbers is expected");
    for (size_t k = 0; k < b.stack.count; k++) {
        PM_TRY(largest(&most, &b, k));
        for (int i = 0; i < b.stack.rows; i++)
            for (int j = 0; j < b.stack.cols; j++, means += b.parts)
                PM_TRY(write_mean(means, &b, k, i, j, rtol * most));
    }
    return PM_OK;
}
