/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions serve pictures alone, so a wrong one is none. */
#include "read/spots.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double value_of(struct pm_word word)
{
    struct pm_word_number number;
    char text[64];

    if (!pm_word_split(&number, word) || number.bottom.length > 0)
        return NAN;
    snprintf(text, sizeof text, "%.*s", (int)word.length, word.text);
    return strtod(text, NULL);
}

pm_status pm_spots_put(struct pm_spots *l, int vertex, struct pm_word x, struct pm_word y)
{
    const double at[] = {value_of(x), value_of(y)};
    const size_t first = 2 * (size_t)vertex;

    if (!isfinite(at[0]) || !isfinite(at[1]))
        return PM_OK;
    PM_TRY(pm_alloc_grow((void **)&l->at, &l->room, first + 2, sizeof *l->at));
    l->at[first] = at[0];
    l->at[first + 1] = at[1];
    l->count++;
    return PM_OK;
}

void pm_spots_finish(struct pm_spots *l, struct pm_graph *graph)
{
    if (graph != NULL && l->count > 0 && l->count == pm_graph_vertices(graph)) {
        free(graph->layout);
        graph->layout = l->at;
        l->at = NULL;
    }
    free(l->at);
    *l = (struct pm_spots){.count = 0};
}
