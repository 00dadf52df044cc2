/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of engines. */
#include "engine/engine.h"

#include <string.h>

#define ENGINE(name) &pm_engine_##name,
const struct pm_engine *const pm_engines[] = {PM_EVERY_ENGINE(ENGINE) NULL};

const struct pm_engine *pm_engine_find(const char *name)
{
    for (const struct pm_engine *const *engine = pm_engines; *engine != NULL; engine++)
        if (strcmp((*engine)->name, name) == 0)
            return *engine;
    return NULL;
}
