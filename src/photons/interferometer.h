/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One interferometer, exactly, and its photons. */
#pragma once

#include "engine/stack_balls.h"

struct pm_interferometer {
    struct pm_batch b;
    int modes, inputs;   /* rows and columns */
    int photons, *enter; /* how many enter; the column of each */
    int rows;            /* of `entry`: the modes, and behind them those of lost photons */
    acb_ptr entry;       /* rows x inputs, exact; NULL: not read */
};

/* PM_INPUT: it is not one matrix of finite numbers, or a number of photons is negative.  The caller
 * clears *u, also after an error. */
pm_status pm_interferometer_take(struct pm_interferometer *u, const pm_stack *stack);
pm_status pm_interferometer_read(struct pm_interferometer *u);
void pm_interferometer_clear(struct pm_interferometer *u);
