/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Photons are numbered by the modes that they enter. */
#include "photons/interferometer.h"

#include "base/alloc.h"
#include "engine/stack_load.h"

pm_status pm_interferometer_take(struct pm_interferometer *u, const pm_stack *stack)
{
    *u = (struct pm_interferometer){.entry = NULL};
    PM_TRY(pm_stack_take(&u->b, stack));
    if (stack->count != 1)
        return pm_fail(PM_INPUT, "%zu interferometers; one is expected", stack->count);
    u->modes = stack->rows;
    u->inputs = stack->cols;
    PM_TRY(pm_stack_total(&u->photons, &u->b, 1, 0));
    PM_NEW(u->enter, u->photons);
    for (int j = 0, photon = 0; j < u->inputs; j++)
        for (int k = 0; k < (stack->col_times != NULL ? stack->col_times[j] : 1); k++)
            u->enter[photon++] = j;
    return PM_OK;
}

pm_status pm_interferometer_read(struct pm_interferometer *u)
{
    u->rows = u->modes;
    u->entry = _acb_vec_init((slong)u->rows * u->inputs);
    for (int i = 0; i < u->modes; i++)
        for (int j = 0; j < u->inputs; j++)
            PM_TRY(pm_stack_balls_entry(u->entry + i * u->inputs + j, &u->b, 0, i, j));
    return PM_OK;
}

void pm_interferometer_clear(struct pm_interferometer *u)
{
    if (u->entry != NULL)
        _acb_vec_clear(u->entry, (slong)u->rows * u->inputs);
    free(u->enter);
}
