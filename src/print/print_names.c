/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names in the library's tables, for help texts; and the version. */
#include "engine/engine.h"
#include "reduce/reduce.h"

#include "config.h"

const char *pm_version(void)
{
    return PACKAGE_VERSION;
}

const char *pm_engine_name(int i, const char **what)
{
    for (int k = 0; pm_engines[k] != NULL; k++)
        if (k == i) {
            *what = pm_engines[k]->what;
            return pm_engines[k]->name;
        }
    return NULL;
}

const char *pm_rule_name(int i, const char **what)
{
    for (int k = 0; pm_rules[k].name != NULL; k++)
        if (k == i) {
            *what = pm_rules[k].what;
            return pm_rules[k].name;
        }
    return NULL;
}
