/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What steps cost the prover, in nanoseconds. */
#pragma once

#include "proof/steps.h"

enum { PM_COSTS_OPEN = 60 }; /* most open vertices of a table */

struct pm_step_costs {
    const struct pm_proved_problem *statement;
    const int *turn; /* of each vertex */
    enum pm_order_class states;
};

void pm_step_costs_init(struct pm_step_costs *costs, const struct pm_proved_problem *statement,
                        const int *turn);

/* *cost += that of closing some vertices one after another in a table; more than `limit`: at least
 * that.  The table changes. */
void pm_step_costs_close(double *cost, struct pm_proof_open *table,
                         const struct pm_step_costs *costs, const int *vertex, int count,
                         double limit);

/* *cost += that of joining a table with another one, and closing some vertices after that.  The
 * table, which has room for twice as many vertices, becomes the last one. */
void pm_step_costs_join(double *cost, struct pm_proof_open *table,
                        const struct pm_step_costs *costs, const struct pm_proof_open *other,
                        const int *vertex, int count);
