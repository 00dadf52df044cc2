/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every order costs at least. */
#include "engine/sweep/order.h"

double pm_sweep_floor(const struct pm_sweep_graph *graph)
{
    (void)graph;
    return 0;
}
