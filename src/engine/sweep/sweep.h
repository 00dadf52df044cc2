/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plan of the engine `sweep` holds: an order of the vertices, slices, and what follows. */
#ifndef PM_ENGINE_SWEEP_SWEEP_H
#define PM_ENGINE_SWEEP_SWEEP_H

#include "engine/sweep/passes.h"
#include "engine/sweep/pool.h"
#include "engine/sweep/slice.h"

struct pm_sweep_launches;

struct pm_sweep_choice {
    struct pm_sweep_graph *graph;
    struct pm_sweep_order *order;
    struct pm_sweep_slices slices;
    struct pm_sweep_passes *passes;     /* without slices: of the one unit */
    struct pm_sweep_launches *launches; /* the same for devices; NULL until one is asked for */
    struct pm_sweep_pool pool;
    double additions, touched; /* of all units, for one ring: numbers added, read and written */
};

extern const struct pm_engine pm_engine_sweep;

#endif
