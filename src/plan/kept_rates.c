/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One file for each processor, number of threads and instruction set. */
#include "plan/kept_rates.h"

#include "base/cache.h"
#include "engine/isa/isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EDITION = 1, /* changes with what is measured */
    KEY = 512
};

/* What the rates depend on, as text. */
static void key_of(char key[KEY], int all)
{
    const struct pm_isa *const isa = pm_isa_find(getenv("PM_ISA"));
    FILE *const file = fopen("/proc/cpuinfo", "re");
    char line[256] = "", model[256] = "";

    while (file != NULL && model[0] == '\0' && fgets(line, sizeof line, file) != NULL)
        sscanf(line, "model name : %255[^\n]", model);
    if (file != NULL)
        fclose(file);
    snprintf(key, KEY, "rates %d: %s, %d threads, %s", EDITION, model, all,
             isa != NULL ? isa->name : "");
}

bool pm_kept_rates_get(struct pm_benchmark *b)
{
    struct pm_binary data;
    char key[KEY];

    key_of(key, b->all);
    if (!pm_cache_get(&data, key))
        return false;
    const bool whole = data.size == sizeof b->times;
    if (whole)
        memcpy(b->times, data.code, data.size);
    free(data.code);
    return whole && pm_benchmark_is_possible(b);
}

void pm_kept_rates_put(const struct pm_benchmark *b)
{
    char key[KEY];

    key_of(key, b->all);
    pm_cache_put(&(struct pm_binary){(char *)b->times, sizeof b->times}, key);
}
