/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of engines.  To add an engine, write its file, and add its name to the extern
 * declaration and to the table.  If two engines cost the same, the planner takes the one that comes
 * first. */
#include "engine/more.h"

#include <string.h>

extern const struct pm_engine pm_engine_complement, pm_engine_enumerate, pm_engine_ryser,
    pm_engine_sparyser, pm_engine_multiplicity, pm_engine_tree, pm_engine_hafnian, pm_engine_planar,
    pm_engine_sweep, pm_engine_dense, pm_engine_sparse, pm_engine_graded, pm_engine_rank,
    pm_engine_table;

/* clang-format off */
const struct pm_engine *const pm_engines[] = {
    &pm_engine_complement,
    &pm_engine_multiplicity,
    &pm_engine_enumerate,
    &pm_engine_sparyser,
    &pm_engine_ryser,
    &pm_engine_table,
    &pm_engine_dense,
    &pm_engine_rank,
    &pm_engine_hafnian,
    &pm_engine_planar,
    &pm_engine_graded,
    &pm_engine_sparse,
    &pm_engine_sweep,
    &pm_engine_tree,
    &pm_engine_estimate,
    NULL,
};
/* clang-format on */

const struct pm_engine *pm_engine_find(const char *name)
{
    for (const struct pm_engine *const *engine = pm_engines; *engine != NULL; engine++)
        if (strcmp((*engine)->name, name) == 0)
            return *engine;
    return NULL;
}
